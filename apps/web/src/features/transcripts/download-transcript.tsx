import { Download } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';

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
  // The library's menus weigh as much as the page, so they come when someone goes for the button.
  const [wanted, setWanted] = useState(false);
  const opener = (
    <Button
      icon={<Download aria-hidden="true" />}
      aria-haspopup="menu"
      onPointerEnter={fetchMenu}
      onFocus={fetchMenu}
      onClick={() => setWanted(true)}
    >
      {t('action')}
    </Button>
  );
  if (!wanted) return opener;
  return (
    <Suspense fallback={opener}>
      <DownloadMenu trigger={opener} {...props} />
    </Suspense>
  );
}
