import { type Person, personOf } from '@tickets/discord-sim/control';
import { addMember } from '@tickets/discord-sim/world/build';
import { updateMember } from '@tickets/discord-sim/world/members';
import { buildGuild, buildPanel, buildTeam, buildTicket } from '../data/factories.ts';
import type { BotWorld } from '../worlds/bot-world.ts';
import type { TestTicket } from '../worlds/ticket-world.ts';
import { type CallerName, letIn } from './declared.ts';

/** Everyone of the permission matrix in one server, and a panel with its tickets. */
export interface Cast {
  people: Record<CallerName, Person>;
  /** Gives a panel to the default team and one other team, as the tickets here are worked. */
  staffs(panel_id: number): Promise<void>;
  /** Writes again what makes them what they are, for whoever undid more than that. */
  stand(): Promise<void>;
  /** Nobody has an open ticket any more, so that none counts as too many. */
  leaveTickets(): Promise<unknown>;
  /** The override stands only while those act whom it lets in. */
  enter(who: CallerName): Promise<void>;
  /** A ticket of the panel, which nobody has claimed; its channel is seen by all of the server. */
  ticket(as?: { status?: 'open' | 'closed'; opener?: Opener }): Promise<TestTicket>;
}

/** Who opens tickets. */
export const openers = ['the opener', 'an opener of another team'] as const;
export type Opener = (typeof openers)[number];

/** Whose ticket somebody is asked about: their own, or the opener's. */
export const openerFor = (who: CallerName | 'nobody'): Opener =>
  openers.find((opener) => opener === who) ?? 'the opener';

export interface CastOptions {
  /** Instead of one of its own. */
  panel_id?: number;
  administrator?: Person;
}

export async function assembleCast(
  w: BotWorld,
  { panel_id: given, administrator }: CastOptions = {},
): Promise<Cast> {
  const { ctx, guild_id } = w;
  const { world } = w.sim;
  const { db } = ctx;
  const role = world.addRole({ guild_id, name: 'Support' });
  const comer = (username: string) => personOf(world, world.addUser({ username }).id);
  const member = (username: string, roles: string[] = []) => {
    const person = comer(username);
    addMember(world, { guild_id, user_id: person.id, roles });
    return person;
  };
  const people: Record<CallerName, Person> = {
    'a stranger': comer('stan'),
    'the owner of another server': comer('otto'),
    'a member': member('mel'),
    'the opener': member('opal'),
    'an opener of another team': member('odin'),
    'support by role': member('rose', [role.id]),
    'a team of the panel': member('tara'),
    'a team of another panel': member('toby'),
    'support whose role was just taken': member('rick', [role.id]),
    'an administrator': administrator ?? member('ada'),
    'the owner': w.owner,
    'bot staff without an override': comer('bob'),
    'bot staff with an override': comer('bea'),
    'support by role, of the bot staff, with an override': member('sue', [role.id]),
    'a product administrator': comer('prue'),
    'a product administrator with an override': comer('pia'),
  };
  const idOf = (who: CallerName) => people[who].id;

  // Who is named before the bot hears of their joining would come as who left and is back.
  await w.bot.settled();
  await buildGuild(ctx, { owner_id: idOf('the owner of another server') });
  const team_id = await buildTeam(ctx, { guild_id, user_ids: [idOf('a team of the panel')] });
  const other_id = await buildTeam(ctx, {
    guild_id,
    user_ids: [idOf('a team of another panel'), idOf('an opener of another team')],
  });
  const panel_id = given ?? (await buildPanel(ctx, { guild_id })).panel_id;
  await buildPanel(ctx, { guild_id, default_team: false, team_ids: [other_id] });
  ctx.config.admins = new Set([
    idOf('a product administrator'),
    idOf('a product administrator with an override'),
  ]);
  const staff = [
    'bot staff without an override',
    'bot staff with an override',
    'support by role, of the bot staff, with an override',
  ] as const;
  await db
    .insertInto('bot_staff')
    .values(staff.map((who) => ({ user_id: idOf(who) })))
    .execute();

  const cast: Cast = {
    people,
    async staffs(panel_id) {
      await db
        .insertInto('panel_teams')
        .values({ panel_id, team_id })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    async stand() {
      await db
        .insertInto('role_permissions')
        .values({ guild_id, role_id: role.id, support: true })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await db
        .insertInto('permissions')
        .values({ guild_id, user_id: idOf('an administrator'), admin: true })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    leaveTickets: () =>
      db
        .updateTable('tickets')
        .set({ status: 'closed', closed_at: new Date() })
        .where('status', '<>', 'closed')
        .execute(),
    async enter(who) {
      await db.deleteFrom('staff_overrides').execute();
      if (!letIn.includes(who)) return;
      const expires_at = new Date(Date.now() + 3_600_000);
      await db.insertInto('staff_overrides').values({ guild_id, expires_at }).execute();
    },
    async ticket({ status = 'open', opener = 'the opener' } = {}) {
      const channel = world.addChannel({ guild_id, name: 'ticket' });
      const ticket = await buildTicket(ctx, {
        guild_id,
        panel_id,
        opener_id: idOf(opener),
        channel_id: channel.id,
        welcome_message_id: channel.id,
        opened_at: new Date(Date.now() - 3_600_000),
        status,
        ...(status === 'closed' && { closed_at: new Date(), close_reason: 'Done', has_transcript: true }),
      });
      return { ...ticket, channel_id: channel.id };
    },
  };
  await cast.staffs(panel_id);
  await cast.stand();
  await w.bot.settled();
  // They were support until now.
  const taken = world.members.get(`${guild_id}:${idOf('support whose role was just taken')}`);
  if (!taken) throw new Error('nobody has the role');
  updateMember(world, taken, { roles: [] });
  await w.bot.settled();
  return cast;
}
