import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import { useTranslations } from 'use-intl';
import { ApiError } from '../../lib/api/api.ts';
import { formsQuery } from '../../lib/api/guild.queries.ts';
import { toast } from '../../lib/page/toast.ts';
import { saveInputsMutation } from './forms.queries.ts';
import { afterSave, editedOf, fieldOfPath } from './forms-state.ts';
import type { FormDraft } from './use-form-draft.ts';

interface SaveOptions {
  guildId: string;
  draft: FormDraft;
  onProblems: (form_id: number, problems: readonly FieldProblem[]) => void;
}

/** Saves all fields of a form, and keeps what is edited, or which form is looked at, while that is on its way. */
export function useSaveInputs({ guildId, draft, onProblems }: SaveOptions) {
  const t = useTranslations('forms.fields');
  const queryClient = useQueryClient();
  const query = formsQuery(guildId);

  return useMutation({
    ...saveInputsMutation(guildId),
    onSuccess: async (_, { form_id, form: submitted }) => {
      toast.success(t('saved'));
      onProblems(form_id, []);
      await queryClient.invalidateQueries({ queryKey: query.queryKey });
      const saved = queryClient.getQueryData(query.queryKey)?.find((form) => form.form_id === form_id);
      // Someone else saved in between: what they left is shown.
      if (saved?.inputs.length !== submitted.inputs.length) draft.reset(form_id);
      else draft.settle(form_id, (now) => afterSave(now, submitted, saved.inputs), editedOf(saved));
    },
    onError: (error, { form_id, form: submitted }) => {
      if (!(error instanceof ApiError)) return;
      onProblems(
        form_id,
        error.fields.map(({ path, message }) => ({ path: fieldOfPath(submitted, path), message })),
      );
      // The fields are others than these: Reset then shows them.
      if (error.code?.startsWith('form.')) void queryClient.invalidateQueries({ queryKey: query.queryKey });
    },
  });
}
