import { memo, useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { EmbedEditor } from '../../../components/editors/embed-editor.tsx';
import type { EmbedForm } from '../../../components/editors/embed-form.ts';
import { GreetingContext } from '../../../components/editors/placeholder-help.tsx';
import { Field } from '../../../components/ui/fields/field.tsx';
import { Switch } from '../../../components/ui/fields/switch.tsx';
import type { WelcomeForm } from '../panel-form.ts';
import styles from '../panels.module.css';

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
          <EmbedEditor
            value={value.embed}
            onChange={changeEmbed}
            name="welcome_message"
            footerLocked={!premium}
          />
        </GreetingContext>
      )}
    </div>
  );
});
