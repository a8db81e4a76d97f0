import { type Bot, startBot } from '@tickets/bot/bot';
import { createPanel } from '@tickets/core/panels/panels';
import type { Context } from '@tickets/core/platform/context';
import type { GuildSettings, Panels } from '@tickets/core/platform/db/schema.generated';
import { requiredPermissions } from '@tickets/core/platform/discord/bot-permissions';
import { inServer } from '@tickets/core/platform/discord/bots';
import { findTicket, type Ticket } from '@tickets/core/tickets/model/find';
import { mountCdn } from '@tickets/discord-sim/cdn/plugin';
import { type Person, personOf } from '@tickets/discord-sim/control';
import type { Outcome } from '@tickets/discord-sim/people/outcome';
import { type DiscordSim, startDiscordSim } from '@tickets/discord-sim/server';
import type { SimChannel, SimMessage, SimRole } from '@tickets/discord-sim/world/entities';
import { ChannelType } from 'discord-api-types/v10';
import type { Selectable, Updateable } from 'kysely';
import { callOf } from '../data/access.ts';
import { skipSilences } from '../database/client-options.ts';
import { createTestContext, type TestContextOptions } from './context.ts';

export interface BotWorld extends AsyncDisposable {
  ctx: Context;
  /** Address of the database, for what connects by itself. */
  database_url: string;
  sim: DiscordSim;
  bot: Bot;
  guild_id: string;
  bot_id: string;
  bot_role: SimRole;
  category: SimChannel;
  /** Where panels stand. */
  lobby: SimChannel;
  notices: SimChannel;
  /** Owns the server. */
  owner: Person;
  /** Of the default team. */
  staff: Person;
  member: Person;
  other: Person;
  addMember(username: string): Person;
  settings(values: Updateable<GuildSettings>): Promise<void>;
  /** A panel in the lobby, with its message. */
  panel(overrides?: Updateable<Panels>): Promise<{ row: Selectable<Panels>; message: SimMessage }>;
  ticket(ticket_id: number): Promise<Ticket | undefined>;
  tickets(): Promise<Ticket[]>;
  /** The ticket that somebody's press opened, with its channel. */
  opened(outcome: Outcome): Promise<{ ticket: Ticket; channel: SimChannel }>;
  /** A ticket of the member, opened by a press on a new panel. */
  openTicket(): Promise<{ ticket: Ticket; channel: SimChannel; welcome: SimMessage }>;
  /** Removes all tickets and starts their numbers again, as after a restore of an empty backup. Discord keeps everything. */
  forgetTickets(): Promise<void>;
  /** Ends the bot without letting it finish anything more, and starts another one. */
  restart(): Promise<Bot>;
}

/** A server in the simulated Discord with the real bot in it, which has only the permissions that it asks for. */
export async function startBotWorld(options: Omit<TestContextOptions, 'discord'> = {}): Promise<BotWorld> {
  const sim = await startDiscordSim({ plugins: [async (app, { world }) => mountCdn(app, world)] });
  const { world } = sim;
  const application = world.addApplication({ name: 'Tickets' });
  const access = {
    url: sim.url,
    token: application.bot_token,
    application_id: application.id,
    client_secret: application.client_secret,
  };
  const context = await createTestContext({ ...options, discord: access });
  const { ctx } = context;
  const bot_id = application.bot_user_id;

  const owner = world.addUser({ username: 'olga' });
  const guild_id = world.addGuild({ name: 'Bakery', owner_id: owner.id }).id;
  const bot_role = world.addRole({
    guild_id,
    name: 'Tickets',
    permissions: requiredPermissions,
    managed: true,
    tags: { bot_id },
  });
  world.addMember({ guild_id, user_id: bot_id, roles: [bot_role.id] });
  const addMember = (username: string) => {
    const user = world.addUser({ username });
    world.addMember({ guild_id, user_id: user.id });
    return personOf(world, user.id);
  };
  const [staff, member, other] = [addMember('sam'), addMember('mia'), addMember('max')];
  const category = world.addChannel({ guild_id, type: ChannelType.GuildCategory, name: 'Tickets' });
  const lobby = world.addChannel({ guild_id, name: 'lobby' });
  const notices = world.addChannel({ guild_id, name: 'notices' });

  skipSilences();
  /** What Discord has told is on its way to the bot for a moment, in which the bot knows nothing of it. */
  async function start(): Promise<Bot> {
    const started = await startBot(ctx);
    async function settled() {
      await sim.gateway.received();
      await started.settled();
    }
    return { ...started, settled };
  }
  let bot = await start();
  await bot.settled();
  await ctx.db.insertInto('guild_settings').values({ guild_id, category: category.id }).execute();
  await ctx.db.insertInto('permissions').values({ guild_id, user_id: staff.id, support: true }).execute();

  const botWorld: BotWorld = {
    ctx,
    database_url: context.database_url,
    sim,
    get bot() {
      return bot;
    },
    guild_id,
    bot_id,
    bot_role,
    category,
    lobby,
    notices,
    owner: personOf(world, owner.id),
    staff,
    member,
    other,
    addMember,
    async settings(values) {
      await ctx.db.updateTable('guild_settings').set(values).where('guild_id', '=', guild_id).execute();
    },
    async panel(overrides = {}) {
      const { panel_id } = await createPanel(callOf(inServer(ctx, guild_id)), guild_id, {
        title: 'Support',
        content: 'Press to get help',
        colour: 0x123456,
        channel_id: lobby.id,
        category_id: null,
        emote: '📩',
        button_style: 1,
        button_label: 'Get help',
      });
      const row = await ctx.db
        .updateTable('panels')
        .set({ disabled: false, ...overrides })
        .where('panel_id', '=', panel_id)
        .returningAll()
        .executeTakeFirstOrThrow();
      const message = world.messages.get(row.message_id ?? '');
      if (!message) throw new Error('the panel has no message');
      return { row, message };
    },
    ticket: (ticket_id) => findTicket(ctx.db, { guild_id, ticket_id }),
    tickets: () =>
      ctx.db
        .selectFrom('tickets')
        .selectAll()
        .where('guild_id', '=', guild_id)
        .orderBy('ticket_id')
        .execute(),
    async opened(outcome) {
      const text = await saidIn(outcome);
      const channel = world.channels.get(/<#(\d+)>/.exec(text)?.[1] ?? '');
      if (!channel) throw new Error(`no ticket was opened: ${text}`);
      const ticket = await ctx.db
        .selectFrom('tickets')
        .selectAll()
        .where('channel_id', '=', channel.id)
        .executeTakeFirstOrThrow();
      return { ticket, channel };
    },
    async openTicket() {
      const { message } = await botWorld.panel();
      const { ticket, channel } = await botWorld.opened(await botWorld.member.click(message, 'Get help'));
      const welcome = world.messages.get(ticket.welcome_message_id ?? '');
      if (!welcome) throw new Error('the ticket has no welcome message');
      return { ticket, channel, welcome };
    },
    async forgetTickets() {
      await bot.stop();
      await ctx.db.deleteFrom('tickets').execute();
      await ctx.db.updateTable('guilds').set({ last_ticket_id: 0 }).execute();
      await this.restart();
    },
    async restart() {
      await bot.stop();
      bot = await start();
      await bot.settled();
      return bot;
    },
    async [Symbol.asyncDispose]() {
      await bot.stop();
      await context.close();
      const missing = [...sim.unimplemented.keys()];
      await sim.close();
      if (missing.length) throw new Error(`the simulated Discord lacks ${missing.join(', ')}`);
    },
  };
  return botWorld;
}

/** What an answer says in the end, with its embeds. */
export async function saidIn(outcome: Outcome): Promise<string> {
  if (outcome.kind === 'failed') return 'This interaction failed';
  if (outcome.kind === 'modal' || outcome.kind === 'choices')
    throw new Error(`the answer is a ${outcome.kind}`);
  const message = outcome.kind === 'deferred' ? await outcome.settled() : outcome.message;
  return textOf(message);
}

export function textOf(message: Pick<SimMessage, 'content' | 'embeds'>): string {
  const embeds = message.embeds.map(({ title, description, fields, footer }) =>
    [title, description, ...(fields ?? []).flatMap(({ name, value }) => [name, value]), footer?.text]
      .filter(Boolean)
      .join('\n'),
  );
  return [message.content, ...embeds].filter(Boolean).join('\n');
}
