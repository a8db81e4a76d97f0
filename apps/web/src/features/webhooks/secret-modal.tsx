import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { Field } from '../../components/ui/fields/field.tsx';
import { TextInput } from '../../components/ui/fields/text-input.tsx';
import { LazyModal } from '../../components/ui/overlays/lazy-modal.tsx';
import { toast } from '../../lib/page/toast.ts';
import { GuideLink } from './guide-link.tsx';
import styles from './webhooks.module.css';

/** Shows a secret, once. */
export function SecretModal({ secret, onClose }: { secret: string | undefined; onClose: () => void }) {
  const t = useTranslations('webhooks.secret');
  const copy = async () => {
    await navigator.clipboard.writeText(secret ?? '');
    toast.success(t('copied'));
  };
  return (
    <LazyModal
      open={secret !== undefined}
      onClose={onClose}
      title={t('title')}
      message={t('text')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('done')}
        </Button>
      }
    >
      <div className={styles.secret}>
        <Field label={t('label')}>
          <TextInput
            className={styles.mono}
            value={secret ?? ''}
            readOnly
            onChange={() => undefined}
            onFocus={(event) => event.target.select()}
          />
        </Field>
        <Button onClick={() => void copy()}>{t('copy')}</Button>
      </div>
      <GuideLink>{t('verify')}</GuideLink>
    </LazyModal>
  );
}
