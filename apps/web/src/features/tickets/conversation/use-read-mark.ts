import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { call } from '../../../lib/api/api.ts';
import { atMostEvery } from '../../../lib/time/at-most-every.ts';
import { withRead } from '../list/ticket-list.ts';
import { ticketsQuery } from '../tickets.queries.ts';
import { compareIds } from './snowflakes.ts';

/** Messages may come many times a second. */
const TELL_MS = 2000;

/** Notes how far somebody has read a ticket: what stands in sight in the window that they work in. */
export function useReadMark(guildId: string, ticketId: number): (message_id: string) => void {
  const queryClient = useQueryClient();
  const { seen, look, stop } = useMemo(() => {
    let newest: string | undefined;
    let told: string | undefined;
    const tell = atMostEvery(TELL_MS, () => {
      if (newest === undefined || newest === told || !isLookedAt()) return;
      const message_id = newest;
      told = message_id;
      const { queryKey } = ticketsQuery(guildId);
      queryClient.setQueryData(
        queryKey,
        (list) => list && withRead(list, { ticket_id: ticketId, message_id }),
      );
      const input = { params: { guild_id: guildId, ticket_id: ticketId }, body: { message_id } };
      call('tickets.mark_read', input, { track: false }).catch(() => {
        // The next message, or the next look at it, tells it again.
        told = undefined;
      });
    });
    const seen = (message_id: string) => {
      if (newest !== undefined && compareIds(message_id, newest) <= 0) return;
      newest = message_id;
      tell();
    };
    return { seen, look: () => tell(), stop: tell.cancel };
  }, [queryClient, guildId, ticketId]);
  useEffect(() => {
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
      stop();
    };
  }, [look, stop]);
  return seen;
}

const isLookedAt = () => document.visibilityState === 'visible' && document.hasFocus();
