import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { choose, hideLastPanel, openSection, signInTo, toasts } from './support/dashboard.ts';
import { expect, test } from './support/test.ts';

// One file for all that needs the server to be without premium, because one of its tests gives it some.
const SERVER = 'Pixel, No Premium';
const TITLE = 'Portfolio review';

const row = (page: Page) => page.getByRole('row').filter({ hasText: TITLE });
const quota = (page: Page) => page.getByText(/^Your panel quota:/);

/** The operator's command. */
async function premium(action: 'grant' | 'revoke', server: string): Promise<void> {
  const main = join(import.meta.dirname, '../apps/tickets/src/main.ts');
  const dataDir = process.env.E2E_DATA_DIR ?? '';
  const id = server.slice('/manage/'.length);
  const args = [main, 'premium', action, id, '--data-dir', dataDir];
  await promisify(execFile)(process.execPath, args, { cwd: dataDir });
}

test('settings have neither durations nor colours of their own', async ({ page }) => {
  await page.goto(`${await signInTo(page, 'Olive', SERVER)}/settings`);
  await openSection(page, 'Auto Close');
  await page.getByRole('switch', { name: 'Close quiet tickets' }).check();
  for (const name of [/^Since open with no response/, /^Since last message/]) {
    const duration = page.getByRole('group', { name });
    await expect(duration).toContainText('Premium');
    for (const unit of ['days', 'hours', 'minutes']) {
      await expect(duration.getByLabel(unit)).toBeDisabled();
    }
  }
  await openSection(page, 'Colour Scheme Premium');
  await expect(page.getByRole('textbox', { name: /^Success/ })).toBeDisabled();
  await expect(page.getByRole('textbox', { name: /^Failure/ })).toBeDisabled();
});

test.describe('panels', () => {
  test.use({ tolerated: [/status of 402/] });

  test('end at three, and premium lets there be more for as long as it lasts', async ({ page }) => {
    test.setTimeout(120_000);
    const server = await signInTo(page, 'Olive', SERVER);
    const panels = `${server}/panels`;

    await test.step('at three, nothing is filled in for nothing', async () => {
      await page.goto(panels);
      await expect(quota(page)).toHaveText('Your panel quota: 3 / 3');
      await page.getByRole('link', { name: 'New Panel' }).click();
      await expect(page.getByText('This server has 3 of 3 panels')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Create' })).toHaveCount(0);
    });

    await test.step('a fourth panel is refused with the number, and what costs money cannot be used', async () => {
      const showAll = await hideLastPanel(page);
      await page.goto(`${panels}/create`);
      await describe(page);
      for (const name of [/^Exit survey form/, /^Awaiting-response category/]) {
        await expect(page.getByRole('combobox', { name })).toBeDisabled();
      }
      await expect(page.getByRole('textbox', { name: 'Footer Text' })).toBeDisabled();
      await page.getByRole('button', { name: 'Create' }).click();
      await expect(toasts(page)).toContainText('Panel quota exceeded: You have 3/3 panels.');
      await expect(page).toHaveURL(new RegExp(`${panels}/create$`));
      await showAll();
    });

    await test.step('with premium there is no end, and everything can be used', async () => {
      await premium('grant', server);
      await page.goto(`${panels}/create`);
      await describe(page);
      for (const name of [/^Exit survey form/, /^Awaiting-response category/]) {
        await expect(page.getByRole('combobox', { name })).toBeEnabled();
      }
      await page.getByRole('textbox', { name: 'Footer Text' }).fill('See you in the studio');
      await page.getByRole('button', { name: 'Create' }).click();
      await expect(toasts(page)).toContainText('Panel created successfully');
      await expect(quota(page)).toHaveText('Your panel quota: 4 / ∞');
    });

    await test.step('without premium the newest panel is turned off, and can only be deleted', async () => {
      await premium('revoke', server);
      await page.reload();
      await expect(row(page)).toContainText('Needs premium');
      for (const action of ['Resend', 'Edit']) {
        await expect(page.getByRole('button', { name: `${action} ${TITLE}` })).toBeDisabled();
      }
      await expect(page.getByText('Needs premium')).toHaveCount(1);
      await row(page)
        .getByRole('button', { name: `Delete ${TITLE}` })
        .click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(toasts(page)).toContainText(`The panel ${TITLE} has been deleted`);
      await expect(quota(page)).toHaveText('Your panel quota: 3 / 3');
    });
  });
});

/** Fills in what a panel needs, with every part of the form in sight. */
async function describe(page: Page): Promise<void> {
  await choose(page, 'Channel', 'lounge');
  const message = page.getByRole('region', { name: 'Panel Message', exact: true });
  await message.getByRole('textbox', { name: 'Title' }).fill(TITLE);
  await openSection(page, 'Ticket Properties');
  await openSection(page, 'Welcome Message');
  await page.getByRole('button', { name: /^Footer/ }).click();
}
