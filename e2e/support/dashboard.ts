import { expect, type Locator, type Page, type Request } from '@playwright/test';
import type { PageAnswer } from '@tickets/contract/platform/first-view';

export const TITLE = 'Tickets | A Discord Support Manager Bot';

/** On the consent screen: says who one is and agrees. */
export async function consentAs(page: Page, person: string): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(`^${person}`) }).check();
  await page.getByRole('button', { name: 'Authorize' }).click();
}

/** Goes to a page of the dashboard, and signs in on the way there. */
export async function signInByConsent(page: Page, person: string, path = '/'): Promise<void> {
  await page.goto(path);
  await consentAs(page, person);
  // Whoever is staff nowhere goes on from the list of servers to their own tickets.
  const ends = path === '/' ? ['/', '/tickets'] : [path];
  await page.waitForURL((url) => ends.includes(url.pathname));
}

const SESSION_KEYS = ['token', 'user_data', 'guilds'] as const;
type StoredSession = Record<(typeof SESSION_KEYS)[number], string>;

/** What a sign-in leaves in the browser, by dashboard and person: each person signs in once. */
const sessions = new Map<string, StoredSession>();

/** Of which dashboard a page is, before it has been there. Written by the fixture that makes pages. */
export const dashboards = new WeakMap<Page, string>();

/** How often somebody's session was put into a browser, so that what is put last is what counts. */
let inserted = 0;

/**
 * Puts a person's session into the browser, to be found by the next page that is opened, and returns it. It is put there once: who
 * signs out stays signed out.
 */
async function insertSession(page: Page, person: string): Promise<StoredSession> {
  const dashboard = dashboards.get(page);
  if (!dashboard) throw new Error('The page was not made by the fixture newPage');
  const { origin } = new URL(dashboard);
  const known = sessions.get(`${origin} ${person}`);
  if (known) {
    inserted += 1;
    await page.addInitScript(
      ({ origin, number, stored }) => {
        if (location.origin !== origin || Number(sessionStorage.getItem('e2e_session')) >= number) return;
        sessionStorage.setItem('e2e_session', String(number));
        Object.assign(localStorage, stored);
      },
      { origin, number: inserted, stored: known },
    );
    return known;
  }
  await signInByConsent(page, person);
  const stored = (await page.evaluate(
    (keys) => Object.fromEntries(keys.map((name) => [name, localStorage.getItem(name)])),
    SESSION_KEYS,
  )) as StoredSession; // Whoever is signed in has all of them.
  sessions.set(`${origin} ${person}`, stored);
  return stored;
}

/** Goes to a page of the dashboard as somebody who is signed in. */
export async function signIn(page: Page, person: string, path = '/'): Promise<void> {
  await insertSession(page, person);
  await page.goto(path);
}

/**
 * Signs somebody in as of the next page that is opened, and returns the address of one server's pages, such as
 * `/manage/123`.
 */
export async function signInTo(page: Page, person: string, server: string): Promise<string> {
  const { guilds } = await insertSession(page, person);
  return addressIn(JSON.parse(guilds), server);
}

/** The address of the pages of one of the servers of whoever is signed in. */
export async function addressOf(page: Page, server: string): Promise<string> {
  return addressIn(await storedGuilds(page), server);
}

function addressIn(guilds: StoredGuild[], server: string): string {
  const guild = guilds.find(({ name }) => name === server);
  if (!guild) throw new Error(`The person who is signed in is not in ${server}`);
  return `/manage/${guild.id}`;
}

export interface StoredGuild {
  id: string;
  name: string;
  icon: string;
  permission_level: number;
}

export async function storedGuilds(page: Page): Promise<StoredGuild[]> {
  return JSON.parse((await page.evaluate(() => localStorage.getItem('guilds'))) ?? '[]');
}

/** The small messages at the edge of the window. */
export const toasts = (page: Page) => page.getByRole('region', { name: 'Messages' });

/** Chooses from a list that can be searched. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

export async function openSection(page: Page, title: string): Promise<void> {
  const head = page.getByRole('button', { name: title, exact: true });
  await expect(head).toHaveAttribute('aria-expanded', /true|false/);
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
}

export const isCall = (request: Request, method: string, path: string) =>
  request.method() === method && new URL(request.url()).pathname.endsWith(path);

/** Changes the answer to a read, whether it is requested by itself or with the page's other reads. */
export async function changeRead<T>(
  page: Page,
  path: RegExp,
  change: (answer: T) => unknown,
): Promise<() => Promise<void>> {
  const reads = /\/reads\?/;
  await page.route(reads, async (route) => {
    const response = await route.fetch();
    const lines = (await response.text()).split('\n').filter(Boolean);
    const changed = lines.map((line) => {
      const answer: PageAnswer = JSON.parse(line);
      if (!path.test(answer.path)) return line;
      return JSON.stringify({ ...answer, body: JSON.stringify(change(JSON.parse(answer.body))) });
    });
    await route.fulfill({ response, body: `${changed.join('\n')}\n` });
  });
  await page.route(path, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });
  return async () => {
    await page.unroute(reads);
    await page.unroute(path);
  };
}

/** Keeps the last panel of each server from the dashboard, as if it had been made a moment ago. */
export const hideLastPanel = (page: Page) =>
  changeRead<unknown[]>(page, /\/api\/\d+\/panels$/, (panels) => panels.slice(0, -1));

/** Nothing is being fetched that the page is going to show. */
export async function expectSettled(page: Page, shown: Locator): Promise<void> {
  await expect(shown).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}
