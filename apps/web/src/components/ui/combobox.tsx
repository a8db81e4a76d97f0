import { Combobox as BaseCombobox } from '@base-ui/react/combobox';
import { ChevronsUpDown, Search, X } from 'lucide-react';
import { lazy, type ReactElement, type ReactNode, Suspense, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { cx } from './class-names.ts';
import styles from './combobox.module.css';
import { OptionRow } from './combobox-option.tsx';
import { type ControlProps, useControl } from './field.tsx';
import inputs from './input.module.css';
import popup from './popup.module.css';

export interface ComboboxOption {
  value: string;
  label: string;
  /** Drawn before the label: `#`, a colour dot, an avatar (see option-marks.tsx). */
  mark?: ReactNode;
  /** Options of one group stand together under its name, in the order of their first. */
  group?: string;
}

export interface ComboboxGroup {
  value: string;
  items: ComboboxOption[];
}

export interface ComboboxProps extends ControlProps {
  value: string | null;
  options: readonly ComboboxOption[];
  onChange: (value: string | null) => void;
  placeholder?: string;
  /** Offers a cross that chooses nothing. */
  clearable?: boolean;
  /** What to show for a value that is not among the options (a deleted channel). */
  missingLabel?: string;
  /** In place of the field itself, for pickers that look otherwise. */
  trigger?: ReactElement;
}

/** Past this many only the rows in sight are drawn; that code is fetched when it is needed. */
const VIRTUAL_FROM = 100;
const VirtualList = lazy(() =>
  import('./combobox-virtual-list.tsx').then((m) => ({ default: m.VirtualList })),
);

/** One of a list that can be searched. */
export function Combobox(props: ComboboxProps) {
  const { value, options, onChange, placeholder, clearable, missingLabel, trigger, ...rest } = props;
  const t = useTranslations('common.combobox');
  const control = useControl(rest);
  const groups = useMemo(() => inGroups(options), [options]);
  const known = options.find((option) => option.value === value);
  const selected = known ?? (value === null ? null : { value, label: missingLabel ?? value });
  const virtual = options.length > VIRTUAL_FROM;

  return (
    <BaseCombobox.Root<ComboboxOption>
      items={groups}
      value={selected}
      onValueChange={(option) => onChange(option?.value ?? null)}
      isItemEqualToValue={(a, b) => a.value === b.value}
      disabled={control.disabled}
      virtualized={virtual}
      autoHighlight
    >
      <div className={styles.field}>
        {trigger ? (
          <BaseCombobox.Trigger render={trigger} />
        ) : (
          <BaseCombobox.Trigger
            id={control.id}
            aria-label={rest['aria-label']}
            aria-describedby={control['aria-describedby']}
            aria-invalid={control['aria-invalid']}
            className={cx(inputs.input, styles.trigger, clearable && selected && styles.withClear)}
          >
            {selected ? (
              <span className={cx(styles.chosen, !known && styles.missing)}>
                {selected.mark}
                <span className={styles.label}>{selected.label}</span>
              </span>
            ) : (
              <span className={styles.placeholder}>{placeholder ?? t('placeholder')}</span>
            )}
            <ChevronsUpDown className={styles.chevron} aria-hidden="true" />
          </BaseCombobox.Trigger>
        )}
        {clearable && selected && !control.disabled ? (
          <BaseCombobox.Clear className={styles.clear} aria-label={t('clear')} title={t('clear')}>
            <X aria-hidden="true" />
          </BaseCombobox.Clear>
        ) : null}
      </div>
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
              <p className={styles.empty}>{options.length === 0 ? t('nothing') : t('no_match')}</p>
            </BaseCombobox.Empty>
            {virtual ? (
              <Suspense>
                <VirtualList />
              </Suspense>
            ) : (
              <BaseCombobox.List className={styles.list}>
                {(group: ComboboxGroup) => (
                  <BaseCombobox.Group key={group.value} items={group.items}>
                    {group.value ? (
                      <BaseCombobox.GroupLabel className={styles.group}>
                        {group.value}
                      </BaseCombobox.GroupLabel>
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
    </BaseCombobox.Root>
  );
}

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
