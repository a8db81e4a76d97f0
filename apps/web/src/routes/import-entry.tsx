import { Upload } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { NavButton } from '../components/layout/nav.tsx';
import { fetchModal, useWasOpen } from '../components/ui/overlays/lazy-modal.tsx';
import { loadMessages } from '../lib/page/messages.ts';

const fetchImport = async () => {
  const [module] = await Promise.all([
    import('../features/transfer/files/import-modal.tsx'),
    loadMessages('transfer'),
  ]);
  return { default: module.ImportModal };
};
const ImportModal = lazy(fetchImport);

/** The entry of the menu that opens a modal in place of a page. */
export function ImportEntry({ guildId }: { guildId: string }) {
  const t = useTranslations('common.nav');
  const [open, setOpen] = useState(false);
  const wasOpen = useWasOpen(open);
  const fetchAhead = () => void Promise.all([fetchImport(), fetchModal()]);
  return (
    <>
      <NavButton icon={Upload} label={t('import')} onFetch={fetchAhead} onOpen={() => setOpen(true)} />
      {wasOpen ? (
        <Suspense>
          <ImportModal key={guildId} guildId={guildId} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
