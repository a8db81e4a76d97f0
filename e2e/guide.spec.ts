import { axeFindings } from './support/axe.ts';
import { enterChannel, messageWith, openDiscord } from './support/discord.ts';
import { expect, test } from './support/test.ts';

test('every page of the guide is sound for assistive technology', async ({ page }) => {
  test.slow();
  await page.goto('/docs');
  const links = page.locator('nav a[href^="/docs"]');
  const paths = new Set(
    await links.evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname)),
  );
  expect(paths.size).toBeGreaterThan(15);
  for (const path of paths) {
    await page.goto(path);
    expect(await axeFindings(page), path).toEqual([]);
  }
});

test('the simulated Discord is sound for assistive technology, and its page does not scroll beside its messages', async ({
  page,
}) => {
  await openDiscord(page, 'Olive', 'Harbour Games');
  const log = await enterChannel(page, 'general');
  await expect(log.getByRole('article').first()).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  expect(
    await page.evaluate(() =>
      [...document.querySelectorAll('html, body')].map(
        ({ scrollHeight, clientHeight }) => scrollHeight - clientHeight,
      ),
    ),
  ).toEqual([0, 0]);
});

test.describe('faster than Discord permits', () => {
  test.use({ tolerated: [/status of 429/] });

  test('lines that are written fast in the simulated Discord are messages of their own, in their order', async ({
    page,
  }) => {
    await openDiscord(page, 'Olive', 'Harbour Games');
    const log = await enterChannel(page, 'general');
    await page.getByRole('textbox', { name: /^Message / }).focus();
    const lines = Array.from({ length: 8 }, (_, n) => `fast line ${n}.`);
    await page.keyboard.type(lines.map((line) => `${line}\n`).join(''));
    await expect(messageWith(log, 'fast line 7.')).toBeVisible({ timeout: 30_000 });
    const said = await log.getByText(/^fast line/).allTextContents();
    expect(said).toEqual(lines);
  });
});
