import { ChevronLeft, ChevronRight, UserRound } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../../components/ui/button.tsx';
import { Select } from '../../../components/ui/choosing/select.tsx';
import { queueOrders } from '../list/list-view.ts';
import styles from './queue.module.css';
import { placeOf, stepFrom } from './queue.ts';
import { useQueue, useQueueSteps } from './use-queue.tsx';

/** Above the list beside a ticket: its order, and whether the tickets of others are left out. */
export function QueueBar() {
  const t = useTranslations('tickets');
  const { view, change } = useQueue();
  return (
    <div className={styles.queueBar}>
      <Select
        className={styles.queueOrder}
        aria-label={t('view_options.sort')}
        value={view.order}
        onChange={(order) => change({ order })}
        options={queueOrders.map((value) => ({
          value,
          label: value === 'waiting' ? t('queue.waiting_longest') : t(`view_options.sorts.${value}`),
        }))}
      />
      <IconButton
        size="small"
        label={t('view_options.only_mine')}
        aria-pressed={view.only_mine}
        className={styles.queueMine}
        onClick={() => change({ only_mine: !view.only_mine })}
      >
        <UserRound aria-hidden="true" />
      </IconButton>
    </div>
  );
}

/** Where there is no room for the list: the ticket before, the next one, and where this one stands. */
export function QueueSteps() {
  const t = useTranslations('tickets.queue');
  const { queue } = useQueue();
  const { step } = useQueueSteps();
  if (!queue) return null;
  const place = placeOf(queue);
  return (
    <nav className={styles.queueSteps} aria-label={t('steps')}>
      <IconButton
        size="small"
        variant="secondary"
        label={t('previous')}
        disabled={place < 0 || !stepFrom(queue, -1)}
        onClick={() => step(-1)}
      >
        <ChevronLeft aria-hidden="true" />
      </IconButton>
      <span className={styles.queuePlace}>
        {place < 0 ? null : t('place', { place: place + 1, all: queue.rows.length })}
      </span>
      <IconButton
        size="small"
        variant="secondary"
        label={t('next')}
        disabled={!stepFrom(queue, 1)}
        onClick={() => step(1)}
      >
        <ChevronRight aria-hidden="true" />
      </IconButton>
    </nav>
  );
}
