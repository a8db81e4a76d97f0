import { type APIOverwrite, ChannelType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import { asBot } from '../platform/discord/bots.ts';
import { botExtras, essential, standard, threadNeeds } from '../platform/discord/channel-permissions.ts';
import type { Discord } from '../platform/discord/discord.ts';
import { unlessRefused } from '../platform/discord/failures.ts';
import type { EffectKind } from '../platform/effects/effects.ts';
import { botAccess } from '../servers/bot-access.ts';
import { permissionsIn } from '../servers/channel-permissions.ts';
import { botEntry } from '../tickets/channel/bot-entry.ts';
import { botOverwrite } from '../tickets/channel/channel-overwrites.ts';
import { setupChannels } from './setup-channels.ts';

interface OpenChannel {
  ticket_id: number;
  channel_id: string;
  is_thread: boolean;
  permission_overwrites: APIOverwrite[];
}

/** Lets each of our bots see the open tickets. One that is in already has to do it for the others. */
export async function letIntoTickets(ctx: Context, guild_id: string): Promise<void> {
  const bots = ctx.bots.inGuild(guild_id);
  if (bots.length < 2) return;
  const { rows } = await sql<OpenChannel>`
    select t.ticket_id, t.channel_id, t.is_thread, coalesce(c.permission_overwrites, '[]') as permission_overwrites
    from tickets t left join guild_channels c on c.guild_id = t.guild_id and c.channel_id = t.channel_id
    where t.guild_id = ${guild_id} and t.status = 'open' and t.channel_id is not null order by t.ticket_id`.execute(
    ctx.db,
  );
  for (const bot of bots)
    for (const channel of rows)
      await letIntoTicket(ctx, guild_id, channel, { bot, by: bots.filter((other) => other !== bot) });
}

async function letIntoTicket(
  ctx: Context,
  guild_id: string,
  { ticket_id, channel_id, is_thread, permission_overwrites }: OpenChannel,
  { bot, by }: { bot: Discord; by: Discord[] },
): Promise<void> {
  for (const giver of by) {
    // It may have lost trust while it was let into others.
    if (!ctx.bots.inGuild(guild_id).includes(bot)) return;
    const { id, ...overwrite } = await botOverwrite(ctx, guild_id, { bot, by: giver });
    if (!is_thread && permission_overwrites.some((there) => there.id === id)) return;
    const { channels, threads } = giver.api;
    const done = is_thread
      ? threads.addMember(channel_id, bot.user_id)
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
 * where panels stand. Those that it can use, and those in which somebody has decided about it, stay as they are.
 */
export async function letIntoSetup(ctx: Context, guild_id: string): Promise<void> {
  const all = ctx.bots.inGuild(guild_id);
  if (all.length < 2) return;
  const channels = await placesOfSetup(ctx, guild_id);
  const bots = await Promise.all(
    all.map(async (bot) => {
      const access = await botAccess(asBot(ctx, bot), guild_id);
      return { bot, access, entry: botEntry(asBot(ctx, bot), access) };
    }),
  );
  for (const { bot, access, entry } of bots)
    for (const { channel_id, type, permission_overwrites } of channels) {
      const holds = (of: Pick<(typeof bots)[number], 'bot' | 'access'>) =>
        permissionsIn({ guild_id, user_id: of.bot.user_id, ...of.access }, permission_overwrites);
      if ((holds({ bot, access }) & essential) === essential) continue;
      if (permission_overwrites.some(({ id }) => id === entry.id)) continue;
      const giver = bots.find((other) => other.bot !== bot && (holds(other) & givers) === givers);
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
