import { addToBlacklist, listBlacklist, removeFromBlacklist } from '@tickets/core/blacklist/blacklist';
import { type ApiParts, mount } from '../http/mount.ts';

export function blacklistRoutes(parts: ApiParts): void {
  mount(parts, 'blacklist.list', ({ params, query, call }) =>
    listBlacklist(call, params.guild_id, query.page),
  );

  mount(parts, 'blacklist.add', async ({ params, body, call }) => {
    const kind = body.entity_type === 0 ? 'user' : 'role';
    const entry = { guild_id: params.guild_id, kind, id: body.snowflake } as const;
    return { success: true as const, ...(await addToBlacklist(call, entry)) };
  });

  mount(parts, 'blacklist.remove_user', async ({ params, call }) => {
    await removeFromBlacklist(call, { guild_id: params.guild_id, kind: 'user', id: params.user_id });
    return undefined;
  });

  mount(parts, 'blacklist.remove_role', async ({ params, call }) => {
    await removeFromBlacklist(call, { guild_id: params.guild_id, kind: 'role', id: params.role_id });
    return undefined;
  });
}
