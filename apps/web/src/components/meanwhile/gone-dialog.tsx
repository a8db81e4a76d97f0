import { useTranslations } from 'use-intl';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/overlays/modal.tsx';
import type { MeetingProps } from './meanwhile-dialog.tsx';

interface GoneDialogProps<T extends object> extends MeetingProps<T> {
  what: 'tag' | 'panel' | 'multi_panel' | 'form' | 'webhook';
  name: string;
  /** What else is known of it. */
  note?: string | undefined;
  /** What a new one begins as. */
  begun: T;
}

/** Somebody deleted what was being edited: it can be saved as new. */
export function GoneDialog<T extends object>({
  what,
  name,
  note,
  begun,
  meeting: { mine, changed },
  draft,
  save,
  onClose,
}: GoneDialogProps<T>) {
  const t = useTranslations('meanwhile.gone');
  const common = useTranslations('common');
  // The latest tells of the deletion.
  const [last] = changed;
  const who = last?.username ? `${t('by', { name: last.username })} ` : '';
  const noun = t(`what.${what}`);
  const saveAsNew = () => {
    const base = { value: begun, version: undefined };
    onClose();
    draft.rebase(base, mine);
    save({ value: mine, base });
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={t('title', { what: noun, name })}
      message={[who + t('text', { what: noun }), note].filter(Boolean).join(' ')}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button variant="primary" onClick={saveAsNew}>
            {t('save')}
          </Button>
        </>
      }
    />
  );
}
