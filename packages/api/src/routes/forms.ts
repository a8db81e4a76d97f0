import { createForm, listForms, removeForm, renameForm } from '@tickets/core/forms/forms';
import { saveFormInputs } from '@tickets/core/forms/save-inputs';
import { type ApiParts, mount } from '../http/mount.ts';

export function formRoutes(parts: ApiParts): void {
  mount(parts, 'forms.list', ({ params, call }) => listForms(call, params.guild_id));

  mount(parts, 'forms.create', ({ params, body, call }) => createForm(call, params.guild_id, body));

  mount(parts, 'forms.rename', async ({ params, body, call }) => {
    const { version } = await renameForm(call, params.guild_id, params.form_id, body);
    return { success: true as const, version };
  });

  mount(parts, 'forms.remove', async ({ params, call }) => {
    await removeForm(call, params.guild_id, params.form_id);
    return { success: true as const };
  });

  mount(parts, 'forms.save_inputs', async ({ params, body, call }) => {
    await saveFormInputs(call, params.guild_id, params.form_id, body);
    return undefined;
  });
}
