import { CalendarClock } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../components/ui/button.tsx';
import { fetchModal, useWasOpen } from '../../../components/ui/overlays/lazy-modal.tsx';

const fetchRetention = () => import('./retention-modal.tsx');
const RetentionModal = lazy(async () => ({ default: (await fetchRetention()).RetentionModal }));

/** The button that opens for how long transcripts are kept. For administrators. */
export function RetentionButton({ guildId }: { guildId: string }) {
  const t = useTranslations('keeping.retention');
  const [open, setOpen] = useState(false);
  const wasOpen = useWasOpen(open);
  const fetchAhead = () => void Promise.all([fetchRetention(), fetchModal()]);
  return (
    <>
      <Button
        icon={<CalendarClock aria-hidden="true" />}
        aria-haspopup="dialog"
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
        onClick={() => setOpen(true)}
      >
        {t('action')}
      </Button>
      {wasOpen ? (
        <Suspense>
          <RetentionModal guildId={guildId} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
