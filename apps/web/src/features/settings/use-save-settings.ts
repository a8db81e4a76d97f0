import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import type { Channel } from '@tickets/contract/servers/guild';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError, call } from '../../lib/api/api.ts';
import { settingsQuery } from '../../lib/api/guild.queries.ts';
import type { Edit, Meeting } from '../../lib/meanwhile/edits.ts';
import { isOutdated, saveOver } from '../../lib/meanwhile/save-over.ts';
import { toast } from '../../lib/page/toast.ts';
import type { Draft } from '../../lib/page/use-draft.ts';
import {
  draftAfterSave,
  fieldOfPath,
  payloadOf,
  problemsOf,
  type SettingsForm,
  stateOf,
  unsavedFields,
} from './settings-form.ts';

interface SaveOptions {
  guildId: string;
  channels: readonly Channel[];
  draft: Draft<SettingsForm>;
  onProblems: (problems: readonly FieldProblem[]) => void;
  onMet: (meeting: Meeting<SettingsForm>) => void;
}

/** Saves the whole form and tells, field by field, what the server did not take. */
export function useSaveSettings({ guildId, channels, draft, onProblems, onMet }: SaveOptions) {
  const t = useTranslations('settings');
  const queryClient = useQueryClient();
  const query = settingsQuery(guildId);
  // What is edited while the save is on its way must not be thrown away when the answer comes.
  const latest = useRef(draft);
  latest.current = draft;

  return useMutation({
    mutationFn: (edit: Edit<SettingsForm>) =>
      saveOver(edit, {
        save: (form, { version }) =>
          call('settings.save', {
            params: { guild_id: guildId },
            body: { ...payloadOf(form), based_on: version },
          }),
        read: async () => stateOf(await queryClient.fetchQuery({ ...query, staleTime: 0 }), channels),
        onMet,
      }),
    meta: { isShown: isOutdated },
    onSuccess: async (answer, { value: submitted, base }) => {
      const refused = unsavedFields(answer);
      const error: string | null | undefined = answer.error;
      if (error) toast.warning(error);
      const warnings = refused.map((field) => t(`warning.${field}`));
      if (warnings.length) toast.warning([...new Set(warnings)].join('\n'));
      if (!error && refused.length === 0) toast.success(t('saved'));
      onProblems(problemsOf(refused, (field) => t(`warning.${field}`)));

      await queryClient.invalidateQueries(query);
      const read = queryClient.getQueryData(query.queryKey);
      if (!read) return;
      const { value, rebase, reset } = latest.current;
      const isUntouched = value === submitted;
      if (isUntouched && refused.length === 0) return reset();
      // Somebody else may have saved again already; then what was saved here is what one goes on from.
      const saved =
        read.version === answer.version
          ? stateOf(read, channels)
          : { value: draftAfterSave(submitted, base.value, refused), version: answer.version };
      rebase(saved, isUntouched ? draftAfterSave(saved.value, submitted, refused) : value);
    },
    onError: (failure) => {
      if (!(failure instanceof ApiError)) return;
      onProblems(failure.fields.map(({ path, message }) => ({ path: fieldOfPath(path), message })));
    },
  });
}
