import { createDb, createPool, type Db } from '@tickets/core/platform/db/db';
import type { GuildSettings } from '@tickets/core/platform/db/schema.generated';
import { requiredPermissions } from '@tickets/core/platform/discord/bot-permissions';
import { type Discord, startDiscord } from '@tickets/discord-sim/start';
import type { SimApplication, SimChannel, SimMessage } from '@tickets/discord-sim/world/entities';
import { installBot } from '@tickets/discord-sim/world/guilds';
import { ChannelType } from 'discord-api-types/v10';
import type { Insertable } from 'kysely';
import { addTopics, type Topics } from './busy-topics.ts';

type Person = ReturnType<Discord['as']>;

export const panelButton = 'Get help';

export interface BusyServer {
  guild_id: string;
  name: string;
  category: SimChannel;
  lobby: SimChannel;
  archive: SimChannel;
  topics: Topics | undefined;
  owner: Person;
  staff: Person[];
  members: Person[];
}

export interface BusyServers {
  sim: Discord;
  application: SimApplication;
  db: Db;
  servers: BusyServer[];
  /** The message of a server's panel, which the program posts when it first starts. */
  panelOf(server: BusyServer): SimMessage | undefined;
  close(): Promise<void>;
}

export interface BusyServersOptions {
  database_url: string;
  servers: number;
  members: number;
  staff?: number;
  settings?: Omit<Insertable<GuildSettings>, 'guild_id'>;
  /** Each server also has a panel that asks and pings, and a multi-panel. */
  topics?: boolean;
}

/**
 * Servers in a simulated Discord and, in a migrated database, what their admins set up: a panel, a category, an archive
 * and a team. No program runs on it yet.
 */
export async function setUpBusyServers(options: BusyServersOptions): Promise<BusyServers> {
  const sim = await startDiscord();
  const { world } = sim;
  const application = world.addApplication({ name: 'Tickets' });
  const db = createDb(createPool(options.database_url, { max: 4 }));
  const join = (guild_id: string, username: string) => {
    const user = world.addUser({ username });
    world.addMember({ guild_id, user_id: user.id });
    return sim.as(user.id);
  };
  const servers: BusyServer[] = [];
  for (let n = 1; n <= options.servers; n += 1) {
    const name = `Server ${n}`;
    const owner = world.addUser({ username: `owner${n}` });
    const { id: guild_id } = world.addGuild({ name, owner_id: owner.id });
    installBot(world, { guildId: guild_id, applicationId: application.id, permissions: requiredPermissions });
    const category = world.addChannel({ guild_id, type: ChannelType.GuildCategory, name: 'Tickets' });
    const lobby = world.addChannel({ guild_id, name: 'lobby' });
    const archive = world.addChannel({ guild_id, name: 'archive' });
    const people = (what: string, count: number) =>
      Array.from({ length: count }, (_, i) => join(guild_id, `${what}${n}x${i + 1}`));
    const server: BusyServer = {
      guild_id,
      name,
      category,
      lobby,
      archive,
      topics: undefined,
      owner: sim.as(owner.id),
      staff: people('staff', options.staff ?? 1),
      members: people('member', options.members),
    };
    await writeSetUp(db, server, options.settings);
    if (options.topics)
      server.topics = await addTopics(db, world, { guild_id, deletes_mentions: n % 2 === 1 });
    servers.push(server);
  }
  return {
    sim,
    application,
    db,
    servers,
    panelOf: ({ lobby }) => world.messages.in('channel', lobby.id)[0],
    async close() {
      await db.destroy();
      await sim.close();
    },
  };
}

async function writeSetUp(
  db: Db,
  server: BusyServer,
  settings: BusyServersOptions['settings'],
): Promise<void> {
  const { guild_id, category, archive, lobby } = server;
  await db.insertInto('guilds').values({ guild_id, name: server.name, owner_id: server.owner.id }).execute();
  await db
    .insertInto('guild_settings')
    .values({
      guild_id,
      category: category.id,
      archive_channel: archive.id,
      close_confirmation: false,
      ...settings,
    })
    .execute();
  const support = server.staff.map(({ id }) => ({ guild_id, user_id: id, support: true }));
  if (support.length) await db.insertInto('permissions').values(support).execute();
  await db
    .insertInto('panels')
    .values({
      guild_id,
      custom_id: guild_id.padStart(30, 'p'),
      title: 'Support',
      content: 'Press to get help',
      colour: 0x123456,
      channel_id: lobby.id,
      button_label: panelButton,
    })
    .execute();
}
