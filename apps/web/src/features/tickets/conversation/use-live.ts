import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { unknownUsername } from '@tickets/contract/platform/names';
import type { GuildLiveFrame, LiveServerFrame } from '@tickets/contract/tickets/live';
import { useEffect, useState } from 'react';
import { socketUrl } from '../../../lib/api.ts';
import { atMostEvery } from '../../../lib/at-most-every.ts';
import { guildKeys } from '../../../lib/guild.queries.ts';
import { LiveSocket, type LiveState } from '../../../lib/live-socket.ts';
import { readToken } from '../../../lib/session.ts';
import { type ListFeed, useListFeed } from '../list/use-list-feed.ts';
import { mergeNames, type TicketState, ticketQuery } from '../tickets.queries.ts';
import { liveMessages } from './live-messages.ts';

const token = () => readToken() ?? '';
const RELOAD_MS = 1000;

/** A ticket is drawn at most this often. */
const DRAW_MS = 200;

/** What changes in a ticket. */
type ChangeFrame = Extract<
  LiveServerFrame,
  { type: 'message' | 'message_update' | 'message_delete' | 'ticket_update' }
>;

/** Keeps the list of open tickets up to date. */
export function useLiveTickets(guildId: string): void {
  const { feed } = useListFeed(guildId);
  useEffect(() => {
    const onFrame = (frame: GuildLiveFrame) => {
      if ('error' in frame) return feed.refused();
      if (frame.type === 'authenticated') return;
      if (frame.type === 'names_learned') feed.refresh();
      else feed.hear(frame);
    };
    const socket = new LiveSocket({
      url: socketUrl(`/api/${guildId}/live`),
      auth: () => ({ token: token() }),
      onState: feed.follow,
      onFrame: (frame) => onFrame(frame as GuildLiveFrame), // our own server, by the contract
    });
    socket.start();
    return () => socket.stop();
  }, [guildId, feed]);
}

interface LiveTicketOptions {
  enabled: boolean;
  /** Of the list of open tickets, which hears of changes over the same socket. */
  list: ListFeed;
}

/** Keeps a ticket in the cache up to date while it is looked at. Answers how the connection is. */
export function useLiveTicket(
  guildId: string,
  ticketId: number,
  { enabled, list }: LiveTicketOptions,
): LiveState | undefined {
  const queryClient = useQueryClient();
  const [state, setState] = useState<LiveState>();

  useEffect(() => {
    if (!enabled) return;
    const { queryKey } = ticketQuery(queryClient, guildId, ticketId);
    const read = () => queryClient.getQueryData(queryKey);
    const reload = atMostEvery(RELOAD_MS, () => void queryClient.invalidateQueries({ queryKey }));

    // What comes closer together than anybody reads is drawn together.
    let arrived: ChangeFrame[] = [];
    const showArrived = () => {
      if (!arrived.length) return;
      const frames = arrived;
      arrived = [];
      queryClient.setQueryData(queryKey, (state) => state && frames.reduce(changed, state));
      const state = read();
      if (state && frames.some((frame) => namesUnknown(frame, state))) reload();
    };
    const show = atMostEvery(DRAW_MS, showArrived);

    let wasLive = false;
    const onFrame = (frame: LiveServerFrame) => {
      if ('error' in frame) {
        // The calls say what the matter is: no access, no premium, or a session that ended.
        reload();
        list.refused();
        void queryClient.invalidateQueries({ queryKey: guildKeys.premium(guildId) });
        return;
      }
      switch (frame.type) {
        case 'authenticated':
          // Messages that were missed come by themselves; whose the ticket is does not.
          if (wasLive) reload();
          wasLive = true;
          // We have seen more than there is: another database stands behind the address now.
          if (frame.data.seq < (read()?.live.seq ?? 0)) void queryClient.resetQueries({ queryKey });
          return;
        case 'names_learned':
          list.refresh();
          return learnNames(queryClient, guildId, ticketId);
        case 'ticket_closed':
          // An answer that is on its way may have been given while it was open.
          void queryClient
            .cancelQueries({ queryKey })
            .then(() =>
              queryClient.setQueryData(queryKey, (ticket) => ticket && { ...ticket, closed: true }),
            );
          return;
        case 'tickets_changed':
        case 'ticket_read':
        case 'list_changed':
          return list.hear(frame);
        default:
          arrived.push(frame);
          show();
      }
    };

    const socket = new LiveSocket({
      url: socketUrl(`/api/${guildId}/tickets/${ticketId}/live-chat`),
      auth: () => {
        showArrived();
        return { token: token(), since: read()?.live.seq ?? 0, list: true };
      },
      onState(next) {
        setState(next);
        list.follow(next);
      },
      onFrame: (frame) => onFrame(frame as LiveServerFrame), // our own server, by the contract
    });
    socket.start();
    return () => {
      socket.stop();
      show.cancel();
      showArrived();
      reload.cancel();
      setState(undefined);
      list.follow(undefined);
    };
  }, [queryClient, guildId, ticketId, enabled, list]);

  return state;
}

/** Messages that stand there keep the name under which they came, so one of an unknown author makes all be read anew. */
function learnNames(queryClient: QueryClient, guildId: string, ticketId: number): void {
  const { queryKey } = ticketQuery(queryClient, guildId, ticketId);
  const { messages = [] } = queryClient.getQueryData(queryKey)?.live ?? {};
  if (messages.some(({ author }) => author.username === unknownUsername))
    void queryClient.resetQueries({ queryKey });
  else void queryClient.invalidateQueries({ queryKey });
}

function changed(state: TicketState, frame: ChangeFrame): TicketState {
  if (frame.type !== 'ticket_update') {
    const live = liveMessages(state.live, { type: 'frame', frame });
    const bringsNames = Object.values(frame.mentions).some((names) => Object.keys(names).length > 0);
    return bringsNames
      ? { ...state, live, mentions: mergeNames(state.mentions, frame.mentions) }
      : { ...state, live };
  }
  const { last_response_is_staff, channel_name } = frame.data;
  return { ...state, ticket: { ...state.ticket, last_response_is_staff, channel_name } };
}

/** Somebody whose name did not come with the change, or who claimed the ticket: that tells it. */
function namesUnknown(frame: ChangeFrame, { ticket, mentions }: TicketState): boolean {
  if (frame.type === 'ticket_update') return frame.data.claimed_by !== (ticket.claimed_by?.id ?? null);
  const { content, embeds } = frame.data;
  return [...`${content} ${JSON.stringify(embeds)}`.matchAll(/<@!?(\d+)>/g)].some(
    ([, id]) => id !== undefined && !(id in mentions.users),
  );
}
