import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { Form } from '@tickets/contract/forms/forms';
import { call } from '../../lib/api/api.ts';
import { formsQuery, guildKeys } from '../../lib/api/guild.queries.ts';
import type { Edit, Meeting } from '../../lib/meanwhile/edits.ts';
import { saveOver } from '../../lib/meanwhile/save-over.ts';

export const createFormMutation = (queryClient: QueryClient, guildId: string) =>
  mutationOptions({
    mutationFn: (title: string) => call('forms.create', { params: { guild_id: guildId }, body: { title } }),
    // Known at once, so that it can be selected without waiting for the list.
    onSuccess: (form) => {
      queryClient.setQueryData(formsQuery(guildId).queryKey, (forms = []) => [...forms, form]);
    },
  });

/** A form as it is stored now; undefined where it was deleted. */
export async function storedForm(
  queryClient: QueryClient,
  guildId: string,
  form_id: number,
): Promise<Form | undefined> {
  const forms = await queryClient.fetchQuery({ ...formsQuery(guildId), staleTime: 0 });
  return forms.find((form) => form.form_id === form_id);
}

export interface FormTitle {
  title: string;
}

interface Renaming {
  guildId: string;
  form_id: number;
  onMet: (meeting: Meeting<FormTitle>) => void;
}

export const renameFormMutation = (queryClient: QueryClient, { guildId, form_id, onMet }: Renaming) =>
  mutationOptions({
    mutationFn: (edit: Edit<FormTitle>) =>
      saveOver(edit, {
        save: ({ title }, { version }) =>
          call('forms.rename', {
            params: { guild_id: guildId, form_id },
            body: { title, based_on: version },
          }),
        read: async () => {
          const form = await storedForm(queryClient, guildId, form_id);
          return form && { value: { title: form.title }, version: form.version };
        },
        onMet,
      }),
    meta: { quiet: true },
    onSuccess: ({ version }, { value: { title } }) => {
      queryClient.setQueryData(formsQuery(guildId).queryKey, (forms) =>
        forms?.map((form) => (form.form_id === form_id ? { ...form, title, version } : form)),
      );
    },
  });

export const removeFormMutation = (queryClient: QueryClient, guildId: string, form_id: number) =>
  mutationOptions({
    mutationFn: () => call('forms.remove', { params: { guild_id: guildId, form_id } }),
    onSuccess: () => {
      queryClient.setQueryData(formsQuery(guildId).queryKey, (forms) =>
        forms?.filter((form) => form.form_id !== form_id),
      );
      // Panels that used it have no form now.
      void queryClient.invalidateQueries({ queryKey: guildKeys.panels(guildId) });
    },
  });
