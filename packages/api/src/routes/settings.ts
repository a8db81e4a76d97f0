import { readColours, saveColours } from '@tickets/core/settings/colours';
import { getSettings } from '@tickets/core/settings/read';
import { saveSettings } from '@tickets/core/settings/save';
import { type ApiParts, mount } from '../http/mount.ts';

export function settingsRoutes(parts: ApiParts): void {
  const { ctx } = parts;

  mount(parts, 'settings.get', ({ params }) => getSettings(ctx, params.guild_id));

  mount(parts, 'settings.save', ({ params, body, call }) => saveSettings(call, params.guild_id, body));

  mount(parts, 'colours.get', async ({ params, call, reply }) => {
    const { colours, version } = await readColours(call, params.guild_id);
    reply.header('x-version', version);
    return colours;
  });

  mount(parts, 'colours.save', async ({ params, body, call }) => {
    await saveColours(call, params.guild_id, body);
    return { success: true as const };
  });
}
