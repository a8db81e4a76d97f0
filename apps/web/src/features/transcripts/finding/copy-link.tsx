import { Link2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../../components/ui/button.tsx';
import { toast } from '../../../lib/page/toast.ts';

/** Copies the address at which the transcript opens at a message. */
export function CopyMessageLink({ id }: { id: string }) {
  const t = useTranslations('transcript.find');
  const copy = () =>
    navigator.clipboard.writeText(`${location.origin}${location.pathname}#m-${id}`).then(
      () => toast.success(t('copied')),
      () => toast.error(t('not_copied')),
    );
  return (
    <IconButton size="small" label={t('copy_link')} onClick={() => void copy()}>
      <Link2 aria-hidden="true" />
    </IconButton>
  );
}
