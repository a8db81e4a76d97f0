import { getSettings } from '@tickets/core/settings/read';
import { saveSettings } from '@tickets/core/settings/save';
import { type Doors, mount } from '../mount.ts';

export function settingsRoutes(doors: Doors): void {
  const { ctx } = doors;

  mount(doors, 'settings.get', ({ params }) => getSettings(ctx, params.guild_id));

  mount(doors, 'settings.save', ({ params, body, actor }) => saveSettings(ctx, actor, params.guild_id, body));
}
