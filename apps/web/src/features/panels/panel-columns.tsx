import type { Channel } from '@tickets/contract/guild';
import type { Panel } from '@tickets/contract/panels';
import { Trash2 } from 'lucide-react';
import type { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import type { TableColumn } from '../../components/ui/table.tsx';
import styles from './panels.module.css';

type Texts = ReturnType<typeof useTranslations<'panels'>>;

export function panelColumns(
  t: Texts,
  channels: readonly Channel[],
  onDelete: (panel: Panel) => void,
): TableColumn<Panel>[] {
  const names = new Map(channels.map((channel) => [channel.id, channel.name]));
  return [
    {
      key: 'channel',
      head: t('column.channel'),
      cell: (panel) => {
        const name = names.get(panel.channel_id);
        return name === undefined ? (
          <span className={styles.unknown}>{t('unknown_channel')}</span>
        ) : (
          `#${name}`
        );
      },
    },
    { key: 'title', head: t('column.title'), cell: (panel) => panel.title },
    {
      key: 'delete',
      head: t('column.delete'),
      tight: true,
      align: 'end',
      cell: (panel) => (
        <Button
          size="small"
          icon={<Trash2 aria-hidden="true" />}
          aria-label={t('delete_named', { title: panel.title })}
          onClick={() => onDelete(panel)}
        >
          {t('delete')}
        </Button>
      ),
    },
  ];
}
