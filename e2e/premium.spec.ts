import { signIn, storedGuilds, toasts } from './support/dashboard.ts';
import { expect, withOwnProgram } from './support/test.ts';

const test = withOwnProgram();

test('a subscriber chooses which server has premium, and one more than allowed stays off', async ({
  page,
}) => {
  await signIn(page, 'Olive', '/premium/select-servers');
  await expect(page.getByRole('heading', { name: 'Choose Premium Servers' })).toBeVisible();
  const [pixel, harbour] = ['Pixel Makers', 'Harbour Games'].map((name) =>
    page.getByRole('switch', { name }),
  );
  await pixel?.click();
  await harbour?.click();
  await expect(page.getByText('1 of 1 chosen')).toBeVisible();
  expect([await pixel?.isChecked(), await harbour?.isChecked()]).toEqual([true, false]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toasts(page)).toContainText('Your premium servers have been saved.');
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Pixel Makers' })).toBeChecked();
  const id = (await storedGuilds(page)).find(({ name }) => name === 'Pixel Makers')?.id;
  await page.goto(`/manage/${id}/panels`);
  await expect(page.getByText('Your panel quota: 3 / ∞')).toBeVisible();
});

test('somebody without such a subscription reads for whom the page is', async ({ page }) => {
  await signIn(page, 'Sage', '/premium/select-servers');
  await expect(page.getByText('This feature is only available to users with')).toBeVisible();
  await expect(page.getByRole('switch')).toHaveCount(0);
});
