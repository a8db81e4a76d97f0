import type { Context } from '@tickets/core/platform/context';
import type { GuildSettings, Tickets } from '@tickets/core/platform/db/schema.generated';
import { syncGuild } from '@tickets/core/servers/guilds';
import { recordDeletion, recordEdit, recordMessage } from '@tickets/core/tickets/conversation/messages';
import { ticketChannelGone } from '@tickets/core/tickets/model/begin-closing';
import { mountCdn } from '@tickets/discord-sim/cdn/plugin';
import { type Person, personOf } from '@tickets/discord-sim/control';
import { type DiscordSim, startDiscordSim } from '@tickets/discord-sim/server';
import { renderGuildCreate } from '@tickets/discord-sim/world/guild-create';
import { ChannelType, PermissionFlagsBits } from 'discord-api-types/v10';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { buildTicket } from '../data/factories.ts';
import { skipSilences } from '../database/client-options.ts';
import { createTestContext, type TestContextOptions } from './context.ts';

export type TestTicket = Selectable<Tickets> & { channel_id: string };

/** What a test says of a ticket. */
type TicketOverrides = Omit<Partial<Insertable<Tickets>>, 'guild_id' | 'channel_id'>;

export interface TicketWorld extends AsyncDisposable {
  ctx: Context;
  /** Address of the database, for what connects by itself. */
  database_url: string;
  sim: DiscordSim;
  guild_id: string;
  bot_id: string;
  /** Where closed tickets are told. */
  archive_id: string;
  /** Owns the server, so of level 2. */
  owner: Person;
  /** Of level 1. */
  staff: Person;
  /** Opens the tickets. */
  member: Person;
  settings(values: Updateable<GuildSettings>): Promise<void>;
  /** An open ticket of the member, with its channel or private thread in Discord. */
  openTicket(overrides?: TicketOverrides): Promise<TestTicket>;
  /** Waits until all that Discord told was taken in. What went wrong there is thrown. */
  settled(): Promise<void>;
  /** While deaf, the gateway tells nothing, as when the program is not running. */
  hear(listens: boolean): void;
}

/** A server in the simulated Discord with a staff member, a member, and a bot that hears what happens. */
export async function startTicketWorld(
  options: Omit<TestContextOptions, 'discord'> = {},
): Promise<TicketWorld> {
  const sim = await startDiscordSim({ plugins: [async (app, { world }) => mountCdn(app, world)] });
  const { world } = sim;
  const application = world.addApplication({ name: 'Tickets' });
  const bot_id = application.bot_user_id;
  const context = await createTestContext({
    ...options,
    discord: {
      url: sim.url,
      token: application.bot_token,
      application_id: application.id,
      client_secret: application.client_secret,
    },
  });
  const { ctx } = context;
  skipSilences();

  const [owner, staff, member] = ['olga', 'sam', 'mia'].map((username) => world.addUser({ username })) as [
    Person['user'],
    Person['user'],
    Person['user'],
  ]; // one for each name
  const { id: guild_id } = world.addGuild({ name: 'Bakery', owner_id: owner.id });
  const botRole = world.addRole({
    guild_id,
    name: 'Tickets',
    permissions: PermissionFlagsBits.Administrator,
  });
  world.addMember({ guild_id, user_id: bot_id, roles: [botRole.id] });
  for (const { id } of [staff, member]) world.addMember({ guild_id, user_id: id });
  const archive = world.addChannel({ guild_id, name: 'archive' });
  const lobby = world.addChannel({ guild_id, name: 'lobby' });

  const viewer = { userId: bot_id, applicationId: application.id };
  const payload = renderGuildCreate(world, guild_id, viewer);
  if (!('name' in payload)) throw new Error('the bot is in the server');
  await syncGuild(ctx, payload);
  await ctx.db.insertInto('guild_settings').values({ guild_id, archive_channel: archive.id }).execute();
  await ctx.db.insertInto('permissions').values({ guild_id, user_id: staff.id, support: true }).execute();

  let listens = true;
  let heard: Promise<unknown> = Promise.resolve();
  const stop = world.listenAs(viewer, ({ t, d }) => {
    if (listens) heard = heard.then(() => takeIn(ctx, t, d));
  });

  return {
    ctx,
    database_url: context.database_url,
    sim,
    guild_id,
    bot_id,
    archive_id: archive.id,
    owner: personOf(world, owner.id),
    staff: personOf(world, staff.id),
    member: personOf(world, member.id),
    async settings(values) {
      await ctx.db.updateTable('guild_settings').set(values).where('guild_id', '=', guild_id).execute();
    },
    async openTicket(overrides = {}) {
      const channel = world.addChannel({
        guild_id,
        ...(overrides.is_thread
          ? { type: ChannelType.PrivateThread, parent_id: lobby.id, members: [bot_id, member.id, staff.id] }
          : {}),
        name: 'ticket',
      });
      const ticket = await buildTicket(ctx, {
        guild_id,
        opener_id: member.id,
        channel_id: channel.id,
        parent_id: overrides.is_thread ? lobby.id : null,
        welcome_message_id: channel.id,
        opened_at: ctx.clock.now(),
        ...overrides,
      });
      return { ...ticket, channel_id: channel.id };
    },
    async settled() {
      await heard;
    },
    hear(value) {
      listens = value;
    },
    async [Symbol.asyncDispose]() {
      stop();
      await heard;
      await context.close();
      await sim.close();
    },
  };
}

/** What the bot's gateway handlers do with these events. */
async function takeIn(ctx: Context, t: string, d: unknown): Promise<void> {
  const data = d as Parameters<typeof recordMessage>[1] & { ids: string[]; id: string }; // as Discord documents it
  const { guild_id, channel_id } = data;
  if (!guild_id) return;
  if (t === 'MESSAGE_CREATE') await recordMessage(ctx, data);
  else if (t === 'MESSAGE_UPDATE') await recordEdit(ctx, data);
  else if (t === 'MESSAGE_DELETE') await recordDeletion(ctx, { guild_id, channel_id, ids: [data.id] });
  else if (t === 'MESSAGE_DELETE_BULK') await recordDeletion(ctx, { guild_id, channel_id, ids: data.ids });
  else if (t === 'CHANNEL_DELETE') await ticketChannelGone(ctx, { guild_id, channel_id: data.id });
}
