import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { leaveStorage } from '@tickets/core/backups/storage-owner';
import type { Db } from '@tickets/core/platform/db/db';
import { databaseNamed, withClient } from '@tickets/core/platform/db/embedded/connection';
import { StartupError } from '@tickets/core/platform/startup-error';
import type { Storage } from '@tickets/core/platform/storage/storage';
import { mountCdn } from '@tickets/discord-sim/cdn/plugin';
import { mountClient } from '@tickets/discord-sim/client/plugin';
import { mountOAuth } from '@tickets/discord-sim/oauth/plugin';
import { markPlayable, playablePeople } from '@tickets/discord-sim/people/playable';
import { type DiscordSim, startDiscordSim } from '@tickets/discord-sim/server';
import { clockAhead } from '@tickets/discord-sim/world/clock';
import type { SimApplication } from '@tickets/discord-sim/world/entities';
import type { World } from '@tickets/discord-sim/world/world';
import type { Logger } from 'pino';
import type { Addresses } from '../config/addresses.ts';
import type { Config } from '../config/config.ts';
import { mountPlayerCard, moveIntegration } from '../demo/player-card.ts';
import { demoAdmin, demoApplication, seedDemo } from '../demo/seed.ts';
import { journalOf } from '../files/whose-data.ts';

/** The seed writes a database and a world; while this file is there, neither may be believed. */
const unfinishedMark = (config: Config) => join(config.dataDir, 'demo.unfinished');

/** Throws away what a first start left that was interrupted while it seeded. Before the database is migrated. */
export async function discardHalfDemo(config: Config, databaseUrl: string, storage: Storage): Promise<void> {
  if (!existsSync(unfinishedMark(config))) return;
  if (config.databaseUrl) {
    throw new StartupError(
      'The first start was interrupted while it filled the database with the demo. Empty the database that DATABASE_URL ' +
        `names, delete ${config.dataDir}, and start again (--no-demo leaves the demo out).`,
    );
  }
  await rm(join(config.dataDir, 'discord'), { recursive: true, force: true });
  await withClient(databaseUrl, (client) => leaveStorage(client, storage));
  await withClient(databaseNamed(databaseUrl, 'postgres'), async (client) => {
    const name = client.escapeIdentifier(new URL(databaseUrl).pathname.slice(1));
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${name}`);
  });
  await rm(unfinishedMark(config));
}

export interface Simulator {
  sim: DiscordSim;
  application: SimApplication;
  /** Who administers the installation in the demo. */
  admin: string | undefined;
  /** Whom one can be, with their parts. */
  people: { name: string; about: string }[];
}

/** The page for people, and the dashboard's pictures of emojis. */
const built = {
  pageDir: join(import.meta.dirname, '../../../discord/dist'),
  emojiDir: join(import.meta.dirname, '../../../web/dist/emoji'),
};

/** Starts the simulated Discord with everything that earlier runs left in it, and fills it the first time. */
export async function startSimulator({
  config,
  addresses,
  db,
  log,
}: {
  config: Config;
  addresses: Addresses;
  db: Db;
  log: Logger;
}): Promise<Simulator> {
  const sim = await startDiscordSim({
    host: config.host,
    port: addresses.simPort,
    baseUrl: addresses.simulator,
    journalPath: journalOf(config),
    onJournalError: (error) =>
      log.error({ err: error }, 'the simulated Discord cannot be saved; it goes on and tries again'),
    clock: clockAhead(config.clockAheadMs),
    limits: 'real',
    faultsOverHttp: true,
    plugins: [
      async (app, { world }) => mountOAuth(app, world),
      async (app, { world }) => mountCdn(app, world),
      async (app, { world, gateway }) => mountClient(app, { world, gateway }, built),
      async (app) => mountPlayerCard(app),
    ],
  });
  const { world } = sim;
  if (world.isEmpty) {
    if (config.demo) {
      await writeFile(unfinishedMark(config), '');
      await seedDemo({ world, db, now: new Date(world.clock.now()) });
      await rm(unfinishedMark(config));
    } else addBareServer(world);
  }
  if (config.demo) await moveIntegration(db, addresses.simulator);
  const application = demoApplication(world);
  if (!application) {
    await sim.close();
    throw new StartupError(
      `${journalOf(config)} has no application in it. Delete ${config.dataDir} to begin anew.`,
    );
  }
  const redirect = `${addresses.dashboard}/callback`;
  if (!application.redirect_uris.includes(redirect)) {
    // Ports may move from start to start; a person would register the new address in the portal.
    world.applications.put({ ...application, redirect_uris: [...application.redirect_uris, redirect] });
  }
  const people = playablePeople(world).map(({ user, about }) => ({
    name: user.global_name ?? user.username,
    about,
  }));
  return { sim, application, admin: demoAdmin(world), people };
}

/** One person with one server, to which the bot can be invited: the least with which anything can be done. */
function addBareServer(world: World): void {
  world.transact(() => {
    const owner = world.addUser({ username: 'owner', global_name: 'Owner' });
    const guild = world.addGuild({ name: 'An empty server', owner_id: owner.id });
    world.addChannel({ guild_id: guild.id, name: 'general' });
    world.addApplication({ name: 'Tickets', owner_id: owner.id });
    markPlayable(world, owner.id, 'owns the only server');
  });
}
