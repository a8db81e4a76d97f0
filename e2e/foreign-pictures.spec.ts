import type { Page } from '@playwright/test';
import type { Context } from '@tickets/core/platform/context';
import { buildHostileTicket } from '@tickets/testkit/data/hostile-ticket';
import { type Receiver, startReceiver } from '@tickets/testkit/outside/receiver';
import { signInTo } from './support/dashboard.ts';
import { withDatabase } from './support/database.ts';
import { startProgram, type TestProgram } from './support/program.ts';
import { test as base, expect } from './support/test.ts';

const SERVER = 'Harbour Games';
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface Own {
  /** The server of a stranger, who would like to know who looks at the pictures there. */
  stranger: Receiver;
  program: TestProgram;
}

/** A program of its own, which may fetch from one address of this machine. */
const test = base.extend<object, Own>({
  stranger: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      await using receiver = await startReceiver();
      receiver.answers({ type: 'image/png', body: png });
      await use(receiver);
    },
    { scope: 'worker' },
  ],
  program: [
    async ({ stranger }, use) => {
      const program = await startProgram({ TRUSTED_URLS: stranger.url });
      await use(program);
      await program.end();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ program }, use) => use(program.address),
});

// The emoji of a button in the ticket is none.
test.use({ tolerated: [/status of 404 .*\/emoji\//] });

/** Hosts that a page asks for anything, besides the program and Discord. */
function strangersAskedBy(page: Page, { address, discord }: TestProgram): Set<string> {
  const known = new Set([address, discord].map((url) => new URL(url).host));
  const asked = new Set<string>();
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && !known.has(host)) asked.add(host);
  });
  return asked;
}

/** Pictures of the page that the browser has and can draw. */
const drawn = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll(
      (all) =>
        all.filter((one) => one instanceof HTMLImageElement && one.complete && one.naturalWidth > 0).length,
    );

test('pictures of a stranger are seen in a transcript, by a link to it and in the preview of an integration, and the stranger hears of no reader', async ({
  page,
  newPage,
  program,
  stranger,
}) => {
  test.setTimeout(90_000);
  const server = await signInTo(page, 'Olive', SERVER);
  const guild_id = server.replace(/\D/g, '');
  const picture = `${stranger.url}/who-reads-this.png`;
  const { ticket_id } = await withDatabase(program, (db) => {
    // These alone are read by what builds rows.
    const ctx = { db, clock: { now: () => new Date() } } as unknown as Context;
    return buildHostileTicket(ctx, 'hello', picture, { guild_id });
  });
  const passedOn = 'main article img[src*="/image-proxy?token="]';
  const asked = strangersAskedBy(page, program);

  await test.step('in the transcript', async () => {
    await page.goto(`${server}/transcripts/view/${ticket_id}`);
    await page.getByRole('article').first().waitFor();
    await page.mouse.wheel(0, 10_000);
    // Two embeds with four, a gallery and a thumbnail.
    await expect.poll(() => drawn(page, passedOn)).toBe(10);
    expect([...asked]).toEqual([]);
  });

  await test.step('through a link', async () => {
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('button', { name: 'Make a link' }).click();
    const url = await page.getByRole('textbox', { name: 'Your link' }).inputValue();
    const visitor = await newPage();
    const askedByVisitor = strangersAskedBy(visitor, program);
    await visitor.goto(url);
    await visitor.getByRole('article').first().waitFor();
    await visitor.mouse.wheel(0, 10_000);
    await expect.poll(() => drawn(visitor, passedOn)).toBe(10);
    expect([...askedByVisitor]).toEqual([]);
  });

  await test.step('while the address of an integration’s picture is typed', async () => {
    await page.goto(`${server}/integrations/create`);
    await page.getByRole('textbox', { name: /^Image URL/ }).pressSequentially(picture);
    await expect.poll(() => drawn(page, 'aside[aria-label="Preview"] img')).toBe(1);
    expect([...asked]).toEqual([]);
  });

  // Everything that the stranger was asked for was asked for by the program.
  expect(stranger.received.length).toBeGreaterThan(0);
  for (const { headers } of stranger.received) {
    expect(headers['user-agent']).toBeUndefined();
    expect(headers.cookie ?? headers.referer ?? headers['accept-language']).toBeUndefined();
  }
});
