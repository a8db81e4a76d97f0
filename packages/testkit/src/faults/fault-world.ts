import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { RouteName } from '@tickets/contract/route-paths';
import type { RouteInput } from '@tickets/contract/routes';
import { tasks } from '@tickets/core/composition/tasks';
import type { TicketMembers, Tickets } from '@tickets/core/platform/db/schema.generated';
import type { JobName, JobPayloads } from '@tickets/core/platform/jobs/jobs';
import { ticketOverwrites } from '@tickets/core/tickets/channel/channel-overwrites';
import { findTicket, type Ticket } from '@tickets/core/tickets/model/find';
import { welcomeButtons } from '@tickets/core/tickets/welcome/welcome-message';
import { wordingOf } from '@tickets/core/wording/look';
import type { Person } from '@tickets/discord-sim/control';
import { DiscordError } from '@tickets/discord-sim/errors';
import type { Outcome } from '@tickets/discord-sim/people/outcome';
import { deleteChannel } from '@tickets/discord-sim/world/channels';
import type { SimChannel, SimMessage } from '@tickets/discord-sim/world/entities';
import { ChannelType, MessageFlags } from 'discord-api-types/v10';
import { type Insertable, sql } from 'kysely';
import { buildSession, buildTicket } from '../data/factories.ts';
import { serveApi } from '../worlds/app.ts';
import { type BotWorld, startBotWorld, textOf } from '../worlds/bot-world.ts';
import { settleAll } from '../worlds/effects.ts';

/** A ticket that an action is done to. */
export interface Room {
  guild_id: string;
  ticket_id: number;
  channel: SimChannel;
  welcome: SimMessage;
  /** For what is sent from the dashboard once, however often it is tried. */
  key: string;
  /** Ids that an action's preparation hands to it. */
  args: string[];
}

export interface RoomOptions extends Partial<Omit<Insertable<Tickets>, 'guild_id' | 'channel_id'>> {
  members?: string[];
}

/** What somebody is told in the end. `nothing`: there is no text that they see. */
export type Told =
  | { by: 'dashboard'; status: number; text: string }
  | { by: 'discord'; text: string }
  /** Discord says that it failed, or that it is thinking. */
  | { by: 'discord'; nothing: 'failed' | 'thinking' }
  /** It stood in a channel that is gone. */
  | { by: 'discord'; nothing: 'gone' }
  /** Nobody asked for it. */
  | { by: 'time' };

export interface FaultWorld extends BotWorld {
  /** Of the default team, beside `staff`. */
  second: Person;
  room(options?: RoomOptions): Promise<Room>;
  /** Takes a room away, so that the next one is alone. */
  leave(room: Room): Promise<void>;
  fromDashboard<N extends RouteName>(name: N, input: RouteInput<N>): Promise<Told>;
  inDiscord(person: Person, act: () => Promise<Outcome>): Promise<Told>;
  /** As when the time is over for which Discord told the bot to wait. */
  forgetLimits(): void;
  /** Runs what waits for its time, once; what fails stays. Answers what failed. */
  runJobs(): Promise<string[]>;
}

/** A server with the bot, the dashboard's API, and jobs that run when the test says so. */
export async function startFaultWorld(): Promise<FaultWorld> {
  const w = await startBotWorld();
  const { ctx, sim, guild_id } = w;
  const end = w[Symbol.asyncDispose];
  const { world } = sim;
  const { api, call } = await serveApi(ctx);
  const token = await buildSession(ctx, w.staff.id);
  const second = w.addMember('sara');
  await ctx.db.insertInto('permissions').values({ guild_id, user_id: second.id, support: true }).execute();
  await w.settings({ archive_channel: w.notices.id, feedback_enabled: true, close_confirmation: false });

  async function furnish(ticket: Ticket): Promise<Pick<Room, 'channel' | 'welcome'>> {
    const wording = await wordingOf(ctx, guild_id);
    const channel = world.addChannel({
      guild_id,
      name: ticket.channel_name,
      ...(ticket.is_thread
        ? {
            type: ChannelType.PrivateThread,
            parent_id: w.lobby.id,
            members: [w.bot_id, w.member.id, w.staff.id],
          }
        : {
            topic: ticket.subject,
            permission_overwrites: await ticketOverwrites(ctx, ticket, wording.settings),
          }),
    });
    const { id } = await ctx.discord.api.channels.createMessage(channel.id, {
      content: 'Welcome',
      components: welcomeButtons(wording, ticket),
    });
    const welcome = world.messages.get(id);
    if (!welcome) throw new Error('the welcome message is gone');
    return { channel, welcome };
  }

  /** Resolves when the bot is through with what somebody did and had no answer taken; Discord shows it as failed later. */
  async function unanswered(person: Person, { signal }: AbortController): Promise<void> {
    const before = world.interactions.in('user', person.id).at(-1)?.id;
    while (!signal.aborted) {
      await setTimeout(10);
      const row = world.interactions.in('user', person.id).at(-1);
      if (!row || row.id === before || row.state !== 'waiting') continue;
      if (!sim.faults.hits.some(({ path }) => path.includes(row.id))) continue;
      await w.bot.settled();
      if (world.interactions.get(row.id)?.state === 'waiting') return;
    }
  }

  async function lastWord(person: Person): Promise<Told> {
    await w.bot.settled();
    const row = world.interactions.in('user', person.id).at(-1);
    if (!row) throw new Error('nobody did anything');
    if (row.state === 'failed' || row.state === 'waiting') return { by: 'discord', nothing: 'failed' };
    if (!person.sees(row.channel_id)) return { by: 'discord', nothing: 'gone' };
    const original = world.messages.get(row.original_message_id ?? '');
    const later = person
      .messages(row.channel_id)
      .filter((message) => message.interaction?.id === row.id && message.id !== original?.id);
    const word = later.at(-1) ?? original;
    if (original && original.flags & MessageFlags.Loading) return { by: 'discord', nothing: 'thinking' };
    return word ? { by: 'discord', text: textOf(word) } : { by: 'discord', nothing: 'thinking' };
  }

  return Object.assign(w, {
    second,
    async room({ members = [], ...options }: RoomOptions = {}) {
      const ticket = await buildTicket(ctx, {
        status: 'opening',
        opener_id: w.member.id,
        welcome_message_id: null,
        channel_id: null,
        parent_id: options.is_thread ? w.lobby.id : null,
        opened_at: ctx.clock.now(),
        ...options,
        guild_id,
      });
      const { ticket_id } = ticket;
      const added = members.map(
        (member_id): Insertable<TicketMembers> => ({ guild_id, ticket_id, member_id, kind: 'user' }),
      );
      if (added.length) await ctx.db.insertInto('ticket_members').values(added).execute();
      await ctx.db
        .insertInto('ticket_participants')
        .values({ guild_id, ticket_id, user_id: w.member.id })
        .execute();
      const { channel, welcome } = await furnish(ticket);
      await ctx.db
        .updateTable('tickets')
        .set({ status: 'open', channel_id: channel.id, welcome_message_id: welcome.id })
        .where('guild_id', '=', guild_id)
        .where('ticket_id', '=', ticket_id)
        .execute();
      return { guild_id, ticket_id, channel, welcome, key: randomUUID(), args: [] };
    },
    async leave({ ticket_id }: Room) {
      await w.bot.settled();
      const left = await ctx.db
        .updateTable('tickets')
        // Long ago, so that rooms that follow one another at once are not too many.
        .set({ status: 'closed', opened_at: new Date(ctx.clock.now().getTime() - 3_600_000) })
        .where('guild_id', '=', guild_id)
        .where((eb) => eb.or([eb('ticket_id', '=', ticket_id), eb('continues', '=', ticket_id)]))
        .returning('channel_id')
        .execute();
      for (const { channel_id } of left) {
        const channel = world.channels.get(channel_id ?? '');
        if (channel) deleteChannel(world, channel);
      }
    },
    async fromDashboard<N extends RouteName>(name: N, input: RouteInput<N>): Promise<Told> {
      const { status, error } = await call(name, { ...input, token });
      return { by: 'dashboard', status, text: status === 200 ? '' : error.error };
    },
    async inDiscord(person: Person, act: () => Promise<Outcome>): Promise<Told> {
      const over = new AbortController();
      const failing = unanswered(person, over);
      try {
        await Promise.race([act(), failing]);
      } catch (error) {
        // There is no button or form left to press.
        if (error instanceof DiscordError) return { by: 'discord', nothing: 'gone' };
        if (!(error instanceof Error && error.message.includes('gone already'))) throw error;
      } finally {
        over.abort();
      }
      return lastWord(person);
    },
    forgetLimits() {
      ctx.discord.rest.handlers.clear();
      ctx.discord.guard.learn(undefined);
    },
    async runJobs() {
      const { rows } = await sql<{ id: string; name: JobName; payload: JobPayloads[JobName] }>`
        select j.id, t.identifier as name, j.payload from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`.execute(ctx.db);
      const failed: string[] = [];
      for (const { id, name, payload } of rows) {
        try {
          // The payload was written by addJob under this name.
          await (tasks[name] as (context: typeof ctx, payload: unknown) => Promise<unknown>)(ctx, payload);
          await sql`select graphile_worker.complete_jobs(array[${id}::bigint])`.execute(ctx.db);
        } catch (error) {
          failed.push(`${name} ${JSON.stringify(payload)}: ${error}`);
        }
      }
      await settleAll(ctx);
      const waiting = await ctx.db
        .selectFrom('effects')
        .where('attempts', '>', 0)
        .select(['kind', 'key', 'problem'])
        .execute();
      return [...failed, ...waiting.map(({ kind, key, problem }) => `${kind} ${key}: ${problem}`)];
    },
    async [Symbol.asyncDispose]() {
      await api.close();
      await end();
    },
  });
}

export async function ticketOf({ ctx }: BotWorld, { guild_id, ticket_id }: Room): Promise<Ticket> {
  const ticket = await findTicket(ctx.db, { guild_id, ticket_id });
  if (!ticket) throw new Error(`ticket ${ticket_id} is gone`);
  return ticket;
}
