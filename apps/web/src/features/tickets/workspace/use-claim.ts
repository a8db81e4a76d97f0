import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { ApiError, call } from '../../../lib/api/api.ts';
import { errorText } from '../../../lib/api/query-client.ts';
import { toast } from '../../../lib/page/toast.ts';
import { ticketKeys } from '../tickets.queries.ts';

/** Who shall have a ticket: the caller, nobody, or another member of staff. */
export type ClaimChange = { type: 'claim' } | { type: 'unclaim' } | { type: 'transfer'; user_id: string };

/** Changes whose a ticket is. However it ends, the ticket is read again: a refusal mostly means that it has changed. */
export function useClaim(guildId: string, ticketId: number) {
  const t = useTranslations('tickets.ticket.claim');
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: ClaimChange) => {
      const params = { guild_id: guildId, ticket_id: ticketId };
      switch (change.type) {
        case 'claim':
          return call('tickets.claim', { params });
        case 'unclaim':
          return call('tickets.unclaim', { params });
        case 'transfer':
          return call('tickets.transfer', { params, body: { user_id: change.user_id } });
      }
    },
    meta: { quiet: true },
    onError: (error) => {
      if (error instanceof ApiError && error.fields.length) return;
      const isTaken = error instanceof ApiError && error.code === 'ticket.already_claimed';
      // The server's text names the person as Discord does.
      toast.error(isTaken ? t('taken') : errorText(error, { too_fast: true }));
    },
    onSettled: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ticketKeys.view(guildId, ticketId) }),
        queryClient.invalidateQueries({ queryKey: ticketKeys.list(guildId) }),
      ]);
    },
  });
}
