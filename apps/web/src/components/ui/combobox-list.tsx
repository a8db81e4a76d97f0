import { Combobox as BaseCombobox } from '@base-ui/react/combobox';
import { Search } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { cx } from './class-names.ts';
import styles from './combobox.module.css';
import type { ComboboxOption } from './combobox.tsx';
import { OptionRow } from './combobox-option.tsx';
import popup from './popup.module.css';

export interface ComboboxGroup {
  value: string;
  items: ComboboxOption[];
}

type Selection =
  | { multiple?: false; selected: ComboboxOption | null; onChange: (value: string | null) => void }
  | { multiple: true; selected: readonly ComboboxOption[]; onChange: (values: string[]) => void };

type ComboboxListProps = Selection & {
  options: readonly ComboboxOption[];
  trigger: ReactElement;
  disabled: boolean;
};

/** Past this many only the rows in sight are drawn; that code is fetched when it is needed. */
const VIRTUAL_FROM = 100;
const VirtualList = lazy(() =>
  import('./combobox-virtual-list.tsx').then((module) => ({ default: module.VirtualList })),
);

/** The field of a Combobox from its first opening on: it is open when it appears. */
export function ComboboxList({ options, trigger, disabled, ...selection }: ComboboxListProps) {
  const groups = useMemo(() => inGroups(options), [options]);
  const virtual = options.length > VIRTUAL_FROM;
  const [reached, setReached] = useState<ComboboxOption>();
  const shared = {
    items: groups,
    isItemEqualToValue: isSame,
    disabled,
    virtualized: virtual,
    onItemHighlighted: (option: ComboboxOption | undefined, details: { reason: string }) => {
      if (virtual && details.reason === 'keyboard') setReached(option);
    },
    defaultOpen: true,
    autoHighlight: true,
  };
  const parts = (
    <>
      <BaseCombobox.Trigger render={trigger} />
      <ListPopup empty={options.length === 0} virtual={virtual} reached={reached} />
    </>
  );
  if (selection.multiple) {
    return (
      <BaseCombobox.Root<ComboboxOption, true>
        {...shared}
        multiple
        value={selection.selected}
        onValueChange={(chosen) => selection.onChange(chosen.map((option) => option.value))}
      >
        {parts}
      </BaseCombobox.Root>
    );
  }
  return (
    <BaseCombobox.Root<ComboboxOption>
      {...shared}
      value={selection.selected}
      onValueChange={(option) => selection.onChange(option?.value ?? null)}
    >
      {parts}
    </BaseCombobox.Root>
  );
}

interface ListPopupProps {
  empty: boolean;
  virtual: boolean;
  reached: ComboboxOption | undefined;
}

function ListPopup({ empty, virtual, reached }: ListPopupProps) {
  const t = useTranslations('common.combobox');
  return (
    <BaseCombobox.Portal>
      <BaseCombobox.Positioner className={popup.positioner} sideOffset={4} align="start">
        <BaseCombobox.Popup className={cx(popup.popup, styles.popup)} aria-label={t('options')}>
          <div className={styles.search}>
            <Search aria-hidden="true" />
            <BaseCombobox.Input
              className={styles.searchInput}
              placeholder={t('search')}
              aria-label={t('search')}
            />
          </div>
          <BaseCombobox.Empty>
            <p className={styles.empty}>{empty ? t('nothing') : t('no_match')}</p>
          </BaseCombobox.Empty>
          {virtual ? (
            <Suspense>
              <VirtualList reached={reached} />
            </Suspense>
          ) : (
            <BaseCombobox.List className={styles.list}>
              {(group: ComboboxGroup) => (
                <BaseCombobox.Group key={group.value} items={group.items}>
                  {group.value ? (
                    <BaseCombobox.GroupLabel className={styles.group}>{group.value}</BaseCombobox.GroupLabel>
                  ) : null}
                  <BaseCombobox.Collection>
                    {(option: ComboboxOption) => <OptionRow key={option.value} option={option} />}
                  </BaseCombobox.Collection>
                </BaseCombobox.Group>
              )}
            </BaseCombobox.List>
          )}
        </BaseCombobox.Popup>
      </BaseCombobox.Positioner>
    </BaseCombobox.Portal>
  );
}

const isSame = (a: ComboboxOption, b: ComboboxOption) => a.value === b.value;

function inGroups(options: readonly ComboboxOption[]): ComboboxGroup[] {
  const groups = new Map<string, ComboboxOption[]>();
  for (const option of options) {
    const name = option.group ?? '';
    const group = groups.get(name);
    if (group) group.push(option);
    else groups.set(name, [option]);
  }
  return [...groups].map(([value, items]) => ({ value, items }));
}
