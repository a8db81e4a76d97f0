import type { ConfigPublic } from '@tickets/contract/platform/config';
import { AppError } from '@tickets/contract/platform/errors';
import { Snowflake } from '@tickets/contract/platform/snowflake';
import { loadAccess, mayKnowOf } from '@tickets/core/access/load';
import { type ApiParts, mount } from '../http/mount.ts';

export function sessionRoutes(parts: ApiParts, config: ConfigPublic): void {
  const { ctx, sessions } = parts;

  mount(parts, 'config.get', ({ reply }) => {
    reply.header('cache-control', 'no-cache');
    return config;
  });

  mount(parts, 'session.callback', async ({ query }) => ({
    success: true as const,
    ...(await sessions.signIn(query)),
  }));

  mount(parts, 'session.logout', async ({ session }) => {
    await sessions.signOut(session);
    return undefined;
  });

  mount(parts, 'user.reload_guilds', ({ session }) => sessions.reloadGuilds(session));

  mount(parts, 'user.permission_level', async ({ query, session }) => {
    const guild_id = Snowflake.safeParse(query.guild).data;
    if (guild_id === undefined) throw new AppError('guild.invalid_id');
    const access = await loadAccess(ctx, guild_id, session.user_id);
    if (!mayKnowOf(access))
      return { success: true as const, permission_level: 0 as const, unknown_guild: true as const };
    return { success: true as const, permission_level: access.level };
  });
}
