import { PermissionLevel } from '@tickets/contract/access/levels';
import { Download } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../components/ui/button.tsx';
import { fetchModal, useWasOpen } from '../../../components/ui/overlays/lazy-modal.tsx';
import { useUnlessLetIn } from '../../../lib/page/let-in.ts';
import type { DownloadsProps } from './downloads-modal.tsx';

const fetchDownloads = () => import('./downloads-modal.tsx');
const DownloadsModal = lazy(async () => ({ default: (await fetchDownloads()).DownloadsModal }));

/** The button that opens the downloads of many transcripts. */
export function DownloadsButton(props: DownloadsProps) {
  const t = useTranslations('keeping.downloads');
  const [open, setOpen] = useState(false);
  const unlessLetIn = useUnlessLetIn(PermissionLevel.support);
  const wasOpen = useWasOpen(open);
  const fetchAhead = () => void Promise.all([fetchDownloads(), fetchModal()]);
  return (
    <>
      <Button
        {...unlessLetIn}
        icon={<Download aria-hidden="true" />}
        aria-haspopup="dialog"
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
        onClick={() => setOpen(true)}
      >
        {t('action')}
      </Button>
      {wasOpen ? (
        <Suspense>
          <DownloadsModal {...props} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
