import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Form as StoredForm } from '@tickets/contract/forms/forms';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import { perServer } from '@tickets/contract/platform/limits';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Form } from '../../components/ui/fields/form.tsx';
import { ApiError } from '../../lib/api/api.ts';
import { formsQuery } from '../../lib/api/guild.queries.ts';
import { toast } from '../../lib/page/toast.ts';
import { TitleField, useTitleProblem } from './form-title.tsx';
import styles from './forms.module.css';
import { createFormMutation } from './forms.queries.ts';

interface CreateFormCardProps {
  guildId: string;
  /** Kept by the page, because its layout changes with the width. */
  title: string;
  onTitle: (title: string) => void;
  onCreated: (form: StoredForm) => void;
}

export function CreateFormCard({ guildId, title, onTitle, onCreated }: CreateFormCardProps) {
  const t = useTranslations('forms.create');
  const problemOf = useTitleProblem();
  const queryClient = useQueryClient();
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const count = useQuery(formsQuery(guildId)).data?.length ?? 0;
  const isFull = count >= perServer.forms;
  const create = useMutation(createFormMutation(queryClient, guildId));

  const submit = () => {
    const problem = problemOf(title);
    if (problem) {
      setProblems([{ path: 'title', message: problem }]);
      return;
    }
    setProblems([]);
    create.mutate(title, {
      onSuccess: (form) => {
        toast.success(t('done', { title: form.title }));
        onTitle('');
        onCreated(form);
      },
      onError: (error) => setProblems(error instanceof ApiError ? error.fields : []),
    });
  };

  return (
    <Card title={t('card')} {...(isFull && { description: t('full', { limit: perServer.forms }) })}>
      <Form className={styles.create} problems={problems} onSubmit={submit}>
        <TitleField label={t('title')} placeholder={t('placeholder')} value={title} onChange={onTitle} />
        <Button
          type="submit"
          variant="primary"
          icon={<Plus aria-hidden="true" />}
          busy={create.isPending}
          disabled={isFull}
        >
          {t('submit')}
        </Button>
      </Form>
    </Card>
  );
}
