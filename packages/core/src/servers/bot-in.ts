import { setTimeout } from 'node:timers/promises';
import type { GuildDetail } from '@tickets/contract/servers/guild';
import type { Context } from '../platform/context.ts';
import { warnUnlessOutage } from '../platform/outages.ts';
import { cachedMember, fetchMember } from './members.ts';
import { knownUsers } from './users.ts';

/** Milliseconds that a page waits for Discord to tell how the bot is called. */
const waitMax = 300;

/** How the bot appears in a server, under the nickname that it has there; null while Discord does not tell. */
export async function botIn(ctx: Context, guild_id: string): Promise<GuildDetail['bot']> {
  const id = ctx.discord.user_id;
  const member = (await cachedMember(ctx.db, guild_id, id)) ?? (await memberSoon(ctx, guild_id, id));
  const user = (await knownUsers(ctx.db, [id])).get(id);
  return user ? { id, name: member?.nick ?? user.global_name ?? user.username, avatar: user.avatar } : null;
}

/** What comes later is kept, and found by anyone who asks next. */
async function memberSoon(ctx: Context, guild_id: string, user_id: string) {
  if (!ctx.discord.mayAskForShow()) return undefined;
  const asked = fetchMember(ctx, guild_id, user_id).catch((err: unknown) => {
    warnUnlessOutage(ctx.log, err, 'Discord did not tell how the bot is called in a server', { guild_id });
    return undefined;
  });
  return Promise.race([asked, setTimeout(waitMax, undefined, { ref: false })]);
}
