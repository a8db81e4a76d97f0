import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDiscordUrl } from '@tickets/contract/servers/discord-url';
import { noLinksTo } from '@tickets/core/platform/discord/links';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { UpgradeFailed } from '../database/upgrade.ts';
import { connectionText, logConnection } from '../process/connection-lines.ts';
import { holdLittleMemory } from '../process/idle-memory.ts';
import { createLog } from '../process/log.ts';
import { sentenceOf } from '../process/sentence.ts';
import { Shutdown, StoppedEarly } from '../process/shutdown.ts';
import { type Program, startProgram } from '../running/roles.ts';
import type { Command } from './command.ts';

const STOP_TIMEOUT_MS = 5_000;
/** How long an end waits for the step of a start that is under way. */
const STEP_MS = 2_000;
/** Ctrl-C in a terminal arrives twice when npm passes its own copy on; that is not yet a person who insists. */
const SAME_PRESS_MS = 500;

/** Runs until it is asked to stop. */
export const start: Command = async (config) => {
  const watched = !config.discord;
  const log = createLog({ level: config.logLevel, ...(watched && { fileIn: join(config.dataDir, 'logs') }) });
  const shutdown = new Shutdown();
  listenForSignals(shutdown);
  void shutdown.requested.then((signal) => log.info({ signal }, 'stopping'));
  // What it says is lost where nobody reads it any more, or the disk is full; the program goes on.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  process.once('uncaughtException', (error) => {
    log.fatal({ err: error }, 'the program broke');
    console.error(error);
    void stop(1);
  });

  // Waits of an outage hold no process, and in one whose connections are all closed nothing else would.
  const alive = setInterval(() => undefined, 2 ** 31 - 1);

  async function stop(code: number): Promise<never> {
    const overdue = setTimeout(() => {
      console.error('It did not stop in time and is ended now; the next start repairs what that leaves.');
      process.exit(1);
    }, STOP_TIMEOUT_MS);
    await shutdown.run(log);
    clearTimeout(overdue);
    process.exit(code);
  }

  try {
    const startedAt = performance.now();
    const program = await Promise.race([startProgram(config, log, shutdown), givenUp(shutdown)]);
    log.info({ address: program.addresses.public, ms: Math.round(performance.now() - startedAt) }, 'ready');
    if (config.discord && !isDiscordUrl(program.addresses.dashboard))
      log.warn(noLinksTo(program.addresses.dashboard));
    const isForMachines = config.discord && !process.stdout.isTTY;
    for (const line of readyLines(config, program)) isForMachines ? log.info(line) : console.log(line);
    if (config.discord && program.bot) logConnection(log, program.bot);
    holdLittleMemory();
  } catch (error) {
    if (error instanceof StoppedEarly) {
      log.info('the start is given up; what it had begun is taken back, or taken up by the next one');
      return stop(0);
    }
    const sentence = sentenceOf(error);
    log.error(sentence ? { because: sentence } : { err: error }, 'could not start');
    if (error instanceof UpgradeFailed) {
      console.error(error.message);
      await waitBeforeTheEnd(error, log, shutdown);
      return stop(1);
    }
    await shutdown.run(log);
    clearInterval(alive);
    throw error;
  }
  await shutdown.requested;
  return stop(0);
};

/** A step of the start may wait for a database or a disk that does not answer. What it had begun the next start repairs. */
async function givenUp(shutdown: Shutdown): Promise<never> {
  await shutdown.requested;
  await sleep(STEP_MS);
  throw new StoppedEarly();
}

/** What starts the program again at once, as `restart: always` does, would try the same over and over. */
async function waitBeforeTheEnd({ wait_ms }: UpgradeFailed, log: Logger, shutdown: Shutdown): Promise<void> {
  log.warn({ seconds: wait_ms / 1000 }, 'waiting before the end, so that nobody starts it again in haste');
  await Promise.race([sleep(wait_ms, undefined, { ref: false }), shutdown.requested]);
}

function listenForSignals(shutdown: Shutdown): void {
  let firstAt: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      const isInsisted = firstAt !== undefined && performance.now() - firstAt > SAME_PRESS_MS;
      // That a terminal or npm is gone too is no person who insists.
      if (isInsisted && signal !== 'SIGHUP') process.exit(1);
      firstAt ??= performance.now();
      shutdown.request(signal);
    });
  }
}

/** Three lines: where to open, who one can be, how to connect the real Discord. */
export function readyLines(
  config: Pick<Config, 'dataDir' | 'roles'>,
  { addresses, people, invite_url, bot }: Pick<Program, 'addresses' | 'people' | 'invite_url' | 'bot'>,
): [string, string, string] {
  if (!people) {
    if (!config.roles.has('api')) {
      return [
        `Tickets is ready: ${addresses.own}`,
        'Only /healthz, /readyz and /metrics are there. Processes with the role api serve the dashboard.',
        bot ? connectionText(bot.state()) : 'The bot runs in another process.',
      ];
    }
    return [
      `Tickets is ready: ${addresses.dashboard}`,
      `Sign in there with your Discord account. Add the bot to a server: ${invite_url}`,
      bot ? connectionText(bot.state()) : 'The bot runs in another process.',
    ];
  }
  const names = people.slice(0, 4).map(({ name, about }) => (about ? `${name} (${about})` : name));
  const more = people.length > names.length ? ` and ${people.length - names.length} more` : '';
  return [
    `Tickets is ready: dashboard ${addresses.dashboard}, simulated Discord ${addresses.simulator}`,
    `You can be ${names.join(', ')}${more}: choose when you sign in.`,
    `For the real Discord set DISCORD_TOKEN and DISCORD_CLIENT_SECRET in a file .env (see .env.example); logs are in ${config.dataDir}.`,
  ];
}
