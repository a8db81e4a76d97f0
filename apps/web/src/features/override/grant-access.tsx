import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { Select } from '../../components/ui/choosing/select.tsx';
import { Field } from '../../components/ui/fields/field.tsx';
import { Form } from '../../components/ui/fields/form.tsx';
import { fetchModal, LazyModal } from '../../components/ui/overlays/lazy-modal.tsx';
import { toast } from '../../lib/page/toast.ts';
import { grantMutation } from './override.queries.ts';

const periods = ['1', '6', '24', '72'] as const;

/** The button that asks for how long. `again`: they have access already. */
export function GrantAccess({ guildId, again }: { guildId: string; again: boolean }) {
  const t = useTranslations('override');
  const common = useTranslations('common');
  const formId = useId();
  const queryClient = useQueryClient();
  const grant = useMutation(grantMutation(queryClient, guildId));
  const [open, setOpen] = useState(false);
  const [hours, setHours] = useState<(typeof periods)[number]>('1');
  const close = () => setOpen(false);

  const submit = () => {
    if (grant.isPending) return;
    grant.mutate(Number(hours), {
      onSuccess: () => {
        toast.success(t('toast.granted'));
        close();
      },
    });
  };

  return (
    <>
      <Button
        variant="primary"
        onPointerEnter={fetchModal}
        onFocus={fetchModal}
        onClick={() => {
          setHours('1');
          setOpen(true);
        }}
      >
        {t('grant')}
      </Button>
      <LazyModal
        open={open}
        onClose={close}
        title={t('form.title')}
        message={t(again ? 'form.again' : 'form.message')}
        size="small"
        footer={
          <>
            <Button onClick={close}>{common('cancel')}</Button>
            <Button type="submit" form={formId} variant="primary" busy={grant.isPending}>
              {t('form.confirm')}
            </Button>
          </>
        }
      >
        <Form id={formId} onSubmit={submit}>
          <Field label={t('form.duration')} name="time_period">
            <Select
              value={hours}
              onChange={setHours}
              options={periods.map((value) => ({ value, label: t(`form.hours.${value}`) }))}
            />
          </Field>
        </Form>
      </LazyModal>
    </>
  );
}
