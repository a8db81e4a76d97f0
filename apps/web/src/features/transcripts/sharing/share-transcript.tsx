import { PermissionLevel } from '@tickets/contract/access/levels';
import { Share2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../components/ui/button.tsx';
import { fetchModal, useWasOpen } from '../../../components/ui/overlays/lazy-modal.tsx';
import { useUnlessLetIn } from '../../../lib/page/let-in.ts';

const fetchShare = () => import('./share-modal.tsx');
const ShareModal = lazy(async () => ({ default: (await fetchShare()).ShareModal }));

/** The button that opens the links of a transcript. */
export function ShareTranscript(ticket: { guildId: string; ticketId: number }) {
  const t = useTranslations('sharing');
  const [open, setOpen] = useState(false);
  const unlessLetIn = useUnlessLetIn(PermissionLevel.support);
  const wasOpen = useWasOpen(open);
  const fetchAhead = () => void Promise.all([fetchShare(), fetchModal()]);
  return (
    <>
      <Button
        {...unlessLetIn}
        icon={<Share2 aria-hidden="true" />}
        aria-haspopup="dialog"
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
        onClick={() => setOpen(true)}
      >
        {t('action')}
      </Button>
      {wasOpen ? (
        <Suspense>
          <ShareModal {...ticket} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
