import { getSettings } from '@tickets/core/settings/read';
import { saveSettings } from '@tickets/core/settings/save';
import { type ApiParts, mount } from '../mount.ts';

export function settingsRoutes(parts: ApiParts): void {
  const { ctx } = parts;

  mount(parts, 'settings.get', ({ params }) => getSettings(ctx, params.guild_id));

  mount(parts, 'settings.save', ({ params, body, actor }) => saveSettings(ctx, actor, params.guild_id, body));
}
