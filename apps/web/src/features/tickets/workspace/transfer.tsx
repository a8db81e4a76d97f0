import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../components/ui/button.tsx';

const fetchDialog = () => import('./transfer-dialog.tsx');
const TransferDialog = lazy(async () => ({ default: (await fetchDialog()).TransferDialog }));

interface TransferTicketProps {
  guildId: string;
  ticketId: number;
  claimer: string | undefined;
  disabled: boolean;
}

/** Transfers the ticket to another member of staff. Its dialog is fetched when it is pointed at or opened. */
export function TransferTicket({ disabled, ...ticket }: TransferTicketProps) {
  const t = useTranslations('tickets.ticket.claim');
  // Each opening begins with nobody chosen.
  const [opening, setOpening] = useState({ count: 0, isOpen: false });
  const near = () =>
    Promise.all([fetchDialog(), import('../../../components/ui/choosing/person-search-box.tsx')]);
  return (
    <>
      <Button
        size="small"
        disabled={disabled}
        onPointerEnter={near}
        onFocus={near}
        onClick={() => setOpening(({ count }) => ({ count: count + 1, isOpen: true }))}
      >
        {t('transfer_to')}
      </Button>
      {opening.count > 0 ? (
        <Suspense>
          <TransferDialog
            key={opening.count}
            {...ticket}
            open={opening.isOpen}
            onClose={() => setOpening(({ count }) => ({ count, isOpen: false }))}
          />
        </Suspense>
      ) : null}
    </>
  );
}
