import { axeFindings } from './support/axe.ts';
import { enterChannel, openDiscord } from './support/discord.ts';
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
