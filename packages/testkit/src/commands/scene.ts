import { randomBytes } from 'node:crypto';
import type { Ticket } from '@tickets/core/tickets/model/find';
import type { Person } from '@tickets/discord-sim/control';
import type { Outcome } from '@tickets/discord-sim/people/outcome';
import { openDirectChannel } from '@tickets/discord-sim/world/channels';
import type { SimChannel, SimMessage } from '@tickets/discord-sim/world/entities';
import { ComponentType } from 'discord-api-types/v10';
import { type Selectable, sql } from 'kysely';
import { type BotWorld, startBotWorld } from '../worlds/bot-world.ts';
import { standing, witness } from './witness.ts';

export type Level = 'everyone' | 'support' | 'admin';

/** One use of the bot: in the lobby, or in a ticket of the member. Every scene has a member of its own. */
export interface Scene {
  w: BotWorld;
  /** Who does it. */
  by: Person;
  /** Not on the staff; opens the ticket. */
  member: Person;
  staff: Person;
  admin: Person;
  /** Where it is done. */
  channel: SimChannel;
  ticket: Ticket;
  panel: Panel;
  openTicket(as?: Partial<Pick<Ticket, 'is_thread'>>): Promise<void>;
  /** Closes the ticket, and waits until it is. */
  closeTicket(): Promise<void>;
  /** Goes to the direct messages of who does it. */
  inDirectMessages(): void;
  /** Presses a button with this custom id, as a message of the bot in this channel has it. */
  press(custom_id: string): Promise<Outcome>;
  /** Chooses in a menu with this custom id, as a message of the bot in this channel has it. */
  choose(custom_id: string, value: string): Promise<Outcome>;
  /** Does something as somebody who is on the staff only so long. */
  asStaff<T>(who: Person, work: () => Promise<T>): Promise<T>;
  change(ticket: Partial<Selectable<Ticket>>): Promise<void>;
}
type Panel = Awaited<ReturnType<BotWorld['panel']>>;

export interface Theatre extends AsyncDisposable {
  begin(by: Level): Promise<Scene>;
  /** Undoes what a scene changed for the next ones. */
  end(): Promise<void>;
  /** Everything that is so in the database and in Discord, when everything that happened has been heard. */
  everything: Awaited<ReturnType<typeof witness>>;
}

/** One world for many scenes, because a refusal leaves nothing behind, and every scene has people of its own. */
export async function openTheatre(): Promise<Theatre> {
  const w = await startBotWorld();
  const { world } = w.sim;
  const { db } = w.ctx;
  const { guild_id } = w;
  const admin = w.addMember('adam');
  await db.insertInto('permissions').values({ guild_id, user_id: admin.id, admin: true }).execute();
  // Without a category there is room for more tickets than one category has.
  await w.settings({ category: null, ticket_limit: 10 });
  const panel = await w.panel();
  const settings = await db.selectFrom('guild_settings').selectAll().executeTakeFirstOrThrow();
  const everything = await witness(w);

  return {
    async begin(level) {
      const member = w.addMember(`mia${randomBytes(4).toString('hex')}`);
      const scene = { w, member, staff: w.staff, admin, panel, channel: w.lobby } as Scene; // the rest follows
      scene.by = { everyone: member, support: w.staff, admin }[level];
      return Object.assign(scene, handsIn(scene));
    },
    async end() {
      w.sim.faults.clear();
      Object.assign(w.ctx.config, { premium: 'everyone' });
      await db.updateTable('guild_settings').set(settings).execute();
      const kept = [w.staff.id, admin.id];
      await db.deleteFrom('permissions').where('user_id', 'not in', kept).execute();
      for (const table of ['role_permissions', 'blacklisted_users', 'blacklisted_roles', 'on_call'] as const)
        await db.deleteFrom(table).execute();
      await db.deleteFrom('tags').execute();
      // Scenes follow one another faster than people open tickets.
      await sql`update tickets set opened_at = opened_at - interval '1 hour'`.execute(db);
    },
    everything,
    [Symbol.asyncDispose]: () => w[Symbol.asyncDispose](),
  };

  function handsIn(scene: Scene): Partial<Scene> {
    return {
      async openTicket({ is_thread = false } = {}) {
        if (is_thread) await w.settings({ use_threads: true, ticket_notification_channel: w.notices.id });
        const opened = await w.opened(await scene.member.goes(w.lobby).click(panel.message, 'Get help'));
        // Long ago, so that it counts neither as a second press nor as too many at once.
        const opened_at = new Date(opened.ticket.opened_at.getTime() - 3_600_000);
        Object.assign(scene, opened);
        await scene.change({ opened_at });
      },
      async closeTicket() {
        const { channel } = scene;
        await w.owner.goes(channel).slash('close');
        const row = db.selectFrom('tickets').where('channel_id', '=', channel.id).select('status');
        await w.owner.eventually(
          () => !world.channels.has(channel.id) || isArchived(world.channels.get(channel.id)),
        );
        await w.bot.settled();
        if ((await row.executeTakeFirstOrThrow()).status !== 'closed')
          throw new Error('the ticket is not closed');
        scene.channel = w.lobby;
      },
      inDirectMessages() {
        scene.channel = openDirectChannel(world, scene.by.id, w.bot_id);
      },
      async press(custom_id) {
        const button = { type: ComponentType.Button, style: 1, label: 'Go', custom_id };
        return scene.by.click(messageWith(w, scene.channel, button), custom_id);
      },
      async choose(custom_id, value) {
        const menu = { type: ComponentType.StringSelect, custom_id, options: [{ label: value, value }] };
        return scene.by.select(messageWith(w, scene.channel, menu), custom_id, [value]);
      },
      async asStaff(who, work) {
        if (who === admin) return work();
        const entry = db.updateTable('permissions').where('user_id', '=', who.id);
        if (who === w.staff) await entry.set({ admin: true }).execute();
        else
          await db
            .insertInto('permissions')
            .values({ guild_id, user_id: who.id, support: true, admin: true })
            .execute();
        try {
          return await work();
        } finally {
          if (who === w.staff) await entry.set({ admin: false }).execute();
          else await db.deleteFrom('permissions').where('user_id', '=', who.id).execute();
        }
      },
      async change(values) {
        const { ticket_id } = scene.ticket;
        await db.updateTable('tickets').set(values).where('ticket_id', '=', ticket_id).execute();
        Object.assign(scene.ticket, values);
      },
    };
  }
}

const isArchived = (channel: SimChannel | undefined) => channel?.thread_metadata?.archived === true;

/** A message of the bot with one thing to press, which has stood there for long: the bot hears nothing of it now. */
function messageWith(w: BotWorld, { id: channel_id, guild_id }: SimChannel, component: object): SimMessage {
  const { world } = w.sim;
  const elsewhere = world.addMessage({
    channel_id: w.lobby.id,
    author_id: w.bot_id,
    application_id: w.bot_id,
    content: standing,
    components: [{ type: ComponentType.ActionRow, components: [component] }] as never, // as Discord stores them
  });
  return world.messages.put({ ...elsewhere, channel_id, guild_id });
}
