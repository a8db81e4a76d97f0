import { PermissionLevel } from '@tickets/contract/access/levels';
import { sql } from 'kysely';
import { ownLevel } from '../access/access.ts';
import { loadAccess } from '../access/load.ts';
import type { Context } from '../platform/context.ts';
import { asBot } from '../platform/discord/bots.ts';
import type { Discord } from '../platform/discord/discord.ts';
import { unlessRefused } from '../platform/discord/failures.ts';
import type { EffectKind } from '../platform/effects/effects.ts';
import { refreshChannels } from '../servers/channels.ts';
import type { Whom } from '../servers/members.ts';
import { setupChannels } from './setup-channels.ts';

/**
 * A user's own bot is trusted in a server while its user administers that server: whoever has its token reads all that it is let
 * into, and sends what they like under its name. The database asks for this check when the bot comes and when levels may have
 * changed.
 */
export const ownBots: EffectKind = {
  name: 'own_bots',
  lockOf: ({ guild_id }) => `own_bots:${guild_id}`,
  async settle(ctx, { guild_id }) {
    const there = await ctx.db
      .selectFrom('bot_guilds')
      .leftJoin('whitelabel_bots', 'whitelabel_bots.bot_id', 'bot_guilds.bot_id')
      .where('guild_id', '=', guild_id)
      .select(['bot_guilds.bot_id', 'user_id', 'is_trusted'])
      .orderBy('bot_guilds.bot_id')
      .execute();
    const isServed = there.some(({ is_trusted }) => is_trusted);
    for (const { bot_id, user_id, is_trusted } of there) {
      if (user_id === null) continue;
      const bot = isServed ? undefined : ctx.bots.byId(bot_id);
      const administers = await isAdministrator(bot ? actingAlone(ctx, bot) : ctx, { guild_id, user_id });
      if (administers === is_trusted) continue;
      await ctx.db
        .updateTable('bot_guilds')
        .set({ is_trusted: administers })
        .where('guild_id', '=', guild_id)
        .where('bot_id', '=', bot_id)
        .execute();
      ctx.events.publish({ type: 'bots.changed' });
      ctx.log.info(
        { guild_id, bot_id, user_id, is_trusted: administers },
        'whether a bot is trusted changed',
      );
    }
    return undefined;
  },
};

async function isAdministrator(ctx: Context, { guild_id, user_id }: Whom): Promise<boolean> {
  const access = await loadAccess(ctx, guild_id, user_id);
  return access !== undefined && ownLevel(access) >= PermissionLevel.admin;
}

/** Where no other bot of ours is in a server, Discord tells nobody else who its members are. */
const actingAlone = (ctx: Context, bot: Discord): Context => ({
  ...asBot(ctx, bot),
  bots: { ...ctx.bots, of: () => bot },
});

/** Closes to a bot that is not trusted any more, or that ended, what it was let into. */
export const ownBotOut: EffectKind = {
  name: 'own_bot.out',
  lockOf: ({ guild_id, key }) => `own_bot.out:${guild_id}:${key}`,
  async settle(told, { guild_id, key: bot_id }) {
    await told.bots.refresh();
    const there = told.bots.inGuild(guild_id);
    if (bot_id === told.bots.main.user_id || there.some(({ user_id }) => user_id === bot_id))
      return undefined;
    const ctx = asBot(told, told.bots.of(guild_id));
    const refused = (err: unknown, channel_id?: string) =>
      ctx.log.warn(
        { err, guild_id, channel_id, bot_id },
        'a bot that is not trusted any more may still see a channel',
      );
    await unlessRefused(refreshChannels(ctx, guild_id, { at_most_every_seconds: 0 }), refused);
    const { channels, threads } = ctx.discord.api;
    for (const { channel_id, id } of await itsEntries(ctx, guild_id, bot_id))
      await unlessRefused(channels.deletePermissionOverwrite(channel_id, id), (err) =>
        refused(err, channel_id),
      );
    for (const channel_id of await openThreads(ctx, guild_id))
      await unlessRefused(threads.removeMember(channel_id, bot_id), (err) => refused(err, channel_id));
    return undefined;
  },
};

/** What the channels of tickets and of the setup say of a bot, under its own id or its role's. */
async function itsEntries(
  ctx: Context,
  guild_id: string,
  bot_id: string,
): Promise<{ channel_id: string; id: string }[]> {
  const { rows } = await sql<{ channel_id: string; id: string }>`
    with its (id) as (
      values (${bot_id}) union select role_id::text from guild_roles where guild_id = ${guild_id} and bot_id = ${bot_id}
    )
    select c.channel_id, its.id from guild_channels c
      cross join lateral jsonb_array_elements(c.permission_overwrites) entry join its on its.id = entry ->> 'id'
    where c.guild_id = ${guild_id} and c.channel_id in (
      select channel_id from tickets where guild_id = ${guild_id} and status <> 'closed'
      union ${setupChannels(guild_id)})
    order by c.channel_id, its.id`.execute(ctx.db);
  return rows;
}

async function openThreads(ctx: Context, guild_id: string): Promise<string[]> {
  const { rows } = await sql<{ channel_id: string }>`
    select channel_id from tickets
    where guild_id = ${guild_id} and status = 'open' and is_thread and channel_id is not null
    order by channel_id`.execute(ctx.db);
  return rows.map(({ channel_id }) => channel_id);
}
