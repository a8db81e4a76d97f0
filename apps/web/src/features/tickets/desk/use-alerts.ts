import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { TicketList } from '@tickets/contract/tickets/tickets';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { linesOf, type TicketRow } from '../list/ticket-list.ts';
import { ticketsQuery } from '../tickets.queries.ts';
import { readAlertChoice } from './alert-choice.ts';
import { inOneWindow } from './one-window.ts';
import { playQuietSound } from './sound.ts';

/** Tells somebody of tickets that begin to wait for them, as they chose, unless they are looking at them. */
export function useAlerts(guildId: string, waiting: readonly number[] | undefined): void {
  const t = useTranslations('common.desk.notification');
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const known = useRef<ReadonlySet<number>>(undefined);

  const alert = useEffectEvent(async (ids: readonly number[]) => {
    const { sound, notification } = readAlertChoice();
    if (!sound && !notification) return;
    const list = await queryClient.fetchQuery(ticketsQuery(guildId));
    const rows = waitingForMe(list, ids).filter(({ id }) => !isLookedAt(guildId, id));
    const [first] = rows;
    if (!first) return;
    const name = `alert:${guildId}:${rows.map(({ id, waiting_since }) => `${id}@${waiting_since}`).join()}`;
    await inOneWindow(name, () => {
      if (sound) playQuietSound();
      if (notification) notify(rows, first);
    });
  });

  function notify(rows: readonly TicketRow[], first: TicketRow) {
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    const panel = first.panel ?? t('unknown_panel');
    const isOne = rows.length === 1;
    const shown = new Notification(
      isOne ? t('title', { user: first.user ?? t('unknown') }) : t('several', { count: rows.length }),
      {
        tag: `ticket:${guildId}:${first.id}`,
        icon: '/favicon.svg',
        // Our own sound is the one that was chosen.
        silent: true,
        ...(isOne && {
          body: first.said?.text ? t('body', { panel, text: first.said.text }) : t('nothing_said', { panel }),
        }),
      },
    );
    shown.onclick = () => {
      window.focus();
      shown.close();
      const params = { guildId, ticketId: String(first.id) };
      if (isOne) void navigate({ to: '/manage/$guildId/tickets/view/$ticketId', params });
      else void navigate({ to: '/manage/$guildId/tickets', params: { guildId } });
    };
  }

  useEffect(() => {
    if (!waiting) return;
    const before = known.current;
    known.current = new Set(waiting);
    const begun = before && waiting.filter((id) => !before.has(id));
    // What it cannot tell is seen in the list.
    if (begun?.length) alert(begun).catch(() => undefined);
  }, [waiting]);
}

/** Those that they claimed, and those that nobody has claimed. */
export function waitingForMe(list: TicketList, ids: readonly number[]): TicketRow[] {
  const asked = new Set(ids);
  return linesOf(list)
    .filter(({ row, claim }) => asked.has(row.id) && claim < 2 && row.waiting_since !== null)
    .map(({ row }) => row);
}

const isLookedAt = (guildId: string, id: number) =>
  document.visibilityState === 'visible' &&
  document.hasFocus() &&
  location.pathname === `/manage/${guildId}/tickets/view/${id}`;
