import { multiPanelLimits } from '@tickets/contract/panels/panel-defaults';
import type { Panel } from '@tickets/contract/panels/panels';
import { ArrowDown, ArrowUp, TriangleAlert, X } from 'lucide-react';
import { use, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { moved } from '../../components/editors/order.ts';
import { IconButton } from '../../components/ui/button.tsx';
import { Combobox } from '../../components/ui/choosing/combobox.tsx';
import { Field } from '../../components/ui/fields/field.tsx';
import { FormContext } from '../../components/ui/fields/form.tsx';
import { lacksLabel } from './multi-panel-form.ts';
import styles from './panels.module.css';

interface PanelOrderProps {
  value: readonly number[];
  onChange: (panels: number[]) => void;
  panels: readonly Panel[];
  /** Whether they stand in a menu, where each needs a text. */
  asMenu: boolean;
}

/** The panels of a multi-panel, chosen one by one and put in order. */
export function PanelOrder({ value, onChange, panels, asMenu }: PanelOrderProps) {
  const t = useTranslations('panels');
  const error = use(FormContext)?.errorOf('panels');
  const list = useRef<HTMLOListElement>(null);
  const next = useRef<string>(undefined);
  const [said, setSaid] = useState('');
  const known = new Map(panels.map((panel) => [panel.panel_id, panel]));
  const titleOf = (id: number) => known.get(id)?.title ?? t('unknown_panel');
  const { max } = multiPanelLimits;
  const full = value.length >= max;

  useLayoutEffect(() => {
    if (next.current === undefined) return;
    list.current?.querySelector<HTMLElement>(next.current)?.focus();
    next.current = undefined;
  });

  function move(id: number, by: -1 | 1) {
    const from = value.indexOf(id);
    const to = from + by;
    // At an end the button that was pressed is off, so the other one goes on.
    const onward = to === 0 ? 1 : to === value.length - 1 ? -1 : by;
    next.current = `[data-panel="${id}"] [data-move="${onward}"]`;
    setSaid(t('multi.moved', { title: titleOf(id), position: to + 1 }));
    onChange(moved(value, from, to));
  }

  function remove(id: number) {
    const at = value.indexOf(id);
    const neighbour = value[at + 1] ?? value[at - 1];
    next.current = neighbour === undefined ? undefined : `[data-panel="${neighbour}"] [data-remove]`;
    onChange(value.filter((other) => other !== id));
  }

  return (
    <div className={styles.order}>
      <Field
        label={t('multi.field.panels.label')}
        hint={full ? t('multi.field.panels.full', { max }) : t('multi.field.panels.hint', { max })}
        error={error}
        required
        disabled={full}
      >
        <Combobox
          value={null}
          onChange={(id) => {
            if (id !== null) onChange([...value, Number(id)]);
          }}
          options={panels
            .filter(({ panel_id }) => !value.includes(panel_id))
            .map((panel) => ({ value: String(panel.panel_id), label: panel.title }))}
          placeholder={t('multi.field.panels.add')}
        />
      </Field>
      {value.length === 0 ? (
        <p className={styles.reason}>{t('multi.field.panels.none')}</p>
      ) : (
        <ol ref={list} className={styles.chosen} aria-label={t('multi.field.panels.chosen')}>
          {value.map((id, index) => {
            const panel = known.get(id);
            const title = titleOf(id);
            return (
              <li key={id} className={styles.chosenPanel} data-panel={id}>
                <span className={styles.place}>{index + 1}</span>
                <span className={styles.chosenTitle}>
                  <span className={panel ? undefined : styles.unknown}>{title}</span>
                  {asMenu && panel && lacksLabel(panel) ? (
                    <span className={styles.warning}>
                      <TriangleAlert aria-hidden="true" /> {t('multi.field.panels.no_label')}
                    </span>
                  ) : null}
                </span>
                <IconButton
                  size="small"
                  label={t('multi.field.panels.up', { title })}
                  data-move={-1}
                  disabled={index === 0}
                  onClick={() => move(id, -1)}
                >
                  <ArrowUp aria-hidden="true" />
                </IconButton>
                <IconButton
                  size="small"
                  label={t('multi.field.panels.down', { title })}
                  data-move={1}
                  disabled={index === value.length - 1}
                  onClick={() => move(id, 1)}
                >
                  <ArrowDown aria-hidden="true" />
                </IconButton>
                <IconButton
                  size="small"
                  label={t('multi.field.panels.remove', { title })}
                  data-remove
                  onClick={() => remove(id)}
                >
                  <X aria-hidden="true" />
                </IconButton>
              </li>
            );
          })}
        </ol>
      )}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </div>
  );
}
