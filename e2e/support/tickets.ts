import { expect, type Locator, type Page } from '@playwright/test';
import { isCall } from './dashboard.ts';

/** The open tickets, as table and beside a ticket. */
export const rowOf = (page: Page, ticket: number) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: `View ticket ${ticket}`, exact: true }) });

export const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' });
export const messageIn = (page: Page, text: string) =>
  conversation(page).getByRole('article').filter({ hasText: text });

/** A line of a ticket's details, such as who has claimed it. */
export const detail = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .getByRole('definition');

/** Opens a ticket, which then is told live. */
export async function viewTicket(page: Page, server: string, ticket: number): Promise<void> {
  await page.goto(`${server}/tickets/view/${ticket}`);
  await expectLive(page);
}

export async function expectLive(page: Page): Promise<void> {
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
}

/** Does something and waits until the program has acknowledged it. The page itself repeats what came too fast. */
export async function acknowledged(
  page: Page,
  method: string,
  path: string,
  act: () => Promise<void>,
): Promise<void> {
  const answer = page.waitForResponse(
    (response) => isCall(response.request(), method, path) && response.status() !== 429,
  );
  await act();
  expect((await answer).status(), `the answer to ${method} ${path}`).toBeLessThan(300);
}

export async function reply(page: Page, ticket: number, text: string): Promise<void> {
  await acknowledged(page, 'POST', `/tickets/${ticket}`, () => typeReply(page, text));
}

export async function typeReply(page: Page, text: string): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Message', exact: true });
  await box.fill(text);
  await box.press('Enter');
}

export const press = (page: Page, button: string) =>
  page.getByRole('button', { name: button, exact: true }).click();

export async function claim(page: Page, ticket: number): Promise<void> {
  await acknowledged(page, 'POST', `/tickets/${ticket}/claim`, () => press(page, 'Claim'));
}

export async function unclaim(page: Page, ticket: number): Promise<void> {
  await acknowledged(page, 'DELETE', `/tickets/${ticket}/claim`, () => press(page, 'Unclaim'));
}

export async function transfer(page: Page, ticket: number, person: string): Promise<void> {
  await press(page, 'Transfer…');
  const form = page.getByRole('dialog', { name: `Transfer ticket #${ticket}` });
  await form.getByRole('combobox', { name: 'Transfer to' }).fill(person);
  await page
    .getByRole('option', { name: new RegExp(person, 'i') })
    .first()
    .click();
  await acknowledged(page, 'PUT', `/tickets/${ticket}/claim`, () =>
    form.getByRole('button', { name: 'Transfer', exact: true }).click(),
  );
  await expect(form).toBeHidden();
}

export async function sendTag(page: Page, ticket: number, tag: string): Promise<void> {
  await press(page, 'Send Tag');
  const form = page.getByRole('dialog', { name: 'Send Tag' });
  await page.getByRole('option', { name: tag, exact: true }).click();
  await acknowledged(page, 'POST', `/tickets/${ticket}/tag`, () =>
    form.getByRole('button', { name: 'Send', exact: true }).click(),
  );
}

export async function close(page: Page, ticket: number, reason: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await acknowledged(page, 'DELETE', `/tickets/${ticket}`, () => press(page, 'Close Ticket'));
}

/** What was said, in the order of the page. */
export async function said(log: Locator, texts: readonly string[]): Promise<string[]> {
  const articles = await log.getByRole('article').allInnerTexts();
  return articles.flatMap((article) => texts.filter((text) => article.includes(text)));
}
