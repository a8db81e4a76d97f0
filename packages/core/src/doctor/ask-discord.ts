import { setTimeout as sleep } from 'node:timers/promises';
import { NoAnswer } from '../platform/discord/failures.ts';
import { RequestGuard } from '../platform/discord/request-guard.ts';
import type { AskDiscord, DiscordAnswer, DoctorInput } from './check.ts';

const TIMEOUT_MS = 10_000;
const TRIES = 3;
/** Nobody who runs the doctor waits longer for it. */
const WAIT_MS_MAX = 5_000;

/**
 * Each path is asked once in a run, because Discord counts a refused token with every call against the address. For the same
 * reason nothing is sent while Cloudflare shuts the address out, and the first path is answered before another is asked:
 * where none can be, it says so for all.
 */
export function askDiscord(discord: DoctorInput['discord']): AskDiscord {
  const guard = new RequestGuard();
  guard.learn(discord?.banned_until?.getTime());
  const answers = new Map<string, Promise<DiscordAnswer>>();
  let first: Promise<DiscordAnswer> | undefined;
  return async (path) => {
    if (!discord) throw new Error('without a token Discord is not asked');
    const ask = async (before: Promise<DiscordAnswer> | undefined) => {
      await before;
      return askUntilAnswered(discord, guard, path);
    };
    const answer = answers.get(path) ?? ask(first);
    answers.set(path, answer);
    first ??= answer;
    return answer;
  };
}

type Discord = NonNullable<DoctorInput['discord']>;

async function askUntilAnswered(discord: Discord, guard: RequestGuard, path: string): Promise<DiscordAnswer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await askOnce(discord, guard, path);
    if (answer.status !== 429) return answer;
    const wait_ms = Number(answer.headers.get('retry-after') ?? 1) * 1_000;
    // The bot waits for the same limit, and goes on by itself.
    if (tries === TRIES || !(wait_ms <= WAIT_MS_MAX)) return answer;
    await sleep(wait_ms);
  }
}

async function askOnce({ url, token }: Discord, guard: RequestGuard, path: string): Promise<DiscordAnswer> {
  try {
    return await guard.send({ path }, () => send(`${url}/api/v10${path}`, token));
  } catch (cause) {
    if (cause instanceof NoAnswer) throw cause;
    const reason = (cause as Error).cause ?? cause;
    throw new Error(
      `Discord cannot be reached at ${url} (${reason instanceof Error ? reason.message : reason})`,
      { cause },
    );
  }
}

async function send(address: string, token: string): Promise<DiscordAnswer> {
  const response = await fetch(address, {
    headers: { authorization: `Bot ${token}`, 'user-agent': 'DiscordBot (tickets doctor, 1.0)' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  // Cloudflare answers in HTML.
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}
