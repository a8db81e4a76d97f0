import { createForm, listForms, removeForm, renameForm } from '@tickets/core/forms/forms';
import { saveFormInputs } from '@tickets/core/forms/save-inputs';
import { type ApiParts, mount } from '../mount.ts';

export function formRoutes(parts: ApiParts): void {
  const { ctx } = parts;

  mount(parts, 'forms.list', ({ params }) => listForms(ctx, params.guild_id));

  mount(parts, 'forms.create', ({ params, body, actor }) => createForm(ctx, actor, params.guild_id, body));

  mount(parts, 'forms.rename', async ({ params, body, actor }) => {
    await renameForm(ctx, actor, params.guild_id, params.form_id, body);
    return { success: true as const };
  });

  mount(parts, 'forms.remove', async ({ params, actor }) => {
    await removeForm(ctx, actor, params.guild_id, params.form_id);
    return { success: true as const };
  });

  mount(parts, 'forms.save_inputs', async ({ params, body, actor }) => {
    await saveFormInputs(ctx, actor, params.guild_id, params.form_id, body);
    return undefined;
  });
}
