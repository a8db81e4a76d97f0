import { Download } from 'lucide-react';
import { lazy } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { LatePopup } from '../../components/ui/overlays/late-popup.tsx';
import type { DownloadProps } from './download-menu.tsx';

const fetchMenu = () => import('./download-menu.tsx');
const DownloadMenu = lazy(async () => ({ default: (await fetchMenu()).DownloadMenu }));

/** Keeps a transcript as a file, in the form that one chooses. */
export function DownloadTranscript(props: DownloadProps) {
  const t = useTranslations('transcripts.viewer.download');
  const opener = (
    <Button icon={<Download aria-hidden="true" />} aria-haspopup="menu">
      {t('action')}
    </Button>
  );
  return (
    <LatePopup opener={opener} fetchPopup={fetchMenu}>
      <DownloadMenu trigger={opener} {...props} />
    </LatePopup>
  );
}
