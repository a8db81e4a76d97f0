import { type APIOverwrite, ChannelType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import { asBot, mayAct } from '../platform/discord/bots.ts';
import { botExtras, essential, standard, threadNeeds } from '../platform/discord/channel-permissions.ts';
import type { Discord } from '../platform/discord/discord.ts';
import { unlessRefused } from '../platform/discord/failures.ts';
import { outOfArchive } from '../platform/discord/own-messages.ts';
import type { EffectKind } from '../platform/effects/effects.ts';
import { botAccess } from '../servers/bot-access.ts';
import { permissionsIn } from '../servers/channel-permissions.ts';
import { botEntry } from '../tickets/channel/bot-entry.ts';
import { botOverwrite } from '../tickets/channel/channel-overwrites.ts';
import { setupChannels } from './setup-channels.ts';

interface TicketChannel {
  ticket_id: number;
  channel_id: string;
  is_thread: boolean;
  parent_id: string | null;
  permission_overwrites: APIOverwrite[];
}

/**
 * Called when Discord refuses a bot something in these channels. A bot that begins to serve a server acts there at once, but is let
 * into tickets and channels one after the other, so no refusal is final until it has been let into this one. Returns whether to repeat
 * the call: also where nothing was left to do, because another call may have let the bot in a moment ago.
 */
export async function letIntoChannels(
  ctx: Context,
  bot: Discord,
  guild_id: string,
  channel_ids: readonly string[],
): Promise<boolean> {
  const bots = ctx.bots.inGuild(guild_id);
  if (bots.length < 2 || !bots.includes(bot)) return false;
  const these = sql`any(${channel_ids}::bigint[])`;
  const tickets = await channelsOfTickets(
    ctx,
    sql`t.guild_id = ${guild_id} and (t.channel_id = ${these} or (t.status <> 'closed' and t.notes_thread_id = ${these}))`,
  );
  const parents = tickets.flatMap(({ is_thread, parent_id }) => (is_thread && parent_id) || []);
  const isOfSetup = await letIntoSetup(ctx, guild_id, { of: [bot], only: [...channel_ids, ...parents] });
  for (const channel of tickets)
    await letIntoTicket(ctx, guild_id, channel, { bot, by: bots.filter((other) => other !== bot) });
  return isOfSetup || tickets.length > 0;
}

/** Lets each of our bots see the tickets that are not closed. One that is in already has to do it for the others. */
export async function letIntoTickets(ctx: Context, guild_id: string): Promise<void> {
  const bots = ctx.bots.inGuild(guild_id);
  if (bots.length < 2) return;
  const open = sql`t.guild_id = ${guild_id} and t.status <> 'closed' and t.channel_removed_at is null`;
  const channels = await channelsOfTickets(ctx, open);
  for (const bot of bots)
    for (const channel of channels)
      await letIntoTicket(ctx, guild_id, channel, { bot, by: bots.filter((other) => other !== bot) });
}

async function channelsOfTickets(ctx: Context, which: RawBuilder<unknown>): Promise<TicketChannel[]> {
  const { rows } = await sql<TicketChannel>`
    select t.ticket_id, t.channel_id, t.is_thread, t.parent_id, coalesce(c.permission_overwrites, '[]') as permission_overwrites
    from tickets t left join guild_channels c on c.guild_id = t.guild_id and c.channel_id = t.channel_id
    where ${which} and t.channel_id is not null order by t.ticket_id`.execute(ctx.db);
  return rows;
}

async function letIntoTicket(
  ctx: Context,
  guild_id: string,
  { ticket_id, channel_id, is_thread, permission_overwrites }: TicketChannel,
  { bot, by }: { bot: Discord; by: Discord[] },
): Promise<void> {
  for (const giver of by) {
    if (!mayAct(ctx, giver)) continue;
    // It may have lost trust while it was let into others.
    if (!ctx.bots.inGuild(guild_id).includes(bot)) return;
    const { id, ...overwrite } = await botOverwrite(ctx, guild_id, { bot, by: giver });
    if (!is_thread && permission_overwrites.some((there) => there.id === id)) return;
    const { channels, threads } = giver.api;
    const done = is_thread
      ? outOfArchive(giver.api, channel_id, () => threads.addMember(channel_id, bot.user_id))
      : channels.editPermissionOverwrite(channel_id, id, overwrite);
    let isRefused = false;
    await unlessRefused(done, (err) => {
      isRefused = true;
      ctx.log.info({ err, guild_id, ticket_id, bot_id: bot.user_id }, 'a bot was not let into a ticket');
    });
    if (!isRefused) return;
  }
}

interface SetupChannel {
  channel_id: string;
  type: ChannelType;
  permission_overwrites: APIOverwrite[];
}

/**
 * Lets each of our bots use the channels and categories that settings and panels name: the archive, where tickets are made,
 * where panels stand. Those that it can use, and those in which somebody has decided about it, stay as they are. `of`, `only`: of
 * some bots and some channels alone. Returns whether the setup names any of these.
 */
export async function letIntoSetup(
  ctx: Context,
  guild_id: string,
  { of, only }: { of?: readonly Discord[]; only?: readonly string[] } = {},
): Promise<boolean> {
  const all = ctx.bots.inGuild(guild_id);
  if (all.length < 2) return false;
  const named = await placesOfSetup(ctx, guild_id);
  const channels = only ? named.filter(({ channel_id }) => only.includes(channel_id)) : named;
  if (!channels.length) return false;
  const bots = await Promise.all(
    all.map(async (bot) => {
      const access = await botAccess(asBot(ctx, bot), guild_id);
      return { bot, access, entry: botEntry(asBot(ctx, bot), access) };
    }),
  );
  for (const { bot, access, entry } of bots.filter(({ bot }) => !of || of.includes(bot)))
    for (const { channel_id, type, permission_overwrites } of channels) {
      const holds = (of: Pick<(typeof bots)[number], 'bot' | 'access'>) =>
        permissionsIn({ guild_id, user_id: of.bot.user_id, ...of.access }, permission_overwrites);
      if ((holds({ bot, access }) & essential) === essential) continue;
      if (permission_overwrites.some(({ id }) => id === entry.id)) continue;
      const giver = bots.find(
        (other) => other.bot !== bot && mayAct(ctx, other.bot) && (holds(other) & givers) === givers,
      );
      if (!giver) continue;
      const { id, type: kind } = entry;
      const needed = type === ChannelType.GuildCategory ? standard | botExtras : standard | threadNeeds;
      const allow = String((needed & holds(giver) & giver.access.permissions) | essential);
      const done = giver.bot.api.channels.editPermissionOverwrite(channel_id, id, {
        type: kind,
        allow,
        deny: '0',
      });
      await unlessRefused(done, (err) =>
        ctx.log.info(
          { err, guild_id, channel_id, bot_id: bot.user_id },
          'a bot was not let into a channel of the setup',
        ),
      );
    }
  return true;
}

/** The setup came to name other channels. The database wants it. */
export const setupBots: EffectKind = {
  name: 'setup.bots',
  lockOf: ({ guild_id }) => `setup.bots:${guild_id}`,
  async settle(told, { guild_id }) {
    await told.bots.refresh();
    await letIntoSetup(asBot(told, told.bots.of(guild_id)), guild_id);
    return undefined;
  },
};

/** What a bot must hold that lets another in: nobody can give what they do not have. */
const givers = essential | P.ManageRoles;

async function placesOfSetup(ctx: Context, guild_id: string): Promise<SetupChannel[]> {
  const { rows } = await sql<SetupChannel>`
    with named as (${setupChannels(guild_id)})
    select c.channel_id, c.type, coalesce(c.permission_overwrites, '[]') as permission_overwrites
    from guild_channels c join named using (channel_id)
    where c.guild_id = ${guild_id} order by c.channel_id`.execute(ctx.db);
  return rows;
}
