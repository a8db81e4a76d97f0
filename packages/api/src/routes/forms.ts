import { createForm, listForms, removeForm, renameForm } from '@tickets/core/forms/forms';
import { saveFormInputs } from '@tickets/core/forms/save-inputs';
import { type Doors, mount } from '../mount.ts';

export function formRoutes(doors: Doors): void {
  const { ctx } = doors;

  mount(doors, 'forms.list', ({ params }) => listForms(ctx, params.guild_id));

  mount(doors, 'forms.create', ({ params, body, actor }) => createForm(ctx, actor, params.guild_id, body));

  mount(doors, 'forms.rename', async ({ params, body, actor }) => {
    await renameForm(ctx, actor, params.guild_id, params.form_id, body);
    return { success: true as const };
  });

  mount(doors, 'forms.remove', async ({ params, actor }) => {
    await removeForm(ctx, actor, params.guild_id, params.form_id);
    return { success: true as const };
  });

  mount(doors, 'forms.save_inputs', async ({ params, body, actor }) => {
    await saveFormInputs(ctx, actor, params.guild_id, params.form_id, body);
    return undefined;
  });
}
