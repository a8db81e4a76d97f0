import { lazy, memo, Suspense, useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { EmbedForm } from '../../../components/editors/embed-form.ts';
import { GreetingContext } from '../../../components/editors/placeholder-help.tsx';
import { Field } from '../../../components/ui/fields/field.tsx';
import { Switch } from '../../../components/ui/fields/switch.tsx';
import type { WelcomeForm } from '../panel-form.ts';
import styles from '../panels.module.css';

// Fetched when it is needed: most panels use the server’s welcome message.
const EmbedEditor = lazy(async () => {
  const module = await import('../../../components/editors/embed-editor.tsx');
  return { default: module.EmbedEditor };
});

interface WelcomeMessageProps {
  value: WelcomeForm;
  onChange: (change: Partial<WelcomeForm>) => void;
  premium: boolean;
}

export const WelcomeMessage = memo(function WelcomeMessage({
  value,
  onChange,
  premium,
}: WelcomeMessageProps) {
  const t = useTranslations('panels');
  const changeEmbed = useCallback((embed: EmbedForm) => onChange({ embed }), [onChange]);
  return (
    <div className={styles.fields}>
      <Field inline label={t('field.use_server_welcome.label')} hint={t('field.use_server_welcome.hint')}>
        <Switch
          checked={value.use_server_welcome}
          onChange={(use_server_welcome) => onChange({ use_server_welcome })}
        />
      </Field>
      {value.use_server_welcome ? null : (
        <GreetingContext value={true}>
          <Suspense>
            <EmbedEditor
              value={value.embed}
              onChange={changeEmbed}
              name="welcome_message"
              footerLocked={!premium}
            />
          </Suspense>
        </GreetingContext>
      )}
    </div>
  );
});
