import { hashKey, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { unknownUsername } from '@tickets/contract/platform/names';
import type { GuildLiveFrame, LiveServerFrame } from '@tickets/contract/tickets/live';
import { useEffect, useState } from 'react';
import { socketUrl } from '../../../lib/api/api.ts';
import { guildKeys } from '../../../lib/api/guild.queries.ts';
import { LiveSocket, type LiveState } from '../../../lib/live/live-socket.ts';
import { readToken } from '../../../lib/session/session.ts';
import { atMostEvery } from '../../../lib/time/at-most-every.ts';
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

/** What a page has of a ticket, as far as it changes while it is looked at. */
interface LiveTicket extends Pick<TicketState, 'live' | 'mentions'> {
  ticket: Pick<TicketState['ticket'], 'last_response_is_staff' | 'channel_name'> & {
    claimed_by?: TicketState['ticket']['claimed_by'];
  };
  closed?: boolean;
}

interface LiveTicketOptions {
  enabled: boolean;
  /** Of the list of open tickets, which hears of changes over the same socket. */
  list?: ListFeed;
  /** Where its opener looks at it: the answer that they were given. */
  own?: { queryKey: QueryKey };
}

/** Keeps a ticket in the cache up to date while it is looked at. Answers how the connection is. */
export function useLiveTicket(
  guildId: string,
  ticketId: number,
  { enabled, list, own }: LiveTicketOptions,
): LiveState | undefined {
  const queryClient = useQueryClient();
  const [state, setState] = useState<LiveState>();
  const ownKey = own && hashKey(own.queryKey);

  useEffect(() => {
    if (!enabled) return;
    const queryKey: QueryKey = ownKey
      ? JSON.parse(ownKey)
      : ticketQuery(queryClient, guildId, ticketId).queryKey;
    const read = () => queryClient.getQueryData<LiveTicket>(queryKey);
    const write = (next: (ticket: LiveTicket) => LiveTicket) =>
      queryClient.setQueryData<LiveTicket>(queryKey, (ticket) => ticket && next(ticket));
    const reload = atMostEvery(RELOAD_MS, () => void queryClient.invalidateQueries({ queryKey }));

    // What comes closer together than anybody reads is drawn together.
    let arrived: ChangeFrame[] = [];
    const showArrived = () => {
      if (!arrived.length) return;
      const frames = arrived;
      arrived = [];
      write((state) => frames.reduce(changed, state));
      const state = read();
      if (state && frames.some((frame) => namesUnknown(frame, state))) reload();
    };
    const show = atMostEvery(DRAW_MS, showArrived);

    let wasLive = false;
    let askedSince = 0;
    const onFrame = (frame: LiveServerFrame) => {
      if ('error' in frame) {
        // The calls say what the matter is: no access, no premium, or a session that ended.
        reload();
        list?.refused();
        void queryClient.invalidateQueries({ queryKey: guildKeys.premium(guildId) });
        return;
      }
      switch (frame.type) {
        case 'authenticated':
          // Messages that were missed come by themselves; whose the ticket is does not.
          if (wasLive) reload();
          wasLive = true;
          // We had seen more than there is: another database stands behind the address now.
          if (frame.data.seq < askedSince) void queryClient.resetQueries({ queryKey });
          return;
        case 'names_learned':
          list?.refresh();
          return learnNames(queryClient, queryKey);
        case 'ticket_closed':
          // An answer that is on its way may have been given while it was open.
          void queryClient.cancelQueries({ queryKey }).then(() => {
            write((ticket) => ({ ...ticket, closed: true }));
            // Its opener is asked what comes after: how it was, and what they thought of it.
            if (ownKey) reload();
          });
          return;
        case 'ticket_reopened':
          return reload();
        case 'tickets_changed':
        case 'ticket_read':
        case 'list_changed':
          return list?.hear(frame);
        default:
          arrived.push(frame);
          show();
      }
    };

    const socket = new LiveSocket({
      url: socketUrl(`/api/${guildId}/tickets/${ticketId}/live-chat`),
      auth: () => {
        showArrived();
        askedSince = read()?.live.seq ?? 0;
        return { token: token(), since: askedSince, ...(ownKey ? { own: true } : { list: true }) };
      },
      onState(next) {
        setState(next);
        list?.follow(next);
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
      list?.follow(undefined);
    };
  }, [queryClient, guildId, ticketId, enabled, list, ownKey]);

  return state;
}

/** Messages that stand there keep the name under which they came, so one of an unknown author makes all be read anew. */
function learnNames(queryClient: QueryClient, queryKey: QueryKey): void {
  const { messages = [] } = queryClient.getQueryData<LiveTicket>(queryKey)?.live ?? {};
  if (messages.some(({ author }) => author.username === unknownUsername))
    void queryClient.resetQueries({ queryKey });
  else void queryClient.invalidateQueries({ queryKey });
}

function changed(state: LiveTicket, frame: ChangeFrame): LiveTicket {
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
function namesUnknown(frame: ChangeFrame, { ticket, mentions }: LiveTicket): boolean {
  if (frame.type === 'ticket_update') return frame.data.claimed_by !== (ticket.claimed_by?.id ?? null);
  const { content, embeds } = frame.data;
  return [...`${content} ${JSON.stringify(embeds)}`.matchAll(/<@!?(\d+)>/g)].some(
    ([, id]) => id !== undefined && !(id in mentions.users),
  );
}
