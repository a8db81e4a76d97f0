import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError, call } from '../../../lib/api/api.ts';
import { errorText } from '../../../lib/api/query-client.ts';
import { toast } from '../../../lib/page/toast.ts';
import { useQueueSteps } from '../queue/use-queue.tsx';
import { draftKeys, keepText } from '../reply/kept-text.ts';
import { ticketKeys } from '../tickets.queries.ts';

interface Closing {
  reason: string;
  /** Where to after that: the next ticket that waits, where there is one. Else the list. */
  next: boolean;
}

export type CloseTicketMutation = ReturnType<typeof useCloseTicket>;

/** Closes a ticket and leaves its page, unless that was left before the answer came. */
export function useCloseTicket(guildId: string, ticketId: number) {
  const t = useTranslations('tickets.ticket');
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  const { openNextWaiting } = useQueueSteps();
  // Whoever is on the way to another page is there.
  const isHere = () => {
    const params = { guildId, ticketId: String(ticketId) };
    const { pathname } = router.buildLocation({ to: '/manage/$guildId/tickets/view/$ticketId', params });
    return router.latestLocation.pathname === pathname;
  };
  // Presses come faster than a render.
  const isUnderWay = useRef(false);
  const closing = useMutation({
    mutationFn: ({ reason }: Closing) =>
      call('tickets.close', {
        params: { guild_id: guildId, ticket_id: ticketId },
        body: { reason: reason.trim() || null },
      }),
    meta: { quiet: true },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.fields.length === 0)
        toast.error(errorText(error, { too_fast: true }));
    },
    onSuccess: async (_, { next }) => {
      keepText(draftKeys.closeReason(guildId, ticketId), '');
      toast.success(t('closed', { id: ticketId }));
      if (isHere() && !(next && (await openNextWaiting())))
        await navigate({ to: '/manage/$guildId/tickets', params: { guildId } });
      queryClient.removeQueries({ queryKey: ticketKeys.view(guildId, ticketId) });
      await queryClient.invalidateQueries({ queryKey: ticketKeys.list(guildId) });
    },
    onSettled: () => {
      isUnderWay.current = false;
    },
  });
  return {
    ...closing,
    mutate: (how: Closing) => {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      closing.mutate(how);
    },
  };
}
