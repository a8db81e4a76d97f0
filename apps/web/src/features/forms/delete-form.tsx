import { useQueryClient } from '@tanstack/react-query';
import type { Form } from '@tickets/contract/forms/forms';
import type { Panel } from '@tickets/contract/panels/panels';
import { useTranslations } from 'use-intl';
import { DeleteButton } from '../../components/ui/delete-button.tsx';
import { removeFormMutation } from './forms.queries.ts';
import { usePanelNames } from './panels-of-form.ts';

interface DeleteFormProps {
  guildId: string;
  form: Form;
  usedBy: readonly Panel[];
  onDeleted: () => void;
}

export function DeleteForm({ guildId, form, usedBy, onDeleted }: DeleteFormProps) {
  const t = useTranslations('forms.delete');
  const namesOf = usePanelNames();
  const queryClient = useQueryClient();
  const panels = namesOf(usedBy);
  const consequence =
    usedBy.length === 0
      ? ''
      : ` ${usedBy.length === 1 ? t('used_by_one', { panels }) : t('used_by_many', { panels })}`;

  return (
    <DeleteButton
      remove={removeFormMutation(queryClient, guildId, form.form_id)}
      onDeleted={onDeleted}
      texts={{
        action: t('action', { title: form.title }),
        title: t('title'),
        message: t('message', { title: form.title }) + consequence,
        confirm: t('confirm'),
        done: t('done'),
      }}
    />
  );
}
