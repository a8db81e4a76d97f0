import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Form as StoredForm } from '@tickets/contract/forms/forms';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import { useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { Form } from '../../components/ui/fields/form.tsx';
import { fetchModal, LazyModal } from '../../components/ui/overlays/lazy-modal.tsx';
import { ApiError } from '../../lib/api/api.ts';
import { errorText } from '../../lib/api/query-client.ts';
import { toast } from '../../lib/page/toast.ts';
import { TitleField, useTitleProblem } from './form-title.tsx';
import { renameFormMutation } from './forms.queries.ts';

export function RenameForm({ guildId, form }: { guildId: string; form: StoredForm }) {
  const t = useTranslations('forms.rename');
  const common = useTranslations('common');
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const problemOf = useTitleProblem();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const [title, setTitle] = useState(form.title);
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const rename = useMutation(renameFormMutation(queryClient, guildId, form.form_id));
  const close = () => setOpen(false);

  const submit = () => {
    const problem = problemOf(title);
    if (problem) {
      setProblems([{ path: 'title', message: problem }]);
      return;
    }
    setProblems([]);
    rename.mutate(title.trim(), {
      onSuccess: () => {
        toast.success(t('done'));
        close();
      },
      onError: (error) => {
        toast.error(t('failed', { error: errorText(error) }));
        setProblems(error instanceof ApiError ? error.fields : []);
      },
    });
  };

  return (
    <>
      <Button
        onPointerEnter={fetchModal}
        onFocus={fetchModal}
        onClick={() => {
          setTitle(form.title);
          setProblems([]);
          setOpen(true);
        }}
      >
        {t('action')}
      </Button>
      <LazyModal
        open={open}
        onClose={close}
        title={t('title')}
        size="small"
        initialFocus={box}
        footer={
          <>
            <Button onClick={close}>{common('cancel')}</Button>
            <Button type="submit" form={id} variant="primary" busy={rename.isPending}>
              {t('submit')}
            </Button>
          </>
        }
      >
        <Form id={id} problems={problems} onSubmit={submit}>
          <TitleField ref={box} label={t('field')} value={title} onChange={setTitle} />
        </Form>
      </LazyModal>
    </>
  );
}
