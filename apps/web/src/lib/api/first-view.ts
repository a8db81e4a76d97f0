import { type FirstView, levelPath, type PageAnswer } from '@tickets/contract/platform/first-view';
import { rememberedPlace } from '../session/levels.ts';

/** What was begun before the dashboard's code was there. */
interface Begun {
  config: FirstView['config'];
  token: string | null;
  /** Requests that are under way, by address. */
  answers: Map<string, Promise<Response>>;
  /** Sends them, and has the page's code fetched, unless that has been done. */
  begin?: () => void;
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

/** Returns a function that starts fetching everything the page needs. The dashboard's code calls it, too, in case it loads first. */
export function beginFirstView(view: FirstView): () => void {
  let isBegun = false;
  const begin = () => {
    if (isBegun) return;
    isBegun = true;
    askAhead(view);
    for (const href of view.scripts)
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
      );
  };
  window.begun = { config: view.config, token: localStorage.getItem('token'), answers: new Map(), begin };
  return begin;
}

/**
 * Asks for what the page that is being opened reads, as the person who is signed in, and only for what their level allows: for
 * all of it at once, because a browser that opens a page has few connections and much to fetch.
 */
export function askAhead(view: FirstView, now = Date.now()): void {
  const { config, guild_id, level, reads, long_reads } = view;
  const token = localStorage.getItem('token');
  const answers: Begun['answers'] = new Map();
  window.begun = { config, token, answers };
  if (!token || !guild_id || !localStorage.getItem('user_data')) return;
  const api = config.api_url.replace(/\/$/, '');
  const ask = (path: string) => fetch(api + path, { headers: { 'x-tickets': 'true', Authorization: token } });
  const remembered = rememberedPlace(guild_id, now)?.permission_level;
  const asksLevel = remembered === undefined;
  const isAllowed = (remembered ?? storedLevel(guild_id)) >= level;
  const paths = [...(asksLevel ? [levelPath(guild_id)] : []), ...(isAllowed ? reads : [])];
  const together =
    paths.length > 1 &&
    answersOf(ask(`/reads?page=${location.pathname}${asksLevel ? '&level=true' : ''}`), paths);
  const keep = (path: string, answer: Promise<Response>) => {
    // Told by the code that takes it over; nobody else waits for it.
    answer.catch(() => undefined);
    answers.set(api + path, answer);
  };
  for (const path of paths)
    keep(path, together ? together(path).then((found) => found ?? ask(path)) : ask(path));
  for (const path of isAllowed ? long_reads : []) keep(path, ask(path));
}

/** Gives each of the answers that come together as soon as it has arrived, and undefined for one that never does. */
function answersOf(all: Promise<Response>, paths: readonly string[]) {
  const waiting = new Map<string, (answer?: Response) => void>();
  const answers = new Map(
    paths.map((path) => [path, new Promise<Response | undefined>((resolve) => waiting.set(path, resolve))]),
  );
  const read = async () => {
    const { ok, body } = await all;
    if (!ok || !body) return;
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const { path, status, headers, body }: PageAnswer = JSON.parse(line);
        waiting.get(path)?.(new Response(body || null, { status, headers }));
      }
    }
  };
  read()
    .catch((error: unknown) =>
      console.warn('What the page reads did not come together; each is asked for by itself.', error),
    )
    .finally(() => waiting.forEach((give) => void give()));
  return (path: string) => answers.get(path) ?? Promise.resolve(undefined);
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
