import type { TicketDetail } from '@tickets/contract/tickets';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { useSession } from '../../lib/session.ts';
import { useLevel } from '../../lib/use-level.ts';
import styles from './tickets.module.css';
import { TransferTicket } from './transfer.tsx';
import { useClaim } from './use-claim.ts';

interface ClaimActionsProps {
  guildId: string;
  ticket: TicketDetail;
  disabled: boolean;
}

/** What one can do about whose a ticket is. Threads belong to nobody: Discord cannot close them to the others. */
export function ClaimActions({ guildId, ticket, disabled }: ClaimActionsProps) {
  const t = useTranslations('tickets.ticket.claim');
  const self = useSession()?.user_data.id;
  const isAdmin = useLevel() === 2;
  const claim = useClaim(guildId, ticket.id);
  if (ticket.is_thread) return null;
  const { claimed_by } = ticket;
  const isTheirs = claimed_by?.id === self || isAdmin;
  return (
    <div className={styles.claim}>
      {claimed_by === null ? (
        <Button
          size="small"
          variant="primary"
          busy={claim.isPending}
          disabled={disabled}
          onClick={() => claim.mutate({ type: 'claim' })}
        >
          {t('claim')}
        </Button>
      ) : isTheirs ? (
        <Button
          size="small"
          busy={claim.isPending}
          disabled={disabled}
          onClick={() => claim.mutate({ type: 'unclaim' })}
        >
          {t('unclaim')}
        </Button>
      ) : null}
      {claimed_by === null || isTheirs ? (
        <TransferTicket
          guildId={guildId}
          ticketId={ticket.id}
          claimer={claimed_by?.id}
          disabled={disabled || claim.isPending}
        />
      ) : null}
    </div>
  );
}
