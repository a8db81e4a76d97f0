import { ChevronsUpDown, SlidersHorizontal } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../components/ui/button.tsx';
import comboboxes from '../../../components/ui/choosing/combobox.module.css';
import { LazyComboboxPopup, useOpening } from '../../../components/ui/choosing/combobox.tsx';
import { Select } from '../../../components/ui/choosing/select.tsx';
import { cx } from '../../../components/ui/class-names.ts';
import { Field, useControl } from '../../../components/ui/fields/field.tsx';
import inputs from '../../../components/ui/fields/input.module.css';
import { Switch } from '../../../components/ui/fields/switch.tsx';
import styles from '../tickets.module.css';
import { knownColumns, type ListColumn, listColumns, listSorts } from './list-search.ts';
import type { ListView } from './list-view.ts';

interface ListToolbarProps {
  view: ListView;
  onChange: (part: Partial<ListView>) => void;
  /** On a phone it is there only when it is asked for. */
  open: boolean;
}

const TOOLBAR_ID = 'ticket-list-options';

/** Shows and hides the toolbar on a phone. */
export function ToolbarToggle({ open, onToggle }: { open: boolean; onToggle: () => void }) {
  const t = useTranslations('tickets.view_options');
  return (
    <Button
      size="small"
      className={styles.toolbarToggle}
      icon={<SlidersHorizontal aria-hidden="true" />}
      aria-expanded={open}
      aria-controls={TOOLBAR_ID}
      onClick={onToggle}
    >
      {t('toggle')}
    </Button>
  );
}

export function ListToolbar({ view, onChange, open }: ListToolbarProps) {
  const t = useTranslations('tickets.view_options');
  return (
    <div id={TOOLBAR_ID} className={cx(styles.toolbar, !open && styles.folded)}>
      <Field label={t('columns')} hint={view.columns.length === 1 ? t('last_shown') : undefined}>
        <ColumnPicker columns={view.columns} onChange={(columns) => onChange({ columns })} />
      </Field>
      <Field label={t('sort')}>
        <Select
          value={view.sort}
          onChange={(sort) => onChange({ sort })}
          options={listSorts.map((value) => ({ value, label: t(`sorts.${value}`) }))}
        />
      </Field>
      <Field label={t('only_mine')} inline className={styles.onlyMine}>
        <Switch checked={view.only_mine} onChange={(only_mine) => onChange({ only_mine })} />
      </Field>
    </div>
  );
}

interface ColumnPickerProps {
  columns: readonly ListColumn[];
  onChange: (columns: ListColumn[]) => void;
}

/** Tells how many are shown; which ones they are is seen in the table below. */
function ColumnPicker({ columns, onChange }: ColumnPickerProps) {
  const t = useTranslations('tickets.view_options');
  const control = useControl({});
  const opening = useOpening(control.disabled);
  const toggle = (value: string) => {
    const isShown = columns.some((column) => column === value);
    const next = knownColumns(isShown ? columns.filter((column) => column !== value) : [...columns, value]);
    if (next.length) onChange(next);
  };
  return (
    <div className={comboboxes.field}>
      {opening.trigger(
        <button type="button" {...control} className={cx(inputs.input, comboboxes.trigger)}>
          <span className={comboboxes.chosen}>
            <span className={comboboxes.label}>
              {t('shown', { count: columns.length, all: listColumns.length })}
            </span>
          </span>
          <ChevronsUpDown className={comboboxes.chevron} aria-hidden="true" />
        </button>,
      )}
      {opening.opener ? (
        <LazyComboboxPopup
          {...opening.popup(opening.opener)}
          anchor={opening.opener}
          options={listColumns.map((value) => ({ value, label: t(`column.${value}`) }))}
          chosen={columns}
          multiple
          onPick={toggle}
        />
      ) : null}
    </div>
  );
}
