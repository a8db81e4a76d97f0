import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { buildApi } from '@tickets/api/app';
import { openFront } from '@tickets/api/start/front';
import { buildWatch } from '@tickets/api/watch';
import { type Bot, beginBot } from '@tickets/bot/bot';
import { STAMP_MS } from '@tickets/core/backups/storage-owner';
import { forgetLeases } from '@tickets/core/bots/leases';
import { startJobs } from '@tickets/core/composition/worker';
import { atMostEvery } from '@tickets/core/platform/db/at-most-every';
import { createDb, createPool } from '@tickets/core/platform/db/db';
import { shareDataDir } from '@tickets/core/platform/db/embedded/data-dir-lock';
import { logOutages } from '@tickets/core/platform/db/log-outages';
import { hasNoPlace } from '@tickets/core/platform/db/outage';
import { postgresEvents } from '@tickets/core/platform/events/postgres-events';
import { warnUnlessOutage } from '@tickets/core/platform/outages';
import { forgetAllProcesses, joinInstallation } from '@tickets/core/platform/processes/processes';
import { uploadBase } from '@tickets/core/platform/storage/s3';
import { erasureKeys } from '@tickets/core/tickets/model/erasure-keys';
import type { Logger } from 'pino';
import { type Addresses, findAddresses } from '../config/addresses.ts';
import type { Config } from '../config/config.ts';
import { publicConfig } from '../config/public-config.ts';
import { programVersion } from '../config/version.ts';
import { nightlyBackups, warnOfBackupPlace } from '../database/backups.ts';
import { openDatabase, waitForDatabase } from '../database/database.ts';
import { requireStartable } from '../database/may-upgrade.ts';
import { UpgradeFailed, upgradeDatabase } from '../database/upgrade.ts';
import { fingerprintOf } from '../files/fingerprint.ts';
import { generatedSealingKeys, generatedSecrets } from '../files/secrets.ts';
import { openStorage, ownStorage, removeLeftHourly, warnOfLostFiles } from '../files/storage.ts';
import { requireOwnData, requireOwnDataBefore } from '../files/whose-data.ts';
import { type Shutdown, StoppedEarly } from '../process/shutdown.ts';
import { createContext, type DiscordAccess } from './context.ts';
import type { Simulator } from './simulator.ts';

const root = join(import.meta.dirname, '../../../..');
/**
 * How many connections may wait to be taken; the system may allow fewer. After a restart everybody comes back in the same
 * second, and anyone who finds no place tries again only after 1, 3, 7, 15, 31, 63 seconds.
 */
const waitingConnections = 16_384;
/** For statements of which something must be known at once. */
const urgentMsMax = 15_000;

export interface Program {
  addresses: Addresses;
  /** Names and parts of the people one can be in the simulated Discord; undefined on the real one. */
  people: { name: string; about: string }[] | undefined;
  invite_url: string;
  /** Undefined where this process runs none. */
  bot: Bot | undefined;
}

/**
 * Starts what this process is to do, each part on the ones before it. Whatever was started is known to `shutdown`,
 * also when a later part fails.
 */
export async function startProgram(config: Config, log: Logger, shutdown: Shutdown): Promise<Program> {
  const goOn = () => {
    if (shutdown.isRequested) throw new StoppedEarly();
  };
  const version = programVersion();
  const addresses = await findAddresses(config);
  const opened = await openStorage(config);
  const front = await openFront({
    host: config.host,
    port: addresses.port,
    backlog: waitingConnections,
    version,
    log,
    storage: opened,
    metrics_access: config.metricsAccess,
    connections: config.connections,
    trusted_proxies: config.trustedProxies,
  });
  shutdown.add('port', front.close);
  void warnOfBackupPlace(config, log);
  const database = await openDatabase(config, log);
  shutdown.add('database', database.stop, { is_awaited: true });
  await waitForDatabase(database.url, {
    log,
    shutdown,
    onWait: (wait) => {
      front.stage = wait;
    },
  });
  front.stage = 'starting';
  goOn();
  // On the real Discord the simulated one is not even loaded.
  const simulated = config.discord ? undefined : await import('./simulator.ts');
  await simulated?.discardHalfDemo(config, database.url, opened);
  const applied = await upgradeDatabase(config, database.url, log, {
    check: (client) => requireStartable(config, client, log),
    checkEmpty: (client) => requireOwnDataBefore(config, client),
    goOn,
    onUpgrade: () => {
      front.stage = 'migrating';
    },
  }).catch((error: unknown) => {
    if (error instanceof UpgradeFailed) front.stage = 'upgrade_failed';
    throw error;
  });
  if (applied.length) log.info({ applied }, 'database migrated');
  goOn();
  front.stage = 'starting';

  const pool = createPool(database.url, { max: 20 });
  const db = createDb(pool);
  shutdown.add('connections', () => db.destroy());
  logOutages(db, log);
  await requireOwnData(config, db);
  // Not before: a start that is refused leaves nothing in the folder.
  if (config.databaseUrl) shutdown.add('data folder', (await shareDataDir(config.dataDir, log)).release);
  const stopRemoving = removeLeftHourly(config, log);
  shutdown.add('spool', async () => stopRemoving());
  const { storage, requireMarked } = await ownStorage(config, database.url, { storage: opened, log });
  // A copy of this installation knows its files as another's from the next time on.
  const renewing = setInterval(() => {
    void requireMarked().catch((err: unknown) =>
      warnUnlessOutage(log, err, 'the stored files could not be marked'),
    );
  }, STAMP_MS).unref();
  shutdown.add('mark of the files', async () => clearInterval(renewing));
  await warnOfLostFiles(config, database.url, { storage, log });
  const secrets = await generatedSecrets(config.dataDir);
  let bot: Bot | undefined;
  let botState: () => string | null = () => null;
  if (!config.databaseUrl) await forgetAllProcesses(db);
  // Before anything is done here that others would have to be able to read.
  const heartbeat = await joinInstallation(
    db,
    {
      process_id: randomUUID(),
      roles: [...config.roles],
      version,
      host: hostname(),
      fingerprint: await fingerprintOf(config, secrets),
      bot_state: () => botState(),
    },
    { log },
  );
  shutdown.add('entry among the processes', heartbeat.stop);
  goOn();
  const tellOfNoPlace = atMostEvery(600_000, (err: unknown) =>
    log.warn(
      { err },
      'PostgreSQL has no connection left by which to hear other processes: live screens stand still',
    ),
  );
  const onEventsError = (error: unknown) =>
    hasNoPlace(error)
      ? tellOfNoPlace(error)
      : warnUnlessOutage(log, error, 'events between processes are interrupted');
  const events = await postgresEvents({
    url: database.url,
    db,
    onError: onEventsError,
    // A database that this process started has no other processes, but commands of the operator tell of what they do.
    isAlone: !config.databaseUrl,
  });
  shutdown.add('events', events.close);

  let simulator: Simulator | undefined;
  if (simulated) {
    simulator = await simulated.startSimulator({ config, addresses, db, log });
    shutdown.add('simulated Discord', simulator.sim.close);
    goOn();
  }
  const ctx = await createContext({
    config,
    addresses,
    discord: discordAccess(config, addresses, simulator),
    secrets,
    db,
    events,
    storage,
    log,
    admins: simulator?.admin ? [...config.admins, simulator.admin] : config.admins,
  });

  shutdown.add('bots', async () => ctx.bots.close());
  // At the first start after an upgrade: the secret that earlier versions used instead may be changed later.
  await erasureKeys(ctx);

  if (config.roles.has('bot')) {
    // Whether a press is answered with a form must be known at once, and leases be renewed in time, also while tickets wait for one another.
    const urgentDb = createDb(createPool(database.url, { max: 2, statementMsMax: urgentMsMax }));
    shutdown.add('urgent connection', () => urgentDb.destroy());
    // In a database that this process started nobody else runs anything, so what is leased there was its own.
    if (!config.databaseUrl) await forgetLeases(db, { identifies: simulator !== undefined });
    bot = beginBot(ctx, {
      urgentDb,
      ...(config.shards && { shards: config.shards }),
      ...(config.botConnections && { connectionsMax: config.botConnections }),
    });
    shutdown.add('bot', bot.stop);
    botState = bot.state;
  } else {
    // A bot asks by itself who it is; the links that are made from it wait for nobody.
    const { identity } = ctx.discord;
    botState = () => (identity.state.value === 'refused' ? 'token_refused' : null);
    void identity.check();
  }
  if (config.roles.has('jobs')) {
    const { sealingKeys } = config;
    const keys = sealingKeys ? () => sealingKeys : generatedSealingKeys(config.dataDir, secrets);
    const backups = nightlyBackups(config, database.url, keys);
    const jobs = await startJobs(ctx, { pool, ...(backups && { backups }) });
    shutdown.add('jobs', jobs.stop);
    goOn();
  }
  shutdown.add('heartbeat', heartbeat.end);
  await heartbeat.begin();
  // The others are told at once.
  bot
    ? bot.onState(() => void heartbeat.beat())
    : ctx.discord.identity.state.onChange(() => void heartbeat.beat());
  const watched = {
    ...(bot && { bot_state: bot.state, bot_events: bot.events, bot_latency: bot.latency }),
    installation: heartbeat.installation,
    metrics_access: config.metricsAccess,
    figures: front.figures,
    trusted_proxies: config.trustedProxies,
    connections: config.connections,
  };
  const shown = publicConfig(config, addresses, ctx);
  if (config.roles.has('api')) {
    const api = await buildApi(ctx, {
      config: shown,
      web_dir: join(root, 'apps/web/dist'),
      docs_dir: join(root, 'docs'),
      dashboard_origins: config.dashboardUrl ? [config.dashboardUrl] : [],
      upload_origins: config.s3 ? [new URL(uploadBase(config.s3)).origin] : [],
      ...watched,
    });
    shutdown.add('API', () => api.close());
    await front.takeOver(api);
  } else {
    const watch = buildWatch(ctx, { version, ...watched });
    shutdown.add('health and metrics', () => watch.close());
    await front.takeOver(watch);
  }
  // The dashboard is there meanwhile: Discord may be slow, and makes a bot wait that identified seconds ago.
  await bot?.connected();
  goOn();
  const application = simulator?.application;
  await database.lock?.announce({
    address: addresses.public,
    ...(application && {
      simulator: { url: addresses.simulator, token: application.bot_token, application_id: application.id },
    }),
  });
  return {
    addresses,
    people: simulator?.people,
    invite_url: shown.invite_url,
    bot,
  };
}

function discordAccess(
  config: Config,
  addresses: Addresses,
  simulator: Simulator | undefined,
): DiscordAccess {
  if (config.discord) return config.discord;
  if (!simulator) throw new Error('without a token there is a simulator');
  const { id, client_secret, bot_token } = simulator.application;
  const url = addresses.simulator;
  return { url, web_url: url, cdn_url: `${url}/cdn`, token: bot_token, client_id: id, client_secret };
}
