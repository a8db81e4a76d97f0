import type { TicketDetail } from '@tickets/contract/tickets/tickets';
import { useTranslations } from 'use-intl';
import { Button } from '../../../components/ui/button.tsx';
import { useShortcut } from '../../../lib/keys/use-shortcut.ts';
import { useSession } from '../../../lib/session/session.ts';
import { useLevel } from '../../../lib/session/use-level.ts';
import styles from '../tickets.module.css';
import { TransferTicket } from './transfer.tsx';
import { useClaim } from './use-claim.ts';

interface ClaimActionsProps {
  guildId: string;
  ticket: TicketDetail;
  disabled: boolean;
}

/** Claims the ticket, gives it back, or transfers it. C does the first two. Threads cannot be claimed. */
export function ClaimActions({ guildId, ticket, disabled }: ClaimActionsProps) {
  const t = useTranslations('tickets.ticket.claim');
  const self = useSession()?.user_data.id;
  const isAdmin = useLevel() === 2;
  const claim = useClaim(guildId, ticket.id);
  const { claimed_by } = ticket;
  const isTheirs = claimed_by?.id === self || isAdmin;
  const change = claimed_by === null ? 'claim' : isTheirs ? 'unclaim' : undefined;
  const press = change && (() => claim.mutate({ type: change }));
  useShortcut('c', disabled || ticket.is_thread || claim.isPending ? undefined : press);
  if (ticket.is_thread || !change) return null;
  return (
    <div className={styles.claim}>
      <Button
        size="small"
        variant={change === 'claim' ? 'primary' : 'secondary'}
        shortcut="C"
        busy={claim.isPending}
        disabled={disabled}
        onClick={press}
      >
        {t(change)}
      </Button>
      <TransferTicket
        guildId={guildId}
        ticketId={ticket.id}
        claimer={claimed_by?.id}
        disabled={disabled || claim.isPending}
      />
    </div>
  );
}
