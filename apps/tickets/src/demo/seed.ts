import type { Db, Tx } from '@tickets/core/platform/db/db';
import { saveUsers } from '@tickets/core/servers/users';
import type { Wording } from '@tickets/core/wording/look';
import type { SimApplication } from '@tickets/discord-sim/world/entities';
import type { World } from '@tickets/discord-sim/world/world';
import { addChatter } from './chatter.ts';
import { imagineTickets, insertTickets, type PastTicket } from './history.ts';
import { addPanels } from './panels.ts';
import { addPeople, hashOf, markParts, type Person } from './people.ts';
import { addIntegrations } from './player-card.ts';
import { seededRandom } from './random.ts';
import { addServers, type DemoServer, type ServerKey } from './servers.ts';
import { addSettings } from './settings.ts';
import { addShowcase } from './showcase.ts';
import { addTags } from './tags.ts';
import { demoVoice, showTickets, welcomeOf } from './tickets-in-discord.ts';

const day = 86_400_000;

/** The application that the demo signs in with and whose bot it is. */
export function demoApplication(world: World): SimApplication | undefined {
  return world.applications.all().find((application) => application.name === 'Tickets');
}

/** Which person of the demo administers the product itself. */
export function demoAdmin(world: World): string | undefined {
  return world.users.all().find((user) => user.username === 'warden')?.id;
}

/**
 * Fills an empty simulated Discord and an empty database with the same story: four servers, their people, and 400
 * tickets. Runs once, before the bot signs in; half a seed is never left in the database.
 */
export async function seedDemo(input: { world: World; db: Db; now: Date }): Promise<void> {
  const { world, now } = input;
  const born = now.getTime() - 400 * day;
  const { ids, servers, botId } = world.transact(() => {
    const people = addPeople(world, born);
    markParts(world, people);
    const application = world.addApplication({
      name: 'Tickets',
      icon: hashOf('tickets'),
      owner_id: people.warden,
      description: 'Opens private tickets when a member presses a button.',
    });
    // To be tried under Whitelabel: its token stands in the simulated developer portal. As a new one it has no intents yet.
    world.addApplication({
      name: 'Harbour Desk',
      icon: hashOf('harbour desk'),
      owner_id: people.olive,
      flags: 0 as SimApplication['flags'], // a number with the flags' bits
    });
    return {
      ids: people,
      servers: addServers(world, people, application.bot_user_id, born + 30 * day),
      botId: application.bot_user_id,
    };
  });

  const shown = await input.db.transaction().execute(async (db) => {
    // Everybody has spoken before, so nobody's name has to be asked of Discord when a list is first read.
    await saveUsers(db, world.users.all());
    for (const server of Object.values(servers)) await addServerRows(db, world, server);
    await addStaff(db, ids, servers);
    await addSettings(db, servers);
    await addPremium(db, ids, servers);
    await addTags(db, servers);
    await addIntegrations(db, ids, servers);
    return addHistory({ db, world, ids, servers, botId, now: now.getTime() });
  });
  world.transact(() => {
    addChatter(world, servers, ids, now.getTime());
    for (const { server, tickets, wording } of shown) showTickets(world, { server, tickets, wording, botId });
  });
}

async function addServerRows(db: Db, world: World, server: DemoServer): Promise<void> {
  const guild = world.guilds.get(server.guild_id);
  if (!guild) throw new Error(`The demo server ${server.name} is not in the world`);
  await db
    .insertInto('guilds')
    .values({ guild_id: guild.id, name: guild.name, icon: guild.icon, owner_id: guild.owner_id })
    .execute();
}

async function addStaff(
  db: Db,
  ids: Record<Person, string>,
  servers: Record<ServerKey, DemoServer>,
): Promise<void> {
  const { harbour, pixel, kitchen } = servers;
  await db
    .insertInto('role_permissions')
    .values(
      [harbour, pixel, kitchen].map((server) => ({
        guild_id: server.guild_id,
        role_id: server.roles[server.supportRole] ?? '',
        support: true,
      })),
    )
    .execute();
  await db
    .insertInto('permissions')
    .values({ guild_id: harbour.guild_id, user_id: ids.saffron, admin: true })
    .execute();
  const teams = await db
    .insertInto('support_teams')
    .values(['Moderation', 'Billing'].map((name) => ({ guild_id: harbour.guild_id, name })))
    .returning(['team_id', 'name'])
    .execute();
  const team = (name: string) => teams.find((one) => one.name === name)?.team_id ?? 0;
  await db
    .insertInto('support_team_roles')
    .values({ team_id: team('Moderation'), role_id: harbour.roles.Moderator ?? '' })
    .execute();
  await db
    .insertInto('support_team_users')
    .values({ team_id: team('Billing'), user_id: ids.basil })
    .execute();
  await db
    .insertInto('blacklisted_users')
    .values({ guild_id: harbour.guild_id, user_id: ids.pike })
    .execute();
  await db
    .insertInto('blacklisted_roles')
    .values({ guild_id: harbour.guild_id, role_id: harbour.roles.Muted ?? '' })
    .execute();
}

/** What the product can do is there to be tried in all servers but the one that shows the limits. */
async function addPremium(db: Db, ids: Record<Person, string>, servers: Record<ServerKey, DemoServer>) {
  await db
    .insertInto('entitlements')
    .values(
      Object.values(servers)
        .filter((server) => server !== servers.pixel)
        .map(({ guild_id, owner }) => ({
          guild_id,
          user_id: ids[owner],
          source: 'operator',
          sku_label: 'Premium',
        })),
    )
    .execute();
  // To be tried: Olive chooses the server, under Premium Servers, and runs a bot of her own, under Whitelabel.
  await db
    .insertInto('premium_subscriptions')
    .values({ user_id: ids.olive, servers: 1, tier: 1, sku_label: 'Premium for 1 server' })
    .execute();
}

interface Shown {
  server: DemoServer;
  tickets: PastTicket[];
  wording: Wording;
}

async function addHistory(input: {
  db: Tx;
  world: World;
  ids: Record<Person, string>;
  servers: Record<ServerKey, DemoServer>;
  botId: string;
  now: number;
}): Promise<Shown[]> {
  const { db, world, ids, servers, now } = input;
  const random = seededRandom(20_261_121);
  const newId = (at: number) => world.newId(at);
  const plans = [
    {
      server: servers.harbour,
      kinds: ['general', 'billing', 'report'],
      channel: 'open-a-ticket',
      tickets: 260,
      open: 11,
    },
    {
      server: servers.pixel,
      kinds: ['general', 'billing', 'report'],
      channel: 'get-help',
      tickets: 100,
      open: 6,
    },
    { server: servers.kitchen, kinds: ['general'], channel: 'ask-us', tickets: 40, open: 4 },
  ] as const;
  const shown: Shown[] = [];
  for (const { server, kinds, channel, tickets: count, open } of plans) {
    const panels = await addPanels(db, server, [...kinds], channel);
    if (server === servers.harbour) await addShowcase(db, server, panels);
    const tickets = imagineTickets(random, {
      server,
      panels,
      ids,
      newId,
      now,
      tickets: count,
      open,
      days: 120,
    });
    const wording = await demoVoice(db, server.guild_id, server !== servers.pixel);
    await insertTickets(db, {
      guild_id: server.guild_id,
      bot_id: input.botId,
      tickets,
      newId,
      welcome: (ticket) => welcomeOf(wording, ticket),
    });
    await db
      .updateTable('guilds')
      .set({ last_ticket_id: count })
      .where('guild_id', '=', server.guild_id)
      .execute();
    shown.push({ server, tickets, wording });
  }
  return shown;
}
