import { Download } from 'lucide-react';
import { lazy } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { LatePopup } from '../../components/ui/overlays/late-popup.tsx';

const fetchMenu = () => import('./download-menu.tsx');
const DownloadMenu = lazy(async () => ({ default: (await fetchMenu()).DownloadMenu }));

export interface DownloadProps {
  guildId: string;
  ticketId: number;
  /** Of the ticket's channel: what the file is called. */
  name: string;
}

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
