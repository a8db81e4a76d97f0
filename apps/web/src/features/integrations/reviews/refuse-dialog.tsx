import { useMutation, useQueryClient } from '@tanstack/react-query';
import { integrationLimits } from '@tickets/contract/integrations/integration-limits';
import type { IntegrationReview } from '@tickets/contract/integrations/integrations';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/fields/field.tsx';
import { Form } from '../../../components/ui/fields/form.tsx';
import { TextArea } from '../../../components/ui/fields/text-area.tsx';
import { LazyModal } from '../../../components/ui/overlays/lazy-modal.tsx';
import { ApiError } from '../../../lib/api/api.ts';
import { toast } from '../../../lib/page/toast.ts';
import { refuseMutation } from './integration-reviews.queries.ts';

interface RefuseDialogProps {
  integration: Pick<IntegrationReview['integration'], 'id' | 'name' | 'review'>;
  open: boolean;
  onClose: () => void;
}

/** Asks why an integration is not made public: its author reads the answer. */
export function RefuseDialog({ integration: { id, name, review }, open, onClose }: RefuseDialogProps) {
  const t = useTranslations('integrations.reviews');
  const common = useTranslations('common');
  const isPublic = review === 'approved';
  const formId = useId();
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const refuse = useMutation(refuseMutation(queryClient));
  const isSendable = reason.trim() !== '' && reason.length <= integrationLimits.refusal;

  const submit = () => {
    if (!isSendable || refuse.isPending) return;
    refuse.mutate(
      { integration_id: id, reason: reason.trim() },
      {
        onSuccess: () => {
          toast.success(t(isPublic ? 'withdrawn' : 'refused', { name }));
          setReason('');
          onClose();
        },
      },
    );
  };

  return (
    <LazyModal
      open={open}
      onClose={onClose}
      title={t(isPublic ? 'withdraw_title' : 'refuse_title', { name })}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" form={formId} variant="danger" disabled={!isSendable} busy={refuse.isPending}>
            {t(isPublic ? 'withdraw' : 'refuse')}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        problems={refuse.error instanceof ApiError ? refuse.error.fields : undefined}
        onSubmit={submit}
      >
        <Field label={t('reason')} name="reason" hint={t('reason_hint')} required>
          <TextArea rows={3} value={reason} onChange={setReason} limit={integrationLimits.refusal} />
        </Field>
      </Form>
    </LazyModal>
  );
}
