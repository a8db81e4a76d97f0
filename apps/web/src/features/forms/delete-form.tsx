import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Form } from '@tickets/contract/forms/forms';
import type { Panel } from '@tickets/contract/panels/panels';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { fetchModal, LazyConfirmDialog } from '../../components/ui/lazy-modal.tsx';
import { toast } from '../../lib/toast.ts';
import styles from './forms.module.css';
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
  const [open, setOpen] = useState(false);
  const remove = useMutation(removeFormMutation(queryClient, guildId, form.form_id));
  const panels = namesOf(usedBy);
  const consequence =
    usedBy.length === 0
      ? ''
      : ` ${usedBy.length === 1 ? t('used_by_one', { panels }) : t('used_by_many', { panels })}`;

  return (
    <>
      <Button
        className={styles.delete}
        onPointerEnter={fetchModal}
        onFocus={fetchModal}
        onClick={() => setOpen(true)}
      >
        <span>{t('action', { title: form.title })}</span>
      </Button>
      <LazyConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => {
              toast.success(t('done'));
              setOpen(false);
              onDeleted();
            },
          })
        }
        title={t('title')}
        message={t('message', { title: form.title }) + consequence}
        confirmLabel={t('confirm')}
        danger
        busy={remove.isPending}
      />
    </>
  );
}
