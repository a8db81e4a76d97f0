import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../lib/api.ts';
import { errorText } from '../../lib/query-client.ts';
import { newReplyKey, type PendingReply } from './replies.ts';
import { type DraftFile, letGo } from './reply-files.ts';
import { ticketKeys, ticketQuery } from './tickets.queries.ts';

const meta = { too_fast: true };
const NONE: readonly PendingReply[] = [];

/** Replies that show at once, and can be sent again if they fail, also by whoever looked elsewhere meanwhile. */
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
    // Two replies arrive in the order in which they were written.
    scope: { id: `reply-${guildId}-${ticketId}` },
    onSuccess: ({ message_id }, { key }) => {
      change(key, { status: 'sent', message_id });
      if (!isLive) void queryClient.invalidateQueries({ queryKey });
    },
    onError: (error, { key }) => change(key, { status: 'failed', error: errorText(error, meta) }),
  });

  return {
    pending,
    send: (content: string, files: readonly DraftFile[]) => {
      const reply: PendingReply = {
        key: newReplyKey(),
        content,
        files,
        written_at: Date.now(),
        after_id: queryClient.getQueryData(queryKey)?.live.messages.at(-1)?.id ?? null,
        status: 'sending',
        message_id: null,
        error: null,
      };
      setPending((now) => [...now, reply]);
      mutate(reply);
    },
    retry: (key: string) => {
      const reply = pending.find((candidate) => candidate.key === key);
      if (!reply) return;
      change(key, { status: 'sending', error: null });
      mutate(reply);
    },
    discard: (key: string) => setPending((now) => without(now, (reply) => reply.key === key)),
  };
}

function without(
  replies: readonly PendingReply[],
  isGone: (reply: PendingReply) => boolean,
): readonly PendingReply[] {
  letGo(replies.filter(isGone).flatMap(({ files }) => files));
  return replies.filter((reply) => !isGone(reply));
}
