import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError, call } from '../../lib/api/api.ts';
import { formsQuery } from '../../lib/api/guild.queries.ts';
import type { Edit, Meeting } from '../../lib/meanwhile/edits.ts';
import { isOutdated, saveOver } from '../../lib/meanwhile/save-over.ts';
import { toast } from '../../lib/page/toast.ts';
import { storedForm } from './forms.queries.ts';
import {
  afterSave,
  type EditedForm,
  fieldOfPath,
  payloadOf,
  placeOfPath,
  questionsIn,
  savedOver,
  stateOf,
} from './forms-state.ts';
import type { FormDraft } from './use-form-draft.ts';

interface SaveOptions {
  guildId: string;
  draft: FormDraft;
  onProblems: (form_id: number, problems: readonly FieldProblem[]) => void;
}

/** The answer says which fields are wrong. */
const isInvalid = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'request.invalid' && error.fields.length > 0;

interface FormEdit extends Edit<EditedForm> {
  form_id: number;
}

/** Saves all fields of a form, and keeps what is edited, or which form is looked at, while that is on its way. */
export function useSaveInputs({ guildId, draft, onProblems }: SaveOptions) {
  const t = useTranslations('forms.fields');
  const queryClient = useQueryClient();
  const query = formsQuery(guildId);
  /** Names the question and the field of each problem: the form may be longer than the window. */
  const refusalOf = ({ fields }: ApiError, sent: EditedForm) =>
    fields
      .map(({ path, message }) => {
        const place = placeOfPath(sent, path);
        return place ? t('refused', { position: place.position, of: t(place.of), message }) : message;
      })
      .join(' ');
  const [met, setMet] = useState<{ form_id: number; meeting: Meeting<EditedForm> }>();

  const save = useMutation({
    mutationFn: ({ form_id, ...edit }: FormEdit) =>
      saveOver(edit, {
        save: (form, { value, version }) =>
          call('forms.save_inputs', {
            params: { guild_id: guildId, form_id },
            body: { ...payloadOf(savedOver(form, value)), based_on: version },
          }),
        read: async () => {
          const form = await storedForm(queryClient, guildId, form_id);
          return form && stateOf(form);
        },
        contentOf: questionsIn,
        onMet: (meeting) => setMet({ form_id, meeting }),
      }),
    meta: { isShown: (error) => isOutdated(error) || isInvalid(error) },
    onSuccess: async (_, { form_id, value: submitted }) => {
      toast.success(t('saved'));
      onProblems(form_id, []);
      await queryClient.invalidateQueries({ queryKey: query.queryKey });
      const saved = queryClient.getQueryData(query.queryKey)?.find((form) => form.form_id === form_id);
      // Someone else saved in between: what they left is shown.
      if (saved?.inputs.length !== submitted.inputs.length) draft.reset(form_id);
      else draft.settle(form_id, (now) => afterSave(now, submitted, saved.inputs), stateOf(saved));
    },
    onError: (error, { form_id, value: submitted, base }) => {
      if (!(error instanceof ApiError)) return;
      onProblems(
        form_id,
        error.fields.map(({ path, message }) => ({
          path: fieldOfPath(savedOver(submitted, base.value), path),
          message,
        })),
      );
      if (isInvalid(error)) toast.error(refusalOf(error, savedOver(submitted, base.value)));
      // The fields are others than these: Reset then shows them.
      if (error.code?.startsWith('form.')) void queryClient.invalidateQueries({ queryKey: query.queryKey });
    },
  });
  return { save, met, endMeeting: () => setMet(undefined) };
}
