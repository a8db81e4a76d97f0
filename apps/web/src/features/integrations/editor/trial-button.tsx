import { useMutation } from '@tanstack/react-query';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../components/ui/button.tsx';
import { fetchModal, LazyModal } from '../../../components/ui/overlays/lazy-modal.tsx';
import { ApiError, call } from '../../../lib/api/api.ts';
import styles from '../integrations.module.css';
import { SecretFields } from '../secret-fields.tsx';
import { useSecretValues } from '../use-secret-values.ts';
import { type IntegrationForm, integrationPayload, isComplete } from './integration-form.ts';
import { TrialResult } from './trial-result.tsx';

interface TrialButtonProps {
  guildId: string;
  form: IntegrationForm;
  /** What the server found wrong with the form itself. */
  onProblems: (problems: readonly FieldProblem[]) => void;
}

const WITHIN = 'integration.';

/** Calls what the form says, and shows what was sent, what came back, and what placeholders would become. */
export function TrialButton({ guildId, form, onProblems }: TrialButtonProps) {
  const t = useTranslations('integrations');
  const [open, setOpen] = useState(false);
  const integration = integrationPayload(form);
  const secrets = useSecretValues(integration.secrets);
  const attempt = useMutation({
    mutationFn: () =>
      call('integrations.try', {
        body: { guild_id: guildId, integration, secrets: secrets.toSend() },
      }),
    onError: (error) => {
      const found = error instanceof ApiError ? error.fields : [];
      const ofForm = found.filter(({ path }) => path.startsWith(WITHIN));
      if (ofForm.length === 0) return;
      setOpen(false);
      onProblems(ofForm.map(({ path, message }) => ({ path: path.slice(WITHIN.length), message })));
    },
  });
  const ready = isComplete(form);

  return (
    <>
      <p className={styles.trialHint}>{t(ready ? 'form.test_hint' : 'form.test_incomplete')}</p>
      <Button
        disabled={!ready}
        onPointerEnter={fetchModal}
        onFocus={fetchModal}
        onClick={() => {
          attempt.reset();
          setOpen(true);
          if (integration.secrets.length === 0) attempt.mutate();
        }}
      >
        {t('form.test')}
      </Button>
      <LazyModal
        open={open}
        onClose={() => setOpen(false)}
        title={t('trial.title', { name: form.name.trim() })}
        size="large"
        footer={
          <Button
            variant="primary"
            busy={attempt.isPending}
            disabled={!secrets.isComplete}
            onClick={() => attempt.mutate()}
          >
            {t(attempt.data || attempt.isError ? 'trial.again' : 'trial.send')}
          </Button>
        }
      >
        <div className={styles.stack}>
          {integration.secrets.length ? (
            <>
              <p>{t('trial.secrets')}</p>
              <SecretFields secrets={integration.secrets} values={secrets.values} onChange={secrets.change} />
            </>
          ) : null}
          {/* The answer itself is long, so that it is here is all that is read aloud. */}
          <p role="status" className={attempt.isPending ? styles.faint : 'visually-hidden'}>
            {attempt.isPending ? t('trial.sending') : attempt.data ? t('trial.here') : ''}
          </p>
          {attempt.data && !attempt.isPending ? <TrialResult trial={attempt.data} /> : null}
        </div>
      </LazyModal>
    </>
  );
}
