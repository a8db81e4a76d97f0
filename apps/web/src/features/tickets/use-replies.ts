import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError, call } from '../../lib/api.ts';
import { errorText } from '../../lib/query-client.ts';
import { newestId, newReplyKey, nextReply, type PendingReply } from './replies.ts';
import { type DraftFile, letGo } from './reply-files.ts';
import { ticketKeys, ticketQuery } from './tickets.queries.ts';

const meta = { too_fast: true };
/** For a server that does not say when it would take the next one. */
const TOO_FAST_MS = 2000;
const NONE: readonly PendingReply[] = [];

/**
 * Replies that show at once, and can be sent again if they fail, also by whoever looked elsewhere meanwhile. They leave
 * one after another: none before the one that was written before it has arrived or was removed.
 */
export function useReplies({
  guildId,
  ticketId,
  isLive,
}: {
  guildId: string;
  ticketId: number;
  isLive: boolean;
}) {
  const queryClient = useQueryClient();
  const { queryKey } = ticketQuery(queryClient, guildId, ticketId);
  const pendingKey = ticketKeys.pending(guildId, ticketId);
  const { data: pending = NONE } = useQuery<readonly PendingReply[]>({
    queryKey: pendingKey,
    // Nobody is asked for them: they are only kept.
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const setPending = (next: (now: readonly PendingReply[]) => readonly PendingReply[]) =>
    queryClient.setQueryData<readonly PendingReply[]>(pendingKey, (now = NONE) => next(now));
  const change = (key: string, part: Partial<PendingReply>) =>
    setPending((now) => now.map((reply) => (reply.key === key ? { ...reply, ...part } : reply)));

  // What arrived is in the conversation; what did not waits here for its writer to come back.
  useEffect(
    () => () => {
      queryClient.setQueryData<readonly PendingReply[]>(ticketKeys.pending(guildId, ticketId), (now = NONE) =>
        without(now, ({ status }) => status === 'sent'),
      );
    },
    [queryClient, guildId, ticketId],
  );

  const sendNext = () => {
    const all = queryClient.getQueryData<readonly PendingReply[]>(pendingKey) ?? NONE;
    const next = nextReply(all);
    if (!next) return;
    const messages = queryClient.getQueryData(queryKey)?.live.messages ?? [];
    change(next.key, { status: 'sending', after_id: next.after_id ?? newestId(all, messages) });
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
        { track: false },
      ),
    meta,
    onSuccess: ({ message_id }, { key }) => {
      change(key, { status: 'sent', message_id });
      if (!isLive) void queryClient.invalidateQueries({ queryKey });
      sendNext();
    },
    onError: (error, { key }) => {
      if (!(error instanceof ApiError && error.status === 429)) {
        change(key, { status: 'failed', error: errorText(error, meta) });
        return;
      }
      change(key, { status: 'delayed' });
      setTimeout(() => tryAgain(key), error.retryAfterMs ?? TOO_FAST_MS);
    },
  });

  return {
    pending,
    send: (content: string, files: readonly DraftFile[]) => {
      const reply: PendingReply = {
        key: newReplyKey(),
        content,
        files,
        written_at: Date.now(),
        after_id: null,
        status: 'waiting',
        message_id: null,
        error: null,
      };
      setPending((now) => [...now, reply]);
      sendNext();
    },
    retry: tryAgain,
    discard: (key: string) => {
      setPending((now) => without(now, (reply) => reply.key === key));
      sendNext();
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
