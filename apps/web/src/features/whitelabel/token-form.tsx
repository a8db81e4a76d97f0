import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { Field } from '../../components/ui/fields/field.tsx';
import { Form } from '../../components/ui/fields/form.tsx';
import { TextInput } from '../../components/ui/fields/text-input.tsx';
import { ApiError } from '../../lib/api/api.ts';
import { toast } from '../../lib/page/toast.ts';
import styles from './whitelabel.module.css';
import { submitMutation } from './whitelabel.queries.ts';

interface TokenFormProps {
  onStarted?: () => void;
}

/** A bot's token, which is forgotten here as soon as it was accepted. */
export function TokenForm({ onStarted }: TokenFormProps) {
  const t = useTranslations('whitelabel.token');
  const formId = useId();
  const [token, setToken] = useState('');
  const { onSuccess: started, ...submitting } = submitMutation(useQueryClient());
  const submit = useMutation({
    ...submitting,
    onSuccess: async (...answer) => {
      // Said before this form goes, which it does where there was no bot.
      toast.success(t('started', { name: answer[0].bot.name }));
      setToken('');
      await started?.(...answer);
      onStarted?.();
    },
  });
  return (
    <Form
      id={formId}
      className={styles.form}
      problems={submit.error instanceof ApiError ? submit.error.fields : []}
      onSubmit={() => submit.isPending || submit.mutate(token.trim())}
    >
      <Field label={t('label')} name="token" hint={t('note')} required>
        <TextInput
          value={token}
          onChange={setToken}
          className={styles.mono}
          spellCheck={false}
          autoCapitalize="off"
        />
      </Field>
      <Button variant="primary" type="submit" busy={submit.isPending} disabled={!token.trim()}>
        {t('submit')}
      </Button>
    </Form>
  );
}
