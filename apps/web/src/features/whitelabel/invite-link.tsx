import { ExternalLink } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Button, buttonClass } from '../../components/ui/button.tsx';
import { Field } from '../../components/ui/fields/field.tsx';
import { TextInput } from '../../components/ui/fields/text-input.tsx';
import { toast } from '../../lib/page/toast.ts';
import styles from './whitelabel.module.css';

/** The link that adds the bot to a server, to be opened or passed on. */
export function InviteLink({ url }: { url: string }) {
  const t = useTranslations('whitelabel.bot');
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), []);
  return (
    <div className={styles.invite}>
      <Field label={t('invite_label')} hint={t('invite_hint')}>
        <TextInput
          value={url}
          onChange={() => undefined}
          readOnly
          className={styles.mono}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </Field>
      <div className={styles.actions}>
        <a
          ref={link}
          className={buttonClass({ variant: 'primary' })}
          href={url}
          target="_blank"
          rel="noreferrer"
        >
          <ExternalLink aria-hidden="true" />
          {t('invite_open')}
        </a>
        <Button
          onClick={() =>
            void navigator.clipboard.writeText(url).then(() => toast.success(t('invite_copied')))
          }
        >
          {t('invite_copy')}
        </Button>
      </div>
    </div>
  );
}
