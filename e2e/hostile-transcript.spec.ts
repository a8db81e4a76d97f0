import type { Page } from '@playwright/test';
import type { Context } from '@tickets/core/platform/context';
import { attacks, attackUrls, buildHostileTicket } from '@tickets/testkit/data/hostile-ticket';
import { signInTo } from './support/dashboard.ts';
import { withDatabase } from './support/database.ts';
import { command, enterChannel, openDiscord, openDiscordAsNewcomer, openTicket } from './support/discord.ts';
import { expect, withOwnProgram } from './support/test.ts';

const SERVER = 'Harbour Games';

/** A program of its own: nobody wants these tickets among the others. */
const test = withOwnProgram();

// Pictures whose addresses are none.
test.use({
  tolerated: [/net::ERR|Refused to load|violates the following Content Security Policy|status of 40/],
});

/** Watches what a page does that was not written by us. */
async function watch(page: Page): Promise<() => Promise<unknown[]>> {
  const seen: unknown[] = [];
  page.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (/evil\.test/.test(request.url())) seen.push(`request: ${request.url()}`);
  });
  return async () => [
    ...seen,
    ...(await page.evaluate(() => {
      const all = [...document.querySelectorAll('main *')];
      return [
        ...all
          .filter(({ tagName }) => /^(SCRIPT|IFRAME|OBJECT|EMBED|BASE|META|LINK|STYLE)$/i.test(tagName))
          .map(({ outerHTML }) => outerHTML.slice(0, 200)),
        ...all.flatMap(({ attributes }) =>
          [...attributes]
            .filter(({ name }) => name.startsWith('on'))
            .map(({ name, value }) => `${name}=${value}`),
        ),
        ...all
          .flatMap((element) =>
            ['href', 'src', 'action', 'formaction', 'poster', 'data'].map((name) =>
              element.getAttribute(name),
            ),
          )
          .filter((value) => value && /^\s*(javascript|vbscript|data:text)/i.test(value)),
      ];
    })),
  ];
}

/** Everything that is to be read on a page, as one text. */
const textOf = (page: Page) => page.locator('main').evaluate((main) => main.textContent ?? '');

/** As it stands once marks of formatting are drawn: what is left of `**a**` is `a`. */
const core = (attack: string) => attack.replace(/```(html\n)?|\|\||^\[x\]\(|\)$/g, '').trim();

test('why a member closed their ticket is text in the archive message, and pings nobody', async ({
  newPage,
  program,
}) => {
  test.setTimeout(90_000);
  const member = await newPage();
  await openDiscordAsNewcomer(member, SERVER, program.discord);
  const channel = `ticket-${await openTicket(member, 'open-a-ticket', 'Get help')}`;
  await enterChannel(member, channel);
  const reason = `@everyone ${attacks.slice(0, 6).join(' ')} [x](https://evil.test)`;
  await command(member, channel, 'close', { reason });
  const archive = await newPage();
  const seen = await watch(archive);
  await openDiscord(archive, 'Olive', SERVER, program.discord);
  const log = await enterChannel(archive, 'ticket-archive');
  const message = log.getByRole('article').last();
  await expect(message).toContainText('<script>alert(1)</script>');
  await expect(message).toContainText('[x](https://evil.test)');
  await expect(message.getByRole('link', { name: 'x', exact: true })).toHaveCount(0);
  expect(await seen()).toEqual([]);
});

// After the other: rows that nobody opened take numbers that Discord's tickets would have.
test('whatever people wrote is text in the viewer, through a link, in the kept page and in search results', async ({
  page,
  newPage,
  program,
}) => {
  test.setTimeout(240_000);
  const server = await signInTo(page, 'Olive', SERVER);
  const guild_id = server.replace(/\D/g, '');
  const tickets = await withDatabase(program, async (db) => {
    // These alone are read by what builds rows.
    const ctx = { db, clock: { now: () => new Date() } } as unknown as Context;
    const built: { ticket_id: number; attack: string }[] = [];
    for (const [index, attack] of attacks.entries()) {
      const url = attackUrls[index % attackUrls.length] ?? attackUrls[0];
      const { ticket_id } = await buildHostileTicket(ctx, attack, url, { guild_id });
      built.push({ ticket_id, attack });
    }
    return built;
  });
  const done = await watch(page);

  for (const { ticket_id, attack } of tickets) {
    await page.goto(`${server}/transcripts/view/${ticket_id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`#${attack.replace(/\s+/g, ' ')}`);
    await expect(page.getByRole('article').first()).toBeVisible();
    // Over buttons, spoilers and names: what waits for the pointer runs too.
    for (const piece of await page.getByRole('article').locator('b, button, a, img, summary').all())
      await piece.hover({ timeout: 1_000, force: true }).catch(() => undefined);
    expect(await textOf(page)).toContain(core(attack));
    expect(await done(), attack).toEqual([]);
  }

  await test.step('through a link, and in the page that is kept', async () => {
    const [{ ticket_id } = { ticket_id: 0 }] = tickets;
    await page.goto(`${server}/transcripts/view/${ticket_id}`);
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('button', { name: 'Make a link' }).click();
    const url = await page.getByRole('textbox', { name: 'Your link' }).inputValue();
    const stranger = await newPage();
    const seen = await watch(stranger);
    await stranger.goto(url);
    await expect(stranger.getByRole('article').first()).toBeVisible();
    expect(await textOf(stranger)).toContain(attacks[0]);
    expect(await seen()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Download' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: /^Web page/ }).click();
    const file = test.info().outputPath('hostile.html');
    await (await downloading).saveAs(file);
    await stranger.goto(`file://${file}`);
    await expect(stranger.getByRole('article').first()).toBeVisible();
    expect(await seen()).toEqual([]);
  });

  await test.step('in the list, and in what is found', async () => {
    await page.goto(`${server}/transcripts`);
    await expect(page.getByRole('row').filter({ hasText: attacks.at(-1) ?? '' })).toBeVisible();
    expect(await done()).toEqual([]);
    await page.goto(`${server}/search?q=alert`);
    await expect(page.locator('main li a mark').first()).toBeVisible();
    expect(await textOf(page)).toContain('<script>alert(1)</script>');
    expect(await done()).toEqual([]);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('onerror');
    await expect(page.getByRole('option').filter({ hasText: 'onerror' }).first()).toBeVisible();
    expect(await done()).toEqual([]);
  });
});
