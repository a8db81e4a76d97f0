import { isCall, signIn, signInTo, storedGuilds, toasts } from './support/dashboard.ts';
import { expect, test } from './support/test.ts';

test.describe('the server list', () => {
  test('has the servers with access and those without in sections of their own, sorted by name', async ({
    page,
  }) => {
    await signIn(page, 'Olive');
    const yours = page.getByRole('region', { name: 'Your Servers' });
    const others = page.getByRole('region', { name: 'Other Servers' });
    await expect(others.getByText('You do not have access to managing these servers.')).toBeVisible();
    const guilds = await storedGuilds(page);
    const namesOf = (wanted: (level: number) => boolean) =>
      guilds
        .filter(({ permission_level }) => wanted(permission_level))
        .map(({ name }) => name)
        .sort();
    await expect(yours.getByRole('listitem')).toContainText([
      'Invite to your server',
      ...namesOf((level) => level > 0),
    ]);
    await expect(others.getByRole('listitem')).toContainText(namesOf((level) => level === 0));
    expect(namesOf((level) => level > 0)).toEqual(['Harbour Games', 'Open Kitchen', 'Pixel, No Premium']);
  });

  test('a server without access says so, leads to the documentation, and does nothing else', async ({
    page,
  }) => {
    await signIn(page, 'Olive');
    const tile = page.getByRole('group', { name: 'Night Readers' });
    await expect(tile).toContainText('No permission');
    await tile.hover();
    const why = page.getByRole('tooltip');
    await expect(why).toHaveText('You do not have permission to manage this server.');
    const address = page.url();
    await tile.getByText('Night Readers').click();
    expect(page.url()).toBe(address);
    const { docs_url } = await (await page.request.get('/config.json')).json();
    const href = (await tile.getByRole('link').getAttribute('href')) ?? '';
    expect(href.startsWith(docs_url)).toBe(true);
    expect((await page.request.get(href)).status()).toBe(200);
  });

  test('icons come from the CDN in 256, animated ones as gif', async ({ page }) => {
    await signIn(page, 'Olive');
    const { cdn_url } = await (await page.request.get('/config.json')).json();
    for (const [server, ending] of [
      ['Harbour Games', 'webp'],
      ['Pixel, No Premium', 'gif'],
    ] as const) {
      const guild = (await storedGuilds(page)).find(({ name }) => name === server);
      const icon = page.getByRole('link', { name: server }).locator('img');
      await expect(icon).toHaveAttribute(
        'src',
        `${cdn_url}/icons/${guild?.id}/${guild?.icon}.${ending}?size=256`,
      );
      await expect
        .poll(() => icon.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
    }
  });

  test('the first tile leads to adding the bot to a server', async ({ page }) => {
    await signIn(page, 'Olive');
    await page.getByRole('link', { name: 'Invite to your server' }).click();
    await page.waitForURL(/\/oauth2\/authorize\?/);
    expect(new URL(page.url()).searchParams.get('scope')?.split(' ')).toEqual([
      'bot',
      'applications.commands',
    ]);
    await expect(page.getByText('wants to be added to a server').first()).toBeVisible();
  });

  test('Refresh list asks without a body and stores what it is told', async ({ page }) => {
    await signIn(page, 'Olive');
    await page.evaluate(() => localStorage.setItem('guilds', '[]'));
    const reload = page.waitForResponse((response) =>
      isCall(response.request(), 'POST', '/user/guilds/reload'),
    );
    await page.getByRole('button', { name: 'Refresh list' }).click();
    const answer = await reload;
    expect(answer.request().postData()).toBeNull();
    const { guilds, success } = await answer.json();
    expect(success).toBe(true);
    await expect(toasts(page)).toContainText('Your server list is up to date.');
    expect(await storedGuilds(page)).toEqual(guilds);
    await expect(page.getByRole('link', { name: 'Harbour Games' })).toBeVisible();
  });

  test('Refresh list goes to the sign-in when Discord wants one', async ({ page }) => {
    await signIn(page, 'Olive');
    await page.route('**/user/guilds/reload', (route) =>
      route.fulfill({ json: { success: false, reauthenticate_required: true, guilds: [] } }),
    );
    await page.getByRole('button', { name: 'Refresh list' }).click();
    await page.waitForURL(/\/oauth2\/authorize\?/);
  });
});

test.describe('a list that cannot be refreshed', () => {
  test.use({ tolerated: [/status of 500/] });

  test('says why', async ({ page }) => {
    await signIn(page, 'Olive');
    await page.route('**/user/guilds/reload', (route) =>
      route.fulfill({ status: 500, json: { success: false, error: 'Discord is asleep' } }),
    );
    await page.getByRole('button', { name: 'Refresh list' }).click();
    await expect(toasts(page)).toContainText('Discord is asleep');
  });
});

test.describe('an icon that cannot be fetched', () => {
  test.use({ tolerated: [/ERR_FAILED/] });

  test('is replaced by a default picture', async ({ page }) => {
    await page.route('**/icons/**', (route) => route.abort());
    await signIn(page, 'Olive');
    const icon = page.getByRole('link', { name: 'Harbour Games' }).locator('img');
    await expect(icon).toHaveAttribute('src', /embed\/avatars\/\d\.png/);
  });
});

test.describe('administrators of a server', () => {
  test('come from the list to its settings, and find every page in the menu', async ({ page }) => {
    await signIn(page, 'Olive');
    await page.getByRole('link', { name: 'Pixel, No Premium' }).click();
    await page.waitForURL('**/settings');
    const menu = page.getByRole('navigation', { name: 'Main' });
    for (const entry of [/^Tickets( |$)/, /^Transcripts$/, /^Settings$/, /^Ticket Panels$/]) {
      await expect(menu.getByRole('link', { name: entry })).toBeVisible();
    }
  });
});

test.describe('support staff', () => {
  test.use({ tolerated: [/status of 403/] });

  test('come from the list to transcripts, and have tickets beside them but no set-up pages', async ({
    page,
  }) => {
    await signIn(page, 'Olive');
    await page.getByRole('link', { name: 'Open Kitchen' }).click();
    await page.waitForURL('**/transcripts');
    await expect(page.getByRole('link', { name: /^View the transcript of ticket/ }).first()).toBeVisible();
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(menu.getByRole('link', { name: 'Settings' })).toHaveCount(0);
    await expect(menu.getByRole('link', { name: 'Ticket Panels' })).toHaveCount(0);
    await menu.getByRole('link', { name: /^Tickets( |$)/ }).click();
    await expect(page.getByRole('link', { name: /^View ticket/ }).first()).toBeVisible();
  });

  for (const path of ['settings', 'panels', 'panels/create']) {
    test(`cannot use ${path}, and nothing of it is asked for`, async ({ page }) => {
      const server = await signInTo(page, 'Olive', 'Open Kitchen');
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.goto(`${server}/${path}`);
      await expect(page.getByRole('heading', { name: 'You cannot use this page' })).toBeVisible();
      expect(asked.filter((address) => /\/api\/\d+\/(settings|panels|channels)/.test(address))).toEqual([]);
    });
  }

  test('are refused by the server, too', async ({ page }) => {
    const server = await signInTo(page, 'Olive', 'Open Kitchen');
    await page.goto(server);
    const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';
    const answer = await page.request.post(`/api${server.replace('/manage', '')}/settings`, {
      headers: { Authorization: token, 'x-tickets': 'true' },
      data: { ticket_limit: 3 },
    });
    expect(answer.status()).toBe(403);
    expect((await answer.json()).error).toBeTruthy();
  });
});

test.describe('members without a level', () => {
  for (const path of ['tickets', 'transcripts', 'settings']) {
    test(`are sent from ${path} back to the list, and told why`, async ({ page }) => {
      const server = await signInTo(page, 'Olive', 'Night Readers');
      await page.goto(`${server}/${path}`);
      await expect(toasts(page)).toContainText('You do not have permission to manage this server.');
      await expect(page).toHaveURL(/\/$/);
      await expect(page.getByRole('heading', { name: 'Other Servers' })).toBeVisible();
    });
  }
});
