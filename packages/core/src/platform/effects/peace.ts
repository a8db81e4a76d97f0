import { AppError } from '@tickets/contract/platform/errors';
import { Resting } from '../discord/bot-calls.ts';
import { isSilence, isUnauthorized } from '../discord/failures.ts';

/** A server is left in peace for a while after this many failures in a row, and a bot after failures in this many of its servers. */
const FAILURES_MAX = 3;
const PEACE_MS = 10_000;

interface Failures {
  /** Of which there were failures since the last success. */
  readonly of: string[];
  until: number;
}

/** Which servers, and which bots with all of theirs, are left in peace because Discord does not answer there. */
export class Peace {
  readonly #servers = new Map<string, Failures>();
  readonly #bots = new Map<string, Failures>();

  done({ guild_id, bot }: { guild_id: string; bot: string }): void {
    this.#servers.delete(guild_id);
    this.#bots.delete(bot);
  }

  failed({ guild_id, bot }: { guild_id: string; bot: string }, error: unknown): void {
    note(this.#servers, guild_id, guild_id);
    if (!isOfBot(error)) return;
    if (!this.#bots.get(bot)?.of.includes(guild_id)) note(this.#bots, bot, guild_id);
  }

  has({ guild_id, bot }: { guild_id: string; bot: string }): boolean {
    return isLeft(this.#servers, guild_id) || isLeft(this.#bots, bot);
  }

  /** What is not to be asked now. */
  now(): { servers: string[]; bots: string[] } {
    const left = (map: Map<string, Failures>) => [...map.keys()].filter((name) => isLeft(map, name));
    return { servers: left(this.#servers), bots: left(this.#bots) };
  }
}

/** Whether Discord did not answer, or refuses or limits the bot as a whole. A limit that one server has used up says nothing about others. */
function isOfBot(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : error;
  if (cause instanceof Resting) return cause.of === 'bot';
  return isSilence(cause) || isUnauthorized(cause);
}

function note(map: Map<string, Failures>, name: string, of: string): void {
  const failures = map.get(name) ?? { of: [], until: 0 };
  map.set(name, failures);
  failures.of.push(of);
  if (failures.of.length >= FAILURES_MAX) failures.until = performance.now() + PEACE_MS;
}

/** When it is over, it takes as many failures again. */
function isLeft(map: Map<string, Failures>, name: string): boolean {
  const failures = map.get(name);
  if (!failures?.until) return false;
  if (failures.until > performance.now()) return true;
  map.delete(name);
  return false;
}
