import { useTranslations } from 'use-intl';
import { LazyConfirmDialog } from '../../components/ui/overlays/lazy-modal.tsx';

interface RemoveQuestionProps {
  /** Of the integration. */
  name: string;
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  busy: boolean;
}

/** Asked before an integration is taken from a server: what was entered for it there is gone for good. */
export function RemoveQuestion({ name, ...dialog }: RemoveQuestionProps) {
  const t = useTranslations('integrations.remove');
  return (
    <LazyConfirmDialog
      {...dialog}
      title={t('title', { name })}
      message={t('ask', { name })}
      confirmLabel={t('confirm')}
      danger
    />
  );
}
