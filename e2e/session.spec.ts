import { createHash } from 'node:crypto';
import type { Page, Request } from '@playwright/test';
import { addressOf, consentAs, isCall, signInByConsent, storedGuilds, toasts } from './support/dashboard.ts';
import { expect, test } from './support/test.ts';

const AUTHORIZE = /\/oauth2\/authorize\?/;
const encode = (path: string) => Buffer.from(path).toString('base64');

/** What the dashboard asked of Discord's sign-in, once the browser is there. */
async function authorizeQuery(page: Page): Promise<URLSearchParams> {
  await page.waitForURL(AUTHORIZE);
  return new URL(page.url()).searchParams;
}

/** Signs in through the consent screen, and returns the address of one server's pages. */
async function signInTo(page: Page, person: string, server: string): Promise<string> {
  await signInByConsent(page, person);
  await expect(page.getByRole('heading', { name: 'Your Servers' })).toBeVisible();
  return addressOf(page, server);
}

/** Signs in with a state of one's own in place of the dashboard's. */
async function signInWithState(page: Page, state: string): Promise<void> {
  await page.goto('/login');
  await authorizeQuery(page);
  const address = new URL(page.url());
  address.searchParams.set('state', state);
  await page.goto(address.href);
  await consentAs(page, 'Olive');
}

test.describe('signing in', () => {
  test('/login goes to the consent screen without a press, and names who asks and where to return', async ({
    page,
    baseURL,
  }) => {
    await page.goto('/login');
    const query = await authorizeQuery(page);
    const config: { client_id: string; redirect_uri: string } = await (
      await page.request.get('/config.json')
    ).json();
    expect(query.get('client_id')).toBe(config.client_id);
    expect(query.get('redirect_uri')).toBe(config.redirect_uri);
    expect(query.get('redirect_uri')).toBe(`${baseURL}/callback`);
    expect(query.get('scope')).toBe('identify guilds');
    expect(query.get('code_challenge_method')).toBe('S256');
  });

  test('/callback without a code begins anew', async ({ page }) => {
    await page.goto('/callback');
    await authorizeQuery(page);
  });

  test('the code is exchanged without a body for a token, a person and servers', async ({ page }) => {
    await page.goto('/');
    const query = await authorizeQuery(page);
    const exchange = page.waitForResponse((response) => isCall(response.request(), 'POST', '/callback'));
    await consentAs(page, 'Olive');
    const answer = await exchange;
    const sent = new URL(answer.url()).searchParams;
    expect(sent.get('code')).toBeTruthy();
    const verifier = sent.get('code_verifier') ?? '';
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(query.get('code_challenge'));
    expect(answer.request().postData()).toBeNull();
    expect(await answer.json()).toMatchObject({
      token: expect.any(String),
      user_data: { username: 'olive' },
      guilds: expect.any(Array),
    });
    await expect(page.getByRole('heading', { name: 'Your Servers' })).toBeVisible();
    // Back does not lead to the used code.
    expect(new URL(page.url()).search).toBe('');
  });

  test('an answer without servers stores an empty list', async ({ page }) => {
    await page.route('**/callback?code=*', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      const response = await route.fetch();
      const { guilds: _, ...rest } = await response.json();
      await route.fulfill({ response, json: rest });
    });
    await signInByConsent(page, 'Olive');
    await expect(page.getByRole('heading', { name: 'Your Servers' })).toBeVisible();
    expect(await storedGuilds(page)).toEqual([]);
    await expect(page.getByText('None of your servers has the bot yet')).toBeVisible();
  });

  for (const [what, state, end] of [
    ['a path of the dashboard', encode('/legal/privacy'), '/legal/privacy'],
    ['the callback itself', encode('/callback'), '/'],
    ['the way out', encode('/logout'), '/'],
    ['a foreign address', encode('https://example.com/'), '/'],
    ['a foreign address without its scheme', encode('//example.com/'), '/'],
    ['a foreign address behind dots', encode('/..//example.com/'), '/'],
    ['nothing that can be decoded', '%%%', '/'],
  ] as const) {
    test(`a state that is ${what} ends at ${end}`, async ({ page, baseURL }) => {
      const lines: string[] = [];
      page.on('console', (line) => lines.push(line.text()));
      await signInWithState(page, state);
      await page.waitForURL(`${baseURL}${end}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
      if (state === '%%%') expect(lines.join('\n')).toMatch(/state of the sign-in could not be decoded/);
    });
  }
});

/** Returns where Discord sends a browser after consent, for a sign-in that another front end began. */
async function callbackOf(page: Page, person: string): Promise<string> {
  await page.goto('/login');
  const query = await authorizeQuery(page);
  query.delete('code_challenge');
  query.delete('code_challenge_method');
  const label = page.locator('label').filter({ hasText: new RegExp(`^\\s*${person}`) });
  const form = { person: await label.getByRole('radio').inputValue(), decision: 'authorize' };
  const address = `${page.url().split('?')[0]}?${query}`;
  const answer = await page.request.post(address, { form, maxRedirects: 0 });
  return answer.headers().location ?? '';
}

test.describe('a sign-in that this browser did not begin', () => {
  test('signs no one in, and begins one of its own', async ({ page, context }) => {
    const forged = await callbackOf(page, 'Sage');
    const victim = await context.newPage();
    await victim.goto(forged);
    await authorizeQuery(victim);
    await consentAs(victim, 'Olive');
    await expect(victim.getByRole('heading', { name: 'Your Servers' })).toBeVisible();
    expect(await victim.evaluate(() => localStorage.getItem('user_data'))).toContain('"olive"');
  });

  test('leaves the person who is signed in as they are', async ({ page, context }) => {
    const forged = await callbackOf(page, 'Sage');
    const victim = await context.newPage();
    await signInByConsent(victim, 'Olive');
    await victim.goto(forged);
    await authorizeQuery(victim);
    await victim.goto('/');
    await expect(victim.getByRole('heading', { name: 'Your Servers' })).toBeVisible();
    expect(await victim.evaluate(() => localStorage.getItem('user_data'))).toContain('"olive"');
  });

  test('is finished for a front end that sends no challenge', async ({ page }) => {
    const code = new URL(await callbackOf(page, 'Sage')).searchParams.get('code');
    const answer = await page.request.post(`/callback?code=${code}`, { headers: { 'x-tickets': 'true' } });
    expect(answer.status()).toBe(200);
    expect(await answer.json()).toMatchObject({ user_data: { username: 'sage' } });
  });
});

test.describe('a sign-in that was disturbed', () => {
  test('by a reload before it was finished begins again', async ({ page }) => {
    const isExchange = (request: Request) => isCall(request, 'POST', '/callback');
    let held = false;
    // Only the first is held, by a route that stays: the browser would let it go on as soon as the route is taken away.
    await page.route('**/callback?code=*', (route) => {
      if (held || !isExchange(route.request())) return route.fallback();
      held = true;
    });
    await page.goto('/login');
    await authorizeQuery(page);
    const exchange = page.waitForRequest(isExchange);
    await consentAs(page, 'Olive');
    // Before the browser has sent its secret, a reload would just go on with the sign-in.
    await exchange;
    await expect(page.getByText('Signing you in')).toBeVisible();
    await page.reload();
    await authorizeQuery(page);
    await consentAs(page, 'Olive');
    await expect(page.getByRole('heading', { name: 'Your Servers' })).toBeVisible();
  });

  test('by going back and on again still ends', async ({ page }) => {
    await page.goto('/login');
    await authorizeQuery(page);
    const first = page.url();
    await page.goto('/login');
    await authorizeQuery(page);
    await page.goto(first);
    await consentAs(page, 'Olive');
    await expect(page.getByRole('heading', { name: 'Your Servers' })).toBeVisible();
  });

  test('by a second tab ends in both', async ({ page, context }) => {
    const other = await context.newPage();
    await page.goto('/login');
    await authorizeQuery(page);
    await other.goto('/login');
    await authorizeQuery(other);
    for (const tab of [page, other]) {
      await consentAs(tab, 'Olive');
      await expect(tab.getByRole('heading', { name: 'Your Servers' })).toBeVisible();
    }
  });

  test('by Cancel waits for a press, and ends where one wanted to go', async ({ page }) => {
    const server = await signInTo(page, 'Olive', 'Harbour Games');
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${server}/tags`);
    await authorizeQuery(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('heading', { name: 'Sign-in cancelled' })).toBeVisible();
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await consentAs(page, 'Olive');
    await page.waitForURL(`**${server}/tags`);
  });
});

test.describe('a code that Discord does not know', () => {
  test.use({ tolerated: [/status of 40\d/] });

  test('is told of, with a way to sign in again', async ({ page }) => {
    await page.goto('/login');
    await authorizeQuery(page);
    await page.goto('/callback?code=wrong');
    await expect(page.getByRole('heading', { name: 'Error' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveText(/\S/);
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await authorizeQuery(page);
  });
});

test.describe('a session that is gone', () => {
  test.use({ tolerated: [/status of 401/] });

  for (const key of ['token', 'user_data', 'guilds']) {
    test(`without the stored ${key} one signs in, and is back where one was`, async ({ page }) => {
      const server = await signInTo(page, 'Olive', 'Harbour Games');
      await page.evaluate((name) => localStorage.removeItem(name), key);
      await page.goto(`${server}/tickets`);
      const query = await authorizeQuery(page);
      expect(atob(query.get('state') ?? '')).toBe(`${server}/tickets`);
      await consentAs(page, 'Olive');
      await page.waitForURL(`**${server}/tickets`);
      await expect(page.getByRole('heading', { name: 'Tickets', level: 1 })).toBeVisible();
    });
  }

  test('a deep link of somebody who is not signed in is reached, with its query', async ({ page }) => {
    const server = await signInTo(page, 'Sage', 'Open Kitchen');
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${server}/transcripts?username=maple`);
    await consentAs(page, 'Sage');
    await page.waitForURL(`**${server}/transcripts?username=maple`);
    await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue('maple');
  });

  test('a call that is refused with 401 restarts the sign-in from where one is', async ({ page }) => {
    const server = await signInTo(page, 'Olive', 'Harbour Games');
    await page.goto(`${server}/settings`);
    // Both at once: the page asks for news by itself, and would be refused before the button is pressed.
    await page.getByRole('button', { name: 'Submit' }).evaluate((button: HTMLButtonElement) => {
      localStorage.setItem('token', 'garbage');
      button.click();
    });
    const query = await authorizeQuery(page);
    expect(atob(query.get('state') ?? '')).toBe(`${server}/settings`);
  });

  test('a form that could not be saved because of it is filled in again after sign-in', async ({ page }) => {
    const server = await signInTo(page, 'Olive', 'Harbour Games');
    await page.goto(`${server}/settings`);
    const limit = page.getByLabel('Per-user simultaneous ticket limit');
    await limit.fill('7');
    await page.getByRole('button', { name: 'Submit' }).evaluate((button: HTMLButtonElement) => {
      localStorage.setItem('token', 'garbage');
      button.click();
    });
    await authorizeQuery(page);
    await consentAs(page, 'Olive');
    await expect(limit).toHaveValue('7');
    await expect(page.getByText('You have unsaved changes')).toBeVisible();
    await expect(toasts(page)).toContainText('is back. It has not been saved yet.');
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(limit).not.toHaveValue('7');
  });

  test('stored text that is no session is the same as none', async ({ page }) => {
    await signInByConsent(page, 'Olive');
    await page.evaluate(() => localStorage.setItem('user_data', '{'));
    await page.goto('/');
    await authorizeQuery(page);
  });
});

test.describe('signing out', () => {
  test('ends the session, empties the storage and leaves to the main site', async ({ page, baseURL }) => {
    const server = await signInTo(page, 'Olive', 'Harbour Games');
    const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';
    const ask = () =>
      page.request.get(`/api${server.replace('/manage', '')}/settings`, {
        headers: { Authorization: token, 'x-tickets': 'true' },
      });
    expect((await ask()).status()).toBe(200);
    await page.evaluate(() => localStorage.setItem('extra', 'of somebody'));

    const logout = page.waitForResponse((response) => isCall(response.request(), 'POST', '/logout'));
    await page.getByRole('link', { name: 'Logout' }).click();
    const answer = await logout;
    expect(answer.status()).toBe(204);
    expect(answer.request().postData()).toBeNull();

    const { main_site_url } = await (await page.request.get('/config.json')).json();
    expect(main_site_url).toBe(`${baseURL}/welcome`);
    await page.waitForURL(main_site_url);
    await expect(page.getByRole('link', { name: 'Sign in with Discord' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    expect((await ask()).status()).toBe(401);
  });
});

test.describe('/error', () => {
  test('shows the message as plain text', async ({ page }) => {
    await page.goto(`/error?message=${encodeURIComponent('Some <b>text</b>')}`);
    await expect(page.getByRole('heading', { name: 'Error' })).toBeVisible();
    await expect(page.getByText('Some <b>text</b>', { exact: true })).toBeVisible();
  });

  test('Back goes two steps back, and Home to the server list', async ({ page }) => {
    await signInByConsent(page, 'Olive');
    await page.goto('/legal/privacy');
    await page.goto('/legal/tos');
    await page.goto('/error?message=x');
    await page.getByRole('button', { name: 'Back' }).click();
    await page.waitForURL('**/legal/privacy');
    await page.goto('/error?message=x');
    await page.getByRole('link', { name: 'Home' }).click();
    await expect(page.getByRole('heading', { name: 'Your Servers' })).toBeVisible();
  });
});

test.describe('an address that leads nowhere', () => {
  for (const path of ['/404', '/404.html', '/no/such/page', '/nothing']) {
    test(`${path} shows that there is no such page`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
      await expect(page).toHaveURL(/\/404(\.html)?$/);
    });
  }
});

test.describe('a server that nobody knows', () => {
  test.use({ tolerated: [/status of 404/] });

  test('is only logged: no message about it appears', async ({ page }) => {
    const lines: string[] = [];
    page.on('console', (line) => lines.push(line.text()));
    await signInByConsent(page, 'Olive');
    await page.goto('/manage/1/settings');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => lines.join('\n')).toMatch(/1 is not in the stored list/);
    await expect(toasts(page).getByRole('alert')).toHaveCount(0);
  });
});
