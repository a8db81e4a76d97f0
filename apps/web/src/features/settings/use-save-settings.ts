import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import type { Channel } from '@tickets/contract/servers/guild';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError, call } from '../../lib/api/api.ts';
import { settingsQuery } from '../../lib/api/guild.queries.ts';
import { toast } from '../../lib/page/toast.ts';
import type { Draft } from '../../lib/page/use-draft.ts';
import {
  draftAfterSave,
  fieldOfPath,
  formOf,
  payloadOf,
  problemsOf,
  type SettingsForm,
  unsavedFields,
} from './settings-form.ts';

interface SaveOptions {
  guildId: string;
  channels: readonly Channel[];
  draft: Draft<SettingsForm>;
  onProblems: (problems: readonly FieldProblem[]) => void;
}

/** Saves the whole form and tells, field by field, what the server did not take. */
export function useSaveSettings({ guildId, channels, draft, onProblems }: SaveOptions) {
  const t = useTranslations('settings');
  const queryClient = useQueryClient();
  // What is edited while the save is on its way must not be thrown away when the answer comes.
  const latest = useRef(draft);
  latest.current = draft;

  return useMutation({
    mutationFn: (form: SettingsForm) =>
      call('settings.save', { params: { guild_id: guildId }, body: payloadOf(form) }),
    onSuccess: async (answer, submitted) => {
      const refused = unsavedFields(answer);
      const error: string | null | undefined = answer.error;
      if (error) toast.warning(error);
      const warnings = refused.map((field) => t(`warning.${field}`));
      if (warnings.length) toast.warning([...new Set(warnings)].join('\n'));
      if (!error && refused.length === 0) toast.success(t('saved'));
      onProblems(problemsOf(refused, (field) => t(`warning.${field}`)));

      const query = settingsQuery(guildId);
      await queryClient.invalidateQueries(query);
      const saved = queryClient.getQueryData(query.queryKey);
      const { value, patch, reset } = latest.current;
      if (!saved || value !== submitted) return;
      if (refused.length === 0) reset();
      else patch(draftAfterSave(formOf(saved, channels), submitted, refused));
    },
    onError: (failure) => {
      if (!(failure instanceof ApiError)) return;
      onProblems(failure.fields.map(({ path, message }) => ({ path: fieldOfPath(path), message })));
    },
  });
}
