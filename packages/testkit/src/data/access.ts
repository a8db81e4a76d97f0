import type { Access } from '@tickets/core/access/access';
import { callBy, callBySystem, type UserCall } from '@tickets/core/access/caller';
import { loadAccess } from '@tickets/core/access/load';
import type { Context } from '@tickets/core/platform/context';
import { buildGuild, buildMember } from './factories.ts';

/** Who somebody is in a server that the bot is in. */
export async function accessIn(
  { ctx, guild_id }: { ctx: Context; guild_id: string },
  user_id: string,
): Promise<Access> {
  const access = await loadAccess(ctx, guild_id, user_id);
  if (!access) throw new Error('the server is not known');
  return access;
}

/** A call by someone in a server that the bot is in. */
export async function callAs(where: { ctx: Context; guild_id: string }, user_id: string): Promise<UserCall> {
  return callBy(where.ctx, await accessIn(where, user_id), 'dashboard');
}

/** A server that the bot is in, and its owner's calls. */
export async function ownedServer(ctx: Context): Promise<{ guild_id: string; owner: UserCall }> {
  const { guild_id, owner_id } = await buildGuild(ctx);
  await buildMember(ctx, { guild_id, user_id: owner_id });
  return { guild_id, owner: await callAs({ ctx, guild_id }, owner_id) };
}

/** A call by the product itself. */
export const callOf = (ctx: Context) => callBySystem(ctx, 'a test');
