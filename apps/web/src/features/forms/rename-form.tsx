import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Form as StoredForm } from '@tickets/contract/forms/forms';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { Form } from '../../components/ui/fields/form.tsx';
import { fetchModal, LazyModal } from '../../components/ui/overlays/lazy-modal.tsx';
import { ApiError } from '../../lib/api/api.ts';
import { errorText } from '../../lib/api/query-client.ts';
import type { Edit, Meeting, State } from '../../lib/meanwhile/edits.ts';
import { isOutdated } from '../../lib/meanwhile/save-over.ts';
import { loadMessages } from '../../lib/page/messages.ts';
import { toast } from '../../lib/page/toast.ts';
import { TitleField, useTitleProblem } from './form-title.tsx';
import { type FormTitle, renameFormMutation } from './forms.queries.ts';

// Most saves meet nobody.
const TitleMeanwhile = lazy(async () => {
  const [module] = await Promise.all([import('./title-meanwhile.tsx'), loadMessages('meanwhile')]);
  return { default: module.TitleMeanwhile };
});

interface RenameFormProps {
  guildId: string;
  form: StoredForm;
  onOpen: (isOpen: boolean) => void;
  /** Somebody deleted it: it is made anew with this title. */
  onGone: (title: string, onMade: () => void) => void;
}

export function RenameForm({ guildId, form, onOpen, onGone }: RenameFormProps) {
  const t = useTranslations('forms.rename');
  const common = useTranslations('common');
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const problemOf = useTitleProblem();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const [title, setTitle] = useState(form.title);
  // As it was when the dialog was opened, whoever renames it meanwhile.
  const [base, setBase] = useState(() => stateOf(form));
  const [meeting, setMeeting] = useState<Meeting<FormTitle>>();
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const rename = useMutation(
    renameFormMutation(queryClient, { guildId, form_id: form.form_id, onMet: setMeeting }),
  );
  const show = (isOpen: boolean) => {
    setOpen(isOpen);
    onOpen(isOpen);
  };
  const close = () => show(false);

  const submit = () => {
    const problem = problemOf(title);
    if (problem) {
      setProblems([{ path: 'title', message: problem }]);
      return;
    }
    setProblems([]);
    save({ value: { title: title.trim() }, base });
  };
  const save = (edit: Edit<FormTitle>) => {
    if (edit.base.version === undefined) return onGone(edit.value.title, close);
    rename.mutate(edit, {
      onSuccess: () => {
        toast.success(t('done'));
        close();
      },
      onError: (error) => {
        if (isOutdated(error)) return;
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
          setBase(stateOf(form));
          setProblems([]);
          show(true);
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
      {meeting ? (
        <Suspense>
          <TitleMeanwhile
            meeting={meeting}
            onClose={() => setMeeting(undefined)}
            draft={{
              rebase: (onto, next) => {
                setBase(onto);
                setTitle(next.title);
              },
            }}
            save={save}
          />
        </Suspense>
      ) : null}
    </>
  );
}

const stateOf = ({ title, version }: StoredForm): State<FormTitle> => ({ value: { title }, version });
