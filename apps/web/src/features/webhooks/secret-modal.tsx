import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { Field } from '../../components/ui/fields/field.tsx';
import { TextInput } from '../../components/ui/fields/text-input.tsx';
import { LazyConfirmDialog, LazyModal } from '../../components/ui/overlays/lazy-modal.tsx';
import { toast } from '../../lib/page/toast.ts';
import { GuideLink } from './guide-link.tsx';
import styles from './webhooks.module.css';

/** Shows a secret, once. */
export function SecretModal({ secret, onClose }: { secret: string | undefined; onClose: () => void }) {
  const t = useTranslations('webhooks.secret');
  const box = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<string>();
  const [asks, setAsks] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(secret ?? '');
    setCopied(secret);
    toast.success(t('copied'));
  };
  const close = () => {
    setAsks(false);
    onClose();
  };
  return (
    <LazyModal
      open={secret !== undefined}
      // A key that was pressed once too often loses nothing.
      onClose={() => (copied === secret ? close() : setAsks(true))}
      title={t('title')}
      message={t('text')}
      initialFocus={box}
      footer={
        <Button variant="primary" onClick={close}>
          {t('done')}
        </Button>
      }
    >
      <div className={styles.secret}>
        <Field label={t('label')}>
          <TextInput
            ref={box}
            className={styles.mono}
            value={secret ?? ''}
            readOnly
            onChange={() => undefined}
            onFocus={(event) => event.target.select()}
            onCopy={() => setCopied(secret)}
          />
        </Field>
        <Button onClick={() => void copy()}>{t('copy')}</Button>
      </div>
      <GuideLink>{t('verify')}</GuideLink>
      <LazyConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        onConfirm={close}
        title={t('leave.title')}
        message={t('leave.text')}
        confirmLabel={t('leave.confirm')}
        cancelLabel={t('leave.stay')}
        danger
      />
    </LazyModal>
  );
}
