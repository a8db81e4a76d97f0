import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError, call } from '../../lib/api.ts';
import { errorText } from '../../lib/query-client.ts';
import { readSession, useSession } from '../../lib/session.ts';
import { startSignIn } from '../../lib/sign-in.ts';
import { keepReplies, keptReplies } from './kept-replies.ts';
import {
  arrivedAfterAll,
  newestId,
  newReplyKey,
  nextReply,
  type PendingReply,
  unseenReplies,
} from './replies.ts';
import { attach, type DraftFile, type DraftFiles, letGo } from './reply-files.ts';
import { type TicketState, ticketKeys, ticketQuery } from './tickets.queries.ts';

const meta = { too_fast: true };
/** For a server that does not say when it would take the next one. */
const TOO_FAST_MS = 2000;
const NONE: readonly PendingReply[] = [];

/**
 * Replies that show at once, and can be sent again if they fail, also after a reload or a look elsewhere. They leave
 * one after another: none before the one that was written before it has arrived or was removed.
 */
export function useReplies({
  guildId,
  ticketId,
  view,
  isLive,
}: {
  guildId: string;
  ticketId: number;
  view: TicketState;
  isLive: boolean;
}) {
  const queryClient = useQueryClient();
  const { queryKey } = ticketQuery(queryClient, guildId, ticketId);
  const userId = useSession()?.user_data.id ?? '';
  const place = { userId, guildId, ticketId };
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
        ticketKeys.pending({ userId, guildId, ticketId }),
        (now = NONE) => without(now, ({ status }) => status === 'sent'),
      );
    },
    [queryClient, userId, guildId, ticketId],
  );

  const sendNext = () => {
    const all = queryClient.getQueryData<readonly PendingReply[]>(pendingKey) ?? NONE;
    const next = nextReply(all);
    if (!next || !isSignedIn()) return;
    const messages = queryClient.getQueryData(queryKey)?.live.messages ?? [];
    const after_id = next.after_id ?? newestId(all, messages);
    change(next.key, { status: 'sending', after_id, may_have_arrived: true });
    mutate(next);
  };
  const tryAgain = (key: string) => {
    change(key, { status: 'waiting', error: null });
    sendNext();
  };

  const { mutate } = useMutation({
    mutationFn: (reply: PendingReply) =>
      call(
        'tickets.reply',
        {
          params: { guild_id: guildId, ticket_id: ticketId },
          body: { message: { type: 'message', content: reply.content }, idempotency_key: reply.key },
          files: reply.files.map(({ file }) => file),
        },
        { track: false, signInOn401: false },
      ),
    meta,
    onSuccess: ({ message_id }, { key }) => {
      change(key, { status: 'sent', message_id });
      if (!isLive) void queryClient.invalidateQueries({ queryKey });
      sendNext();
    },
    onError: (error, { key, may_have_arrived: mayHaveBefore }) => {
      const status = error instanceof ApiError ? error.status : 0;
      const may_have_arrived = mayHaveBefore || status === 0 || status >= 500;
      if (status === 429) {
        change(key, { status: 'delayed', may_have_arrived });
        const wait = error instanceof ApiError ? error.retryAfterMs : undefined;
        setTimeout(() => tryAgain(key), wait ?? TOO_FAST_MS);
        return;
      }
      change(key, { status: 'failed', may_have_arrived, error: errorText(error, meta) });
      // The reply is kept before the page is left, and is here after signing in again.
      if (status === 401 && isSignedIn()) void startSignIn();
    },
  });

  const discard = (key: string) => {
    setPending((now) => without(now, (reply) => reply.key === key));
    sendNext();
  };
  const arrived = arrivedAfterAll(pending, view.live.messages, view.self.id);
  useEffect(() => {
    for (const { key } of arrived) discard(key);
  });

  return {
    /** Those that the conversation does not show as messages. */
    waiting: unseenReplies(pending, view.live.messages, view.self.id),
    send: (content: string, files: readonly DraftFile[]) => {
      const reply: PendingReply = {
        key: newReplyKey(),
        content,
        files,
        lost_files: [],
        written_at: Date.now(),
        after_id: null,
        may_have_arrived: false,
        status: 'waiting',
        message_id: null,
        error: null,
      };
      setPending((now) => [...now, reply]);
      sendNext();
    },
    retry: tryAgain,
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

function without(
  replies: readonly PendingReply[],
  isGone: (reply: PendingReply) => boolean,
): readonly PendingReply[] {
  letGo(replies.filter(isGone).flatMap(({ files }) => files));
  return replies.filter((reply) => !isGone(reply));
}
