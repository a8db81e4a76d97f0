import type { Locator, Page } from '@playwright/test';
import { signInTo } from './support/dashboard.ts';
import {
  command,
  enterChannel,
  enterDirectMessages,
  messageWith,
  openDiscord,
  openDiscordAsNewcomer,
  openTicket,
  write,
} from './support/discord.ts';
import { expect, test } from './support/test.ts';
import { conversation, messageIn, viewTicket } from './support/tickets.ts';

/** How much a piece stands out from what it stands on, as WCAG counts it. */
function contrastToGround(piece: Locator): Promise<number> {
  return piece.evaluate((element) => {
    const grounds = (from: Element | null): string[] =>
      from ? [...grounds(from.parentElement), getComputedStyle(from).backgroundColor] : [];
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    const lightOf = (colours: string[]) => {
      for (const colour of colours) {
        if (!canvas) throw new Error('a browser paints');
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
      }
      const [red = 0, green = 0, blue = 0] = [...(canvas?.getImageData(0, 0, 1, 1).data ?? [])].map((part) =>
        part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const [ground, own] = [lightOf(grounds(element.parentElement)), lightOf(grounds(element))];
    return (Math.max(ground, own) + 0.05) / (Math.min(ground, own) + 0.05);
  });
}

async function openTagPreview(page: Page, text: string): Promise<Locator> {
  await page.goto(`${await signInTo(page, 'Olive', 'Harbour Games')}/tags`);
  await page.getByRole('button', { name: 'Create Tag' }).click();
  await page.getByRole('switch', { name: 'Use Embed' }).click();
  await page.getByRole('textbox', { name: 'Description', exact: true }).fill(text);
  return page.getByRole('figure', { name: 'Preview' }).getByRole('article').last();
}

const SCHEMES = ['light', 'dark'] as const;

test('hidden text and code stand out from an embed', async ({ page }) => {
  const embed = await openTagPreview(page, 'Press ||here|| and type `inline`\n```\nblock\n```');
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    expect(await contrastToGround(embed.getByRole('button', { name: /Hidden text/ }))).toBeGreaterThan(3);
    for (const code of ['inline', 'block'])
      expect(await contrastToGround(embed.getByText(code, { exact: true }))).toBeGreaterThan(1.1);
  }
});

test('hidden text stands out from the conversation, and Enter shows it', async ({ newPage }) => {
  const [member, staff] = [await newPage(), await newPage()];
  await openDiscordAsNewcomer(member, 'Harbour Games');
  const ticket = await openTicket(member, 'open-a-ticket', 'Get help');
  const log = await enterChannel(member, `ticket-${ticket}`);
  await write(member, `ticket-${ticket}`, 'The code is ||4711||');
  const inDiscord = messageWith(log, 'The code is').getByRole('button', { name: /^Spoiler/ });

  await viewTicket(staff, await signInTo(staff, 'Sage', 'Harbour Games'), ticket);
  const spoiler = messageIn(staff, 'The code is').getByRole('button', { name: /Hidden text/ });
  for (const colorScheme of SCHEMES) {
    for (const page of [member, staff]) await page.emulateMedia({ colorScheme });
    for (const hidden of [inDiscord, spoiler]) expect(await contrastToGround(hidden)).toBeGreaterThan(3);
  }
  await spoiler.press('Enter');
  await expect(messageIn(staff, 'The code is')).toHaveText(/The code is 4711$/);
  // That the bot has called people is read, not uncovered.
  await expect(conversation(staff).getByRole('button', { name: /Hidden text/ })).toHaveCount(0);
});

test('a long address ends at the edge of its message on a phone, in a text and in an embed', async ({
  page,
}) => {
  const overflow = (log: Locator) => log.evaluate((element) => element.scrollWidth - element.clientWidth);
  await openDiscordAsNewcomer(page, 'Harbour Games');
  const ticket = await openTicket(page, 'open-a-ticket', 'Get help');
  const channel = `ticket-${ticket}`;
  const log = await enterChannel(page, channel);
  await write(page, channel, `https://example.com/${'long'.repeat(40)}`);
  await expect(messageWith(log, 'longlong')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(log)).toBe(0);

  await page.setViewportSize({ width: 1280, height: 720 });
  await command(page, channel, 'close', { reason: 'long'.repeat(40) });
  const directs = await enterDirectMessages(page, 'Tickets');
  await expect(directs.getByText('longlong')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(directs)).toBe(0);
});

test('a time that there never is hides no message after it', async ({ page }) => {
  await openDiscord(page, 'rowan', 'Harbour Games');
  const log = await enterChannel(page, 'general');
  await write(page, 'general', 'At <t:99999999999999999:R> then');
  await expect(log.getByText('At <t:99999999999999999:R> then')).toBeVisible();
  await write(page, 'general', 'Still here');
  await expect(log.getByText('Still here')).toBeVisible();
});

test('the simulated Discord has the theme of the system until another one is chosen, and keeps that', async ({
  newPage,
}) => {
  const page = await newPage();
  const isLight = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).colorScheme === 'light');
  await page.emulateMedia({ colorScheme: 'light' });
  await openDiscord(page, 'rowan', 'Harbour Games');
  expect(await isLight()).toBe(true);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(isLight).toBe(false);
  await page.getByRole('button', { name: 'Use the light theme' }).click();
  await expect.poll(isLight).toBe(true);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Use the dark theme' })).toBeVisible();
  expect(await isLight()).toBe(true);
});
