import type { Tag } from '@tickets/contract/tags/tags';
import { Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Table } from '../../components/ui/table/table.tsx';
import styles from './tags.module.css';

interface TagsTableProps {
  rows: readonly Tag[] | undefined;
  /** Whether its editor was closed with changes. */
  isKept: (tag: Tag) => boolean;
  /** Someone is about to edit. */
  onNear: () => void;
  onEdit: (tag: Tag) => void;
  onDelete: (tag: Tag) => void;
  /** Leads to who changed it, for those who may see that. */
  historyLink: ((tag: Tag) => ReactNode) | undefined;
  empty: ReactNode;
}

export function TagsTable({ rows, isKept, onNear, onEdit, onDelete, historyLink, empty }: TagsTableProps) {
  const t = useTranslations('tags');
  return (
    <div className={styles.list}>
      <Table
        label={t('list')}
        columns={[
          {
            key: 'tag',
            // Not plain texts, which a phone would repeat above each tag.
            head: <span>{t('column.tag')}</span>,
            height: '52px',
            cell: (tag: Tag) => (
              <div className={styles.tag}>
                <div className={styles.name}>
                  <span className={styles.id}>{tag.id}</span>
                  {tag.use_guild_command ? (
                    <span title={t('command_hint', { id: tag.id })}>
                      <Badge tone="accent">{t('command')}</Badge>
                    </span>
                  ) : null}
                  {tag.use_embed ? <Badge>{t('embed')}</Badge> : null}
                  {isKept(tag) ? <Badge tone="warning">{t('kept')}</Badge> : null}
                </div>
                <p className={styles.words}>{wordsOf(tag)}</p>
              </div>
            ),
          },
          {
            key: 'actions',
            head: <span>{t('column.actions')}</span>,
            tight: true,
            height: 'var(--control-small)',
            cell: (tag: Tag) => (
              <div className={styles.buttons}>
                <Button
                  size="small"
                  icon={<Pencil aria-hidden="true" />}
                  aria-label={t('edit_named', { id: tag.id })}
                  onPointerEnter={onNear}
                  onFocus={onNear}
                  onClick={() => onEdit(tag)}
                >
                  {t('edit')}
                </Button>
                <Button
                  size="small"
                  icon={<Trash2 aria-hidden="true" />}
                  aria-label={t('delete_named', { id: tag.id })}
                  onClick={() => onDelete(tag)}
                >
                  {t('delete')}
                </Button>
                {historyLink?.(tag)}
              </div>
            ),
          },
        ]}
        rows={rows}
        rowKey={(tag) => tag.id}
        empty={empty}
        stack
      />
    </div>
  );
}

/** One line of what a tag says. */
function wordsOf({ content, embed }: Tag): string {
  const text = content ?? embed?.title ?? embed?.description ?? embed?.fields[0]?.name ?? embed?.image_url;
  return (text ?? '').replaceAll(/\s+/g, ' ').slice(0, 200);
}
