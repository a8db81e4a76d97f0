import type { GuildEntry, UserData } from '@tickets/contract/sessions/session';
import { useSyncExternalStore } from 'react';
import { LEVELS_KEY } from './levels.ts';

/** Kept beside the session of whoever chooses the servers of a subscription. */
const CHOOSES_SERVERS_KEY = 'chooses_servers';

/** The session as the browser keeps it, under the keys `token`, `user_data` and `guilds`. */
export interface Session {
  token: string;
  user_data: UserData;
  guilds: GuildEntry[];
}

const listeners = new Set<() => void>();
let cached: { raw: string; user: UserData | undefined; session: Session | undefined } | undefined;

function read() {
  const token = localStorage.getItem('token');
  const user_data = localStorage.getItem('user_data');
  const guilds = localStorage.getItem('guilds');
  const raw = JSON.stringify([token, user_data, guilds]);
  if (cached?.raw !== raw) {
    const user = parse(user_data, isUser);
    const list = parse(guilds, isGuilds);
    cached = {
      raw,
      user: token ? user : undefined,
      session: token && user && list ? { token, user_data: user, guilds: list } : undefined,
    };
  }
  return cached;
}

/** The stored session, or undefined when any part of it is missing or unreadable. */
export const readSession = (): Session | undefined => read().session;

/** Who is signed in, also where the stored list of servers is missing or unreadable. */
export const readUser = (): UserData | undefined => read().user;

export function readToken(): string | null {
  return localStorage.getItem('token');
}

/** Where the form is kept that somebody was filling in when their session ended. */
export const unsavedKey = (userId: string) => `unsaved:${userId}`;

const OWNER_KEY = 'owner_of_tab';

/**
 * Keeps whose is what this tab keeps, also when they are signed out in another tab. What is another person's goes: they signed in
 * in another tab.
 */
export function noteOwnerOfTab(): void {
  const user = readUser();
  const owner = sessionStorage.getItem(OWNER_KEY);
  if (!user || owner === user.id) return;
  if (owner !== null) sessionStorage.clear();
  sessionStorage.setItem(OWNER_KEY, user.id);
}

interface SignedIn {
  token: string;
  user_data: UserData;
  guilds?: GuildEntry[];
  chooses_servers?: true | undefined;
}

export function storeSession(session: SignedIn) {
  noteOwnerOfTab();
  // What was remembered for the person who was signed in before must not shape this person's menu, nor yesterday's level.
  // Whoever signed out in another tab may be the same person, who finds here what they were writing.
  if (sessionStorage.getItem(OWNER_KEY) !== session.user_data.id) sessionStorage.clear();
  sessionStorage.setItem(OWNER_KEY, session.user_data.id);
  sessionStorage.removeItem(LEVELS_KEY);
  localStorage.setItem('token', session.token);
  localStorage.setItem('user_data', JSON.stringify(session.user_data));
  if (session.chooses_servers) localStorage.setItem(CHOOSES_SERVERS_KEY, 'true');
  else localStorage.removeItem(CHOOSES_SERVERS_KEY);
  storeGuilds(session.guilds ?? []);
}

export function storeGuilds(guilds: GuildEntry[]) {
  localStorage.setItem('guilds', JSON.stringify(guilds));
  for (const listener of listeners) listener();
}

/** Corrects in the stored list what has changed of one server since the list was read. */
export function storeChangeOf(guildId: string, change: Partial<Omit<GuildEntry, 'id'>>) {
  const guilds = readSession()?.guilds ?? [];
  const changed = guilds.map((guild) => (guild.id === guildId ? { ...guild, ...change } : guild));
  if (JSON.stringify(changed) !== JSON.stringify(guilds)) storeGuilds(changed);
}

export function clearBrowserStorage() {
  localStorage.clear();
  sessionStorage.clear();
  for (const listener of listeners) listener();
}

/** The session of a signed-in page. The routes see to it that there is one. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(subscribe, readSession);
}

export function useUser(): UserData | undefined {
  return useSyncExternalStore(subscribe, readUser);
}

/** Whether they had, as they signed in, a subscription whose servers they choose. */
export function useChoosesServers(): boolean {
  return useSyncExternalStore(subscribe, () => localStorage.getItem(CHOOSES_SERVERS_KEY) !== null);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function parse<T>(text: string | null, check: (value: unknown) => value is T): T | undefined {
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return check(value) ? value : undefined;
  } catch (error) {
    // Someone edited the storage by hand: the same as if it were not there.
    console.warn('The stored session is unreadable.', error);
    return undefined;
  }
}

function isUser(value: unknown): value is UserData {
  return typeof value === 'object' && value !== null && 'id' in value && 'username' in value;
}

export function isGuilds(value: unknown): value is GuildEntry[] {
  return Array.isArray(value) && value.every((guild) => guild?.id && guild.name);
}
