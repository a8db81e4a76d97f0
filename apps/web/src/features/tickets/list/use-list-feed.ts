import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TicketChange, TicketListFrame } from '@tickets/contract/tickets/live';
import { useEffect, useMemo, useState } from 'react';
import { seeTicketsAgain } from '../../../lib/api/guild.queries.ts';
import type { LiveState } from '../../../lib/live/live-socket.ts';
import { atMostEvery } from '../../../lib/time/at-most-every.ts';
import { ticketsQuery, waitingQuery } from '../tickets.queries.ts';
import { withChanges, withRead, withWaiting } from './ticket-list.ts';

/** Many tickets may change in a moment; the list is drawn once. */
const GATHER_MS = 500;
/** Calls have a limit, which all who sit behind one address share. */
const REFRESH_MS = 3000;
/** Without a socket, or while it is lost, it is read again this often which tickets wait. */
const POLL_MS = 15_000;

/** Keeps in the cache up to date which tickets are open, and which wait, by what a socket tells. */
export interface ListFeed {
  hear(frame: TicketListFrame): void;
  /** Reads the whole list again. */
  refresh(): void;
  /** The socket says no: asks at once, because the answers tell why. */
  refused(): void;
  /** How the connection is; undefined where there is none. */
  follow(state: LiveState | undefined): void;
}

/** `isLive`: whether changes come by themselves. */
export function useListFeed(guildId: string): { feed: ListFeed; isLive: boolean } {
  const queryClient = useQueryClient();
  const [isLive, setIsLive] = useState(false);
  const { feed, stop } = useMemo(() => {
    const { queryKey } = ticketsQuery(guildId);
    const waiting = waitingQuery(guildId).queryKey;
    const ask = () => {
      void queryClient.invalidateQueries({ queryKey });
      void queryClient.invalidateQueries({ queryKey: waiting });
    };
    const refresh = atMostEvery(REFRESH_MS, ask);
    const seeAgain = atMostEvery(REFRESH_MS, () => seeTicketsAgain(queryClient, guildId));
    let wasLive = false;
    let arrived: TicketChange[] = [];
    const show = atMostEvery(GATHER_MS, () => {
      const changes = arrived;
      arrived = [];
      queryClient.setQueryData(queryKey, (list) => list && withChanges(list, changes));
      queryClient.setQueryData(waiting, (ids) => ids && withWaiting(ids, changes));
      // An answer that is on its way may be older than what has just been shown.
      if (queryClient.isFetching({ queryKey }) || queryClient.isFetching({ queryKey: waiting })) refresh();
    });
    const feed: ListFeed = {
      hear(frame) {
        if (frame.type === 'list_changed') {
          seeAgain();
          return refresh();
        }
        if (frame.type === 'ticket_read')
          return void queryClient.setQueryData(queryKey, (list) => list && withRead(list, frame.data));
        arrived.push(frame.data);
        show();
      },
      refresh,
      refused() {
        ask();
        seeTicketsAgain(queryClient, guildId);
      },
      follow(state) {
        setIsLive(state === 'live');
        // What happened between the answer and the connection, or while that was away, is not repeated.
        if (state !== 'live') return;
        refresh();
        if (wasLive) seeAgain();
        wasLive = true;
      },
    };
    const stop = () => {
      refresh.cancel();
      seeAgain.cancel();
      show.cancel();
    };
    return { feed, stop };
  }, [queryClient, guildId]);
  useEffect(() => stop, [stop]);
  useQuery({ ...waitingQuery(guildId), refetchInterval: isLive ? false : POLL_MS });
  return { feed, isLive };
}
