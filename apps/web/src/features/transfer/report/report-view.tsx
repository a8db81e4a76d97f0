import type { ImportReport } from '@tickets/contract/transfer/transfer';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Button } from '../../../components/ui/button.tsx';
import { Collapsible } from '../../../components/ui/collapsible.tsx';
import { Table } from '../../../components/ui/table/table.tsx';
import styles from './report.module.css';

/** What would be created, changed and skipped, and why. */
export function ReportView({ report }: { report: ImportReport }) {
  const t = useTranslations('transfer.report');
  const entity = useTranslations('transfer.entity');
  const { entities, items, items_left_out, notes } = report;
  const skipped = items.filter(({ outcome }) => outcome === 'skip');
  const others = items.filter(({ outcome, reason }) => outcome !== 'skip' && (outcome !== 'same' || reason));
  const nothing = entities.every(({ create, change, skip }) => !create && !change && !skip);
  return (
    <section className={styles.part}>
      <h3>{t('title')}</h3>
      <p className={styles.detail}>
        <Source {...report} />
      </p>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {nothing ? <p>{t('nothing')}</p> : null}
      {entities.length ? (
        <Table
          label={t('title')}
          rows={entities}
          rowKey={({ entity_type }) => entity_type}
          columns={[
            { key: 'what', head: t('what'), cell: ({ entity_type }) => entity(entity_type) },
            ...(['create', 'change', 'same', 'skip'] as const).map((outcome) => ({
              key: outcome,
              head: t(outcome),
              align: 'end' as const,
              cell: (row: ImportReport['entities'][number]) => row[outcome],
            })),
          ]}
        />
      ) : null}
      {skipped.length ? (
        <div className={styles.part}>
          <h4>{t('skipped', { count: skipped.length })}</h4>
          <Items items={skipped} />
        </div>
      ) : null}
      {others.length || items_left_out ? (
        <Collapsible title={t('details')} nested>
          <Items items={others} />
          {items_left_out ? <p>{t('left_out', { count: items_left_out })}</p> : null}
        </Collapsible>
      ) : null}
    </section>
  );
}

function Source({ source, vouched_by }: ImportReport) {
  const t = useTranslations('transfer.report');
  const format = useFormatter();
  const { guild_name, guild_id, made_at } = source;
  const server = guild_name ?? (guild_id && t('some_server', { id: guild_id }));
  const date = made_at && format.dateTime(new Date(made_at), { dateStyle: 'long', timeStyle: 'short' });
  const made = server ? (date ? t('made', { server, date }) : t('made_of', { server })) : t('made_unknown');
  return vouched_by === 'none' ? made : `${made} ${t(`vouched.${vouched_by}`)}`;
}

const ITEMS_SHOWN = 50;

function Items({ items }: { items: ImportReport['items'] }) {
  const t = useTranslations('transfer.report');
  const one = useTranslations('transfer.one');
  const [shown, setShown] = useState(ITEMS_SHOWN);
  /** A reason is what a thing goes without, or a sentence of its own. */
  const sentence = (item: string, reason: string | null) => {
    const said = reason ? t(reason.startsWith('without ') ? 'less' : 'because', { item, reason }) : item;
    return /[.!?]$/.test(said) ? said : `${said}.`;
  };
  return (
    <>
      <ul className={styles.items}>
        {items.slice(0, shown).map(({ entity_type, name, outcome, reason, fields }, index) => {
          const words = { what: one(entity_type), name, fields: fields.join(', ') };
          const key = outcome === 'change' && !fields.length ? 'change_all' : outcome;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two of a kind may have one name, and the list is made as a whole
            <li key={index}>{sentence(t(`item.${key}`, words), reason)}</li>
          );
        })}
      </ul>
      {items.length > shown ? (
        <Button size="small" onClick={() => setShown(shown + ITEMS_SHOWN)}>
          {t('more', { count: items.length - shown })}
        </Button>
      ) : null}
    </>
  );
}
