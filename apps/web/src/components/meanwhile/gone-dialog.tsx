import type { ChangedMeanwhile } from '@tickets/contract/audit/audit';
import { useTranslations } from 'use-intl';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/overlays/modal.tsx';

interface GoneDialogProps {
  id: string;
  /** The latest tells of the deletion. */
  changed: readonly ChangedMeanwhile[];
  onSave: () => void;
  /** Goes on editing, with what was typed. */
  onClose: () => void;
}

/** Somebody deleted what was being edited: it can be saved as new. */
export function GoneDialog({ id, changed: [last], onSave, onClose }: GoneDialogProps) {
  const t = useTranslations('meanwhile.gone');
  const common = useTranslations('common');
  const who = last?.username ? `${t('by', { name: last.username })} ` : '';
  return (
    <Modal
      open
      onClose={onClose}
      title={t('title', { id })}
      message={who + t('text')}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button variant="primary" onClick={onSave}>
            {t('save')}
          </Button>
        </>
      }
    />
  );
}
