import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { formsQuery, guildKeys } from '../../lib/api/guild.queries.ts';
import { type EditedForm, payloadOf } from './forms-state.ts';

export const createFormMutation = (queryClient: QueryClient, guildId: string) =>
  mutationOptions({
    mutationFn: (title: string) => call('forms.create', { params: { guild_id: guildId }, body: { title } }),
    // Known at once, so that it can be selected without waiting for the list.
    onSuccess: (form) => {
      queryClient.setQueryData(formsQuery(guildId).queryKey, (forms = []) => [...forms, form]);
    },
  });

export const renameFormMutation = (queryClient: QueryClient, guildId: string, form_id: number) =>
  mutationOptions({
    mutationFn: (title: string) =>
      call('forms.rename', { params: { guild_id: guildId, form_id }, body: { title } }),
    meta: { quiet: true },
    onSuccess: (_, title) => {
      queryClient.setQueryData(formsQuery(guildId).queryKey, (forms) =>
        forms?.map((form) => (form.form_id === form_id ? { ...form, title } : form)),
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

export const saveInputsMutation = (guildId: string) =>
  mutationOptions({
    mutationFn: ({ form_id, form }: { form_id: number; form: EditedForm }) =>
      call('forms.save_inputs', { params: { guild_id: guildId, form_id }, body: payloadOf(form) }),
  });
