import { PermissionLevel } from '@tickets/contract/access/levels';
import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import { sql } from 'kysely';
import { type Access, ownLevel } from '../access/access.ts';
import { knownAccess, loadAccess } from '../access/load.ts';
import type { Context } from '../platform/context.ts';
import { asBot } from '../platform/discord/bots.ts';
import type { Discord } from '../platform/discord/discord.ts';
import { hasDiscordCode, lacksPermission, unlessRefused } from '../platform/discord/failures.ts';
import { outOfArchive } from '../platform/discord/own-messages.ts';
import { type EffectKey, type EffectKind, nextTry, want } from '../platform/effects/effects.ts';
import { oneByOne } from '../platform/effects/one-by-one.ts';
import { refreshChannels } from '../servers/channels.ts';
import { syncServer } from '../servers/guilds.ts';
import { fetchMember, type Whom } from '../servers/members.ts';
import { setOverwrite } from '../tickets/channel/set-overwrite.ts';
import { deleteItsWebhooks } from './former-webhooks.ts';
import { setupChannels } from './setup-channels.ts';

/**
 * A user's own bot is trusted in a server while its user administers that server: whoever has its token reads all that it is let
 * into, and sends what they like under its name. The database asks for this check when the bot comes, when it hears again and when
 * levels may have changed. A bot that is not trusted hears nothing of a server, which counts as left while no other is there.
 */
export const ownBots: EffectKind = {
  name: 'own_bots',
  lockOf: ({ guild_id }) => `own_bots:${guild_id}`,
  alsoWhereLeft: true,
  async settle(ctx, { guild_id }) {
    // Who serves it, and tells of its members, may have been written by another process a moment ago.
    await ctx.bots.refresh();
    const there = await ctx.db
      .selectFrom('bot_guilds')
      .innerJoin('whitelabel_bots', 'whitelabel_bots.bot_id', 'bot_guilds.bot_id')
      .where('guild_id', '=', guild_id)
      .select(['bot_guilds.bot_id', 'user_id', 'is_trusted', 'hears'])
      .orderBy('bot_guilds.bot_id')
      .execute();
    const later = 'whether a bot is trusted is looked at again later';
    await oneByOne(ctx, there, { work: (bot) => judge(ctx, { guild_id, ...bot }), later });
    return undefined;
  },
};

interface OwnBotThere extends Whom {
  bot_id: string;
  is_trusted: boolean;
  hears: boolean;
}

async function judge(ctx: Context, { bot_id, is_trusted, hears, ...whom }: OwnBotThere): Promise<void> {
  const { guild_id, user_id } = whom;
  let administers: boolean;
  if (await isHeard(ctx, guild_id)) administers = isAdministrator(await loadAccess(ctx, guild_id, user_id));
  else {
    // One that hears nothing is looked at once it does.
    const bot = hears ? ctx.bots.byId(bot_id) : undefined;
    if (!bot) return;
    administers = await isAdministratorBy(ctx, bot, whom);
  }
  if (administers === is_trusted) return;
  await ctx.db
    .updateTable('bot_guilds')
    .set({ is_trusted: administers })
    .where('guild_id', '=', guild_id)
    .where('bot_id', '=', bot_id)
    .execute();
  ctx.events.publish({ type: 'bots.changed' });
  ctx.events.publish({ type: 'access.changed', guild_id });
  ctx.log.info({ guild_id, bot_id, user_id, is_trusted: administers }, 'whether a bot is trusted changed');
}

async function isHeard({ db }: Context, guild_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('guilds')
    .where('guild_id', '=', guild_id)
    .where('left_at', 'is', null)
    .select('guild_id')
    .executeTakeFirst();
  return row !== undefined;
}

const isAdministrator = (access: Access | undefined) =>
  access !== undefined && ownLevel(access) >= PermissionLevel.admin;

/** In a server that nobody hears, everything that makes somebody an administrator is asked anew, by the bot itself. */
async function isAdministratorBy(ctx: Context, bot: Discord, whom: Whom): Promise<boolean> {
  const { guild_id, user_id } = whom;
  const alone = { ...asBot(ctx, bot), bots: { ...ctx.bots, of: () => bot } };
  const asked = syncServer(alone, guild_id).then(() => fetchMember(alone, guild_id, user_id));
  const member = await unlessRefused(asked, (err) =>
    ctx.log.info({ err, guild_id, bot_id: bot.user_id }, 'Discord does not show a server to a bot in it'),
  );
  return member !== undefined && isAdministrator(await knownAccess(ctx, whom));
}

/**
 * Closes to a bot that is not trusted any more, or that ended, what it was let into. Where the bot that serves the server lacks a
 * permission for that, it is tried again; where none does, once one hears it.
 */
export const ownBotOut: EffectKind = {
  name: 'own_bot.out',
  lockOf: lockOfOut,
  async settle(ctx, { guild_id, key }) {
    await want(ctx.db, lookAgain, { guild_id, key, wanted: {} }, new Date(Date.now() + lookAgainMs));
    return (await letOut(ctx, guild_id, key)) ? nextTry() : undefined;
  },
};

/** Longer than a call to Discord takes: one that lets it in may just have been on its way. */
const lookAgainMs = 60_000;

export const ownBotLookAgain: EffectKind = {
  name: 'own_bot.look_again',
  lockOf: lockOfOut,
  async settle(ctx, { guild_id, key }) {
    if (await letOut(ctx, guild_id, key)) return nextTry();
    // Unless it is trusted again.
    await sql`delete from bot_channels b where guild_id = ${guild_id} and bot_id = ${key} and not exists (
      select from bot_guilds t where t.guild_id = b.guild_id and t.bot_id = b.bot_id and is_trusted)`.execute(
      ctx.db,
    );
    return undefined;
  },
};
const lookAgain = { name: ownBotLookAgain.name };

function lockOfOut({ guild_id, key }: EffectKey): string {
  return `own_bot.out:${guild_id}:${key}`;
}

/** Returns whether it may still see something, or have a webhook, because a permission is missing. */
async function letOut(told: Context, guild_id: string, bot_id: string): Promise<boolean> {
  await told.bots.refresh();
  const there = told.bots.inGuild(guild_id);
  if (bot_id === told.bots.main.user_id || there.some(({ user_id }) => user_id === bot_id)) return false;
  const ctx = asBot(told, told.bots.of(guild_id));
  let isIn = false;
  const refused = (err: unknown, channel_id?: string) => {
    isIn ||= lacksPermission(err);
    ctx.log.warn(
      { err, guild_id, channel_id, bot_id },
      'a bot that is not trusted any more may still see a channel, or have a webhook there',
    );
  };
  await unlessRefused(refreshChannels(ctx, guild_id, { at_most_every_seconds: 0 }), refused);
  const { api } = ctx.discord;
  for (const { channel_id, id } of await itsEntries(ctx, guild_id, bot_id)) {
    const kind = id === bot_id ? 'user' : 'role';
    await unlessRefused(setOverwrite(ctx, { kind, id }, { guild_id, channel_id }, {}), (err) =>
      refused(err, channel_id),
    );
  }
  for (const channel_id of await openThreads(ctx, guild_id)) {
    const out = outOfArchive(api, channel_id, () => api.threads.removeMember(channel_id, bot_id));
    await unlessRefused(out, (err) => {
      // It is in few of them.
      if (!hasDiscordCode(err, RESTJSONErrorCodes.UnknownMember)) refused(err, channel_id);
    });
  }
  await deleteItsWebhooks(ctx, { guild_id, bot_id }, refused);
  return isIn;
}

/** What the channels of tickets and of the setup, as it is now and was, say of a bot, under its own id or its role's. */
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
    where c.guild_id = ${guild_id} and (
      exists (select from tickets t where t.guild_id = c.guild_id and t.channel_id = c.channel_id)
      or exists (select from bot_channels b
        where b.guild_id = c.guild_id and b.channel_id = c.channel_id and b.bot_id = ${bot_id})
      or c.channel_id in (${setupChannels(guild_id)}))
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
