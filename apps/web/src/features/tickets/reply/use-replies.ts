import { type QueryKey, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { ApiError, call } from '../../../lib/api/api.ts';
import { errorText } from '../../../lib/api/query-client.ts';
import { unlessLost } from '../../../lib/api/unless-lost.ts';
import { retryDelay } from '../../../lib/live/live-socket.ts';
import { toast } from '../../../lib/page/toast.ts';
import { readSession, useSession } from '../../../lib/session/session.ts';
import { startSignIn } from '../../../lib/session/sign-in.ts';
import type { LiveMessages } from '../conversation/live-messages.ts';
import { type TicketState, ticketKeys, ticketQuery } from '../tickets.queries.ts';
import { keepReplies, keptReplies } from './kept-replies.ts';
import {
  arrivedAfterAll,
  firstUnsent,
  isEmptied,
  newestId,
  newReplyKey,
  nextReply,
  type PendingReply,
  unseenReplies,
} from './replies.ts';
import { attach, type DraftFile, type DraftFiles, letGo } from './reply-files.ts';

/** What went wrong stands at the reply. */
const meta = { too_fast: true, quiet: true };
/** For a server that does not say when it would take the next one. */
const TOO_FAST_MS = 2000;
/** What has had no answer for so long will have none; files take their time to be uploaded. */
const PATIENCE_MS = { text: 45_000, files: 600_000 };
const NONE: readonly PendingReply[] = [];

/** Where what is written goes, as whom, and in which answer of the API it shows. */
export interface ReplyDoor {
  route: 'tickets.reply' | 'own_tickets.write';
  queryKey: QueryKey;
  /** Apart from what the same person writes there by another door. */
  keptAs: string;
}

/**
 * Replies that show at once and leave one after another: none before the one that was written before it has arrived or
 * was removed. What nobody answers is sent again by itself, also while one looks elsewhere; what was refused, or was
 * left behind by a reload, when its writer says so.
 */
export function useReplies({
  guildId,
  ticketId,
  view,
  isLive,
  door,
}: {
  guildId: string;
  ticketId: number;
  view: Pick<TicketState, 'live' | 'self'>;
  isLive: boolean;
  /** Staff's, where it is not told. */
  door?: ReplyDoor;
}) {
  const queryClient = useQueryClient();
  const {
    route,
    queryKey,
    keptAs = guildId,
  } = door ?? {
    route: 'tickets.reply' as const,
    queryKey: ticketQuery(queryClient, guildId, ticketId).queryKey,
  };
  const userId = useSession()?.user_data.id ?? '';
  const place = { userId, guildId: keptAs, ticketId };
  const pendingKey = ticketKeys.pending(place);
  const { data: pending = NONE } = useQuery<readonly PendingReply[]>({
    queryKey: pendingKey,
    // Nobody is asked for them: they are only kept.
    queryFn: skipToken,
    initialData: () => keptReplies(place),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const isSignedIn = () => readSession()?.user_data.id === userId;
  const setPending = (next: (now: readonly PendingReply[]) => readonly PendingReply[]) => {
    const now = queryClient.setQueryData<readonly PendingReply[]>(pendingKey, (now = NONE) => next(now));
    if (now && isSignedIn()) keepReplies(place, now);
  };
  const change = (key: string, part: Partial<PendingReply>) =>
    setPending((now) => now.map((reply) => (reply.key === key ? { ...reply, ...part } : reply)));

  // What arrived is in the conversation; what did not waits here for its writer to come back.
  useEffect(
    () => () => {
      queryClient.setQueryData<readonly PendingReply[]>(
        ticketKeys.pending({ userId, guildId: keptAs, ticketId }),
        (now = NONE) => without(now, ({ status }) => status === 'sent'),
      );
    },
    [queryClient, userId, keptAs, ticketId],
  );

  const sendNext = () => {
    const all = queryClient.getQueryData<readonly PendingReply[]>(pendingKey) ?? NONE;
    const next = nextReply(all);
    if (!next || !isSignedIn()) return;
    const messages = queryClient.getQueryData<{ live: LiveMessages }>(queryKey)?.live.messages ?? [];
    const after_id = next.after_id ?? newestId(all, messages);
    change(next.key, { status: 'sending', after_id, may_have_arrived: true });
    mutate(next);
  };
  const sendAgain = (isMeant: (reply: PendingReply) => boolean) => {
    setPending((now) =>
      now.map((reply) => (isMeant(reply) ? { ...reply, status: 'waiting', error: null } : reply)),
    );
    sendNext();
  };
  /** By now it may have been removed, or be on its way again. */
  const goOn = (key: string, status: 'delayed' | 'retrying') =>
    sendAgain((reply) => reply.key === key && reply.status === status);

  const arrive = (key: string, message_id: string) => {
    change(key, { status: 'sent', message_id });
    sendNext();
  };

  const { mutate } = useMutation({
    mutationFn: (reply: PendingReply) =>
      unlessLost(
        (signal) =>
          call(
            route,
            {
              params: { guild_id: guildId, ticket_id: ticketId },
              body: { message: { type: 'message', content: reply.content }, idempotency_key: reply.key },
              files: reply.files.map(({ file }) => file),
            },
            { track: false, signInOn401: false, signal },
          ),
        reply.files.length ? PATIENCE_MS.files : PATIENCE_MS.text,
      ),
    meta,
    // Without a network it fails at once, and is sent again when there is one.
    networkMode: 'always',
    onSuccess: ({ message_id }, { key }) => {
      arrive(key, message_id);
      if (!isLive) void queryClient.invalidateQueries({ queryKey });
    },
    onError: (error, { key, unanswered, may_have_arrived: mayHaveBefore }) => {
      const status = error instanceof ApiError ? error.status : 0;
      const isUnanswered = status === 0 || status >= 500;
      const told = { may_have_arrived: mayHaveBefore || isUnanswered, error: errorText(error, meta) };
      if (isUnanswered) {
        change(key, { ...told, status: 'retrying', unanswered: unanswered + 1 });
        atOnceWhenOnline(retryDelay(unanswered, Math.random), () => goOn(key, 'retrying'));
        return;
      }
      toast.error(told.error);
      if (status === 429) {
        change(key, { ...told, status: 'delayed' });
        const wait = error instanceof ApiError ? error.retryAfterMs : undefined;
        setTimeout(() => goOn(key, 'delayed'), wait ?? TOO_FAST_MS);
        return;
      }
      change(key, { ...told, status: 'failed' });
      // The reply is kept before the page is left, and is here after signing in again.
      if (status === 401 && isSignedIn()) void startSignIn();
    },
  });

  const onReconnected = useEffectEvent(() => {
    const first = firstUnsent(pending);
    if (first?.status === 'retrying') goOn(first.key, 'retrying');
  });
  useEffect(() => {
    if (isLive) onReconnected();
  }, [isLive]);

  const discard = (key: string) => {
    setPending((now) => without(now, (reply) => reply.key === key));
    sendNext();
  };
  const arrived = arrivedAfterAll(pending, view.live.messages, view.self.id);
  useEffect(() => {
    for (const { key, message_id } of arrived) arrive(key, message_id);
  });

  return {
    /** Those that have not arrived, in their order. */
    unsent: pending.filter(({ status }) => status !== 'sent'),
    /** Those that the conversation does not show as messages. */
    waiting: unseenReplies(pending, view.live.messages, view.self.id),
    /** How far one and all others are by now, which may be later than what is drawn. */
    progress: (key: string): 'all sent' | 'under way' | 'not sent' => {
      const all = queryClient.getQueryData<readonly PendingReply[]>(pendingKey) ?? NONE;
      if (all.every((reply) => reply.key !== key)) return 'not sent';
      if (all.some(({ status }) => status === 'failed')) return 'not sent';
      return all.every(({ status }) => status === 'sent') ? 'all sent' : 'under way';
    },
    /** Answers its key. */
    send: (content: string, files: readonly DraftFile[]): string => {
      const reply: PendingReply = {
        key: newReplyKey(),
        content,
        files,
        lost_files: [],
        written_at: Date.now(),
        after_id: null,
        may_have_arrived: false,
        status: 'waiting',
        unanswered: 0,
        message_id: null,
        error: null,
      };
      setPending((now) => [...now, reply]);
      sendNext();
      return reply.key;
    },
    retry: () =>
      sendAgain((reply) => (reply.status === 'failed' || reply.status === 'retrying') && !isEmptied(reply)),
    discard,
    /** Attaches files that a reload has lost. Answers what cannot be attached. */
    attachAgain: (
      { key, files, lost_files }: PendingReply,
      chosen: readonly File[],
    ): DraftFiles['problems'] => {
      const attached = attach(files, { files: chosen });
      const names = attached.files.map(({ file }) => file.name);
      change(key, {
        files: attached.files,
        lost_files: lost_files.filter(({ name }) => !names.includes(name)),
      });
      return attached.problems;
    },
  };
}

/** Does something after a while, or as soon as the network is back. */
function atOnceWhenOnline(ms: number, act: () => void): void {
  const go = () => {
    window.clearTimeout(timer);
    window.removeEventListener('online', go);
    act();
  };
  const timer = window.setTimeout(go, ms);
  window.addEventListener('online', go);
}

function without(
  replies: readonly PendingReply[],
  isGone: (reply: PendingReply) => boolean,
): readonly PendingReply[] {
  letGo(replies.filter(isGone).flatMap(({ files }) => files));
  return replies.filter((reply) => !isGone(reply));
}
