import type { Page } from '@playwright/test';
import { isCall, signInTo, toasts } from './support/dashboard.ts';
import { expect, test } from './support/test.ts';

async function openForms(page: Page): Promise<void> {
  await page.goto(`${await signInTo(page, 'Olive', 'Harbour Games')}/forms`);
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible();
}

const labels = (page: Page) =>
  page
    .getByRole('listitem')
    .getByLabel(/^Label/)
    .evaluateAll((boxes: HTMLInputElement[]) => boxes.map(({ value }) => value));

test('an administrator makes a form by keyboard, sees it as Discord will show it, and finds it again', async ({
  newPage,
}) => {
  const page = await newPage();
  await openForms(page);
  await page.getByLabel('Title').fill('Apply as a moderator');
  await page.keyboard.press('Enter');
  await expect(toasts(page)).toContainText('Form Apply as a moderator has been created');
  await expect(page.getByLabel(/^Label/)).toBeFocused();
  await page.keyboard.type('Why you?');
  await page.getByRole('button', { name: 'New Field' }).press('Enter');
  await page.keyboard.type('How old are you?');
  await page.keyboard.press('Alt+ArrowUp');
  expect(await labels(page)).toEqual(['How old are you?', 'Why you?']);
  await page.getByLabel('Style').last().selectOption('Multi-line');
  await page.getByRole('slider', { name: 'Shortest answer' }).last().press('PageUp');

  const preview = page.getByRole('figure', { name: 'Preview' });
  await expect(preview).toContainText('Apply as a moderator');
  await expect(preview).toContainText(/How old are you.*Why you/);

  const sent = page.waitForRequest((request) => isCall(request, 'PATCH', '/inputs'));
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(toasts(page)).toContainText('Form updated successfully');
  const field = { placeholder: null, required: true, type: 4 };
  expect((await sent).postDataJSON()).toEqual({
    create: [
      { ...field, label: 'How old are you?', style: 1, min_length: 0, max_length: 255, position: 1 },
      { ...field, label: 'Why you?', style: 2, min_length: 51, max_length: 255, position: 2 },
    ],
    update: [],
    delete: [],
    based_on: expect.any(Number),
  });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Delete Apply as a moderator' })).toBeVisible();
  expect(await labels(page)).toEqual(['How old are you?', 'Why you?']);

  await page.getByRole('button', { name: 'Delete Apply as a moderator' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toasts(page)).toContainText('Form deleted successfully');
});

test('the form and its preview stand side by side from 950 px, and take turns below', async ({ newPage }) => {
  const page = await newPage();
  await page.setViewportSize({ width: 951, height: 800 });
  await openForms(page);
  const preview = page.getByRole('figure', { name: 'Preview' });
  const label = page.getByLabel(/^Label/).first();
  await label.fill('What was it?');
  await page.getByLabel('Title').fill('Half a title');
  await expect(preview).toContainText('What was it?');
  await page.setViewportSize({ width: 949, height: 800 });
  await expect(preview).toBeHidden();
  await expect(label).toHaveValue('What was it?');
  await expect(page.getByLabel('Title')).toHaveValue('Half a title');
  await page.getByRole('tab', { name: 'Preview' }).click();
  await expect(preview).toBeVisible();
  await expect(label).toBeHidden();
});
