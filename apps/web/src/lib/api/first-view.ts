import type { FirstView } from '@tickets/contract/platform/first-view';
import { rememberedPlace } from '../session/levels.ts';

/** What was begun before the dashboard's code was there. */
interface Begun {
  config: FirstView['config'];
  token: string | null;
  /** Requests that are under way, by address. */
  answers: Map<string, Promise<Response>>;
}

declare global {
  interface Window {
    begun?: Begun;
  }
}

/** An answer that the page did not come for by then (milliseconds since it was opened) is out of date. */
const TAKEN_UNTIL_MS = 10_000;

/** What the server has written into the page. Undefined where it was not sent by ours, as in development. */
export function readFirstView(): FirstView | undefined {
  const { textContent } = document.getElementById('first-view') ?? {};
  const view: Partial<FirstView> = JSON.parse(textContent || '{}');
  return view.config && (view as FirstView); // The server writes all of it or nothing.
}

/** Sends the requests of the page that is being opened, as the person who is signed in, and only what their level allows. */
export function askAhead({ config, guild_id, level, reads }: FirstView, now = Date.now()): void {
  const token = localStorage.getItem('token');
  const answers: Begun['answers'] = new Map();
  window.begun = { config, token, answers };
  if (!token || !guild_id || !localStorage.getItem('user_data')) return;
  const ask = (path: string) => {
    const url = config.api_url.replace(/\/$/, '') + path;
    const answer = fetch(url, { headers: { 'x-tickets': 'true', Authorization: token } });
    // Told by the code that takes it over; nobody else waits for it.
    answer.catch(() => undefined);
    answers.set(url, answer);
  };
  const remembered = rememberedPlace(guild_id, now)?.permission_level;
  if (remembered === undefined) ask(`/user/permissionlevel?guild=${guild_id}`);
  if ((remembered ?? storedLevel(guild_id)) >= level) for (const path of reads) ask(path);
}

/** Whether something was asked ahead that nobody has taken over yet. */
export function hasAnswersAhead(): boolean {
  return performance.now() < TAKEN_UNTIL_MS && Boolean(window.begun?.answers.size);
}

/** Takes over what was asked ahead. Each answer is taken once, by the person as whom it was asked. */
export function takeAnswer(url: string, token: string | null): Promise<Response> | undefined {
  const { begun } = window;
  const answer = begun?.answers.get(url);
  begun?.answers.delete(url);
  return performance.now() < TAKEN_UNTIL_MS && begun?.token === token ? answer : undefined;
}

/** As the list of sign-in says; -1 for a server that is not in it. */
const storedLevel = (guildId: string) => storedServer(guildId)?.permission_level ?? -1;

/** A server of the list of sign-in. */
export function storedServer(guildId: string): { name: string; permission_level: number } | undefined {
  try {
    const guilds: { id: string; name: string; permission_level: number }[] = JSON.parse(
      localStorage.getItem('guilds') ?? '[]',
    );
    return guilds.find(({ id }) => id === guildId);
  } catch (error) {
    console.warn('The stored list of servers is unreadable; nothing is asked ahead.', error);
    return undefined;
  }
}
