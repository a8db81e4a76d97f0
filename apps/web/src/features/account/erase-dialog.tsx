import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { Field } from '../../components/ui/fields/field.tsx';
import { Form } from '../../components/ui/fields/form.tsx';
import { TextInput } from '../../components/ui/fields/text-input.tsx';
import { fetchModal, LazyModal } from '../../components/ui/overlays/lazy-modal.tsx';
import { ApiError } from '../../lib/api/api.ts';
import { toast } from '../../lib/page/toast.ts';
import { useSession } from '../../lib/session/session.ts';
import { eraseMutation } from './own-data.queries.ts';

/** The button that asks for the username, and only then has everything erased. */
export function EraseDialog({ disabled }: { disabled: boolean }) {
  const t = useTranslations('account.erase');
  const common = useTranslations('common');
  const formId = useId();
  const username = useSession()?.user_data.username ?? '';
  const erase = useMutation(eraseMutation(useQueryClient()));
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const close = () => setOpen(false);

  const submit = () => {
    if (erase.isPending) return;
    setProblems([]);
    erase.mutate(typed, {
      onSuccess: () => {
        toast.success(t('asked'));
        close();
      },
      onError: (error) => setProblems(error instanceof ApiError ? error.fields : []),
    });
  };

  return (
    <>
      <Button
        variant="danger"
        disabled={disabled}
        onPointerEnter={fetchModal}
        onFocus={fetchModal}
        onClick={() => {
          setTyped('');
          setProblems([]);
          setOpen(true);
        }}
      >
        {t('ask')}
      </Button>
      <LazyModal
        open={open}
        onClose={close}
        title={t('form.title')}
        message={t('form.message')}
        size="small"
        footer={
          <>
            <Button onClick={close}>{common('cancel')}</Button>
            <Button type="submit" form={formId} variant="danger" busy={erase.isPending}>
              {t('form.confirm')}
            </Button>
          </>
        }
      >
        <Form id={formId} problems={problems} onSubmit={submit}>
          <Field label={t('form.username')} name="username" hint={t('form.hint', { username })}>
            <TextInput
              value={typed}
              onChange={(text) => {
                setTyped(text);
                setProblems([]);
              }}
              autoComplete="off"
            />
          </Field>
        </Form>
      </LazyModal>
    </>
  );
}
