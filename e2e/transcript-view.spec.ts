import { axeFindings } from './support/axe.ts';
import { signInTo, toasts } from './support/dashboard.ts';
import { expect, withOwnProgram } from './support/test.ts';

/** A program of its own: the reason of a ticket is changed. */
const test = withOwnProgram();

const facts = (label: string) => `xpath=//dt[normalize-space()="${label}"]/following-sibling::dd`;

test('what is known of a ticket stands beside what was said, and staff give it a better reason', async ({
  page,
  newPage,
}) => {
  const server = await signInTo(page, 'Sage', 'Harbour Games');
  await page.goto(`${server}/transcripts?rating=5`);
  await page
    .getByRole('link', { name: /^View the transcript of ticket/ })
    .first()
    .click();
  await page.getByRole('article').first().waitFor();
  const path = new URL(page.url()).pathname;
  await expect(page.locator(facts('Rating'))).toContainText('5 stars');
  await expect(page.locator(facts('Opened by'))).toContainText('All closed tickets of');
  const [, count] = /^(\d+) of \1 messages$/.exec(await page.locator(facts('Messages')).innerText()) ?? [];
  // An embed is an article in the article of its message.
  await expect(page.locator('article:not(article article)')).toHaveCount(Number(count));
  await expect(page.getByText(/opened the ticket with the panel/)).toBeVisible();

  await test.step('a reason that is too long is told of at its field and kept', async () => {
    await page.getByRole('button', { name: 'Edit the reason' }).press('Enter');
    const box = page.getByRole('textbox', { name: 'Reason' });
    await expect(box).toBeFocused();
    await box.fill('x'.repeat(1025));
    await expect(page.getByText(/A reason has at most 1,024 characters/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
    expect(await axeFindings(page)).toEqual([]);
    await box.fill('Paid back <b>twice</b>');
    // Another width draws the page otherwise, and loses nothing.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(box).toHaveValue('Paid back <b>twice</b>');
    await page.setViewportSize({ width: 1280, height: 800 });
    await box.press('Control+Enter');
    await expect(toasts(page)).toContainText('The reason was changed');
    await expect(page.getByRole('button', { name: 'Edit the reason' })).toBeFocused();
  });

  await test.step('everybody reads the new one, as it was typed', async () => {
    await expect(page.locator(facts('Reason'))).toHaveText('Paid back <b>twice</b>');
    await expect(page.getByText('Reason: Paid back <b>twice</b>')).toHaveCount(1);
    const other = await newPage();
    await signInTo(other, 'Olive', 'Harbour Games');
    await other.goto(path);
    await expect(other.locator(facts('Reason'))).toHaveText('Paid back <b>twice</b>');
    await other.goto(`${server}/transcripts?rating=5`);
    await expect(other.getByText('Paid back <b>twice</b>')).toBeVisible();
  });

  await test.step('on a phone all of it is below, folded', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const details = page.getByRole('button', { name: 'Details', exact: true });
    await expect(details).toHaveAttribute('aria-expanded', 'false');
    await details.press('Enter');
    await expect(page.locator(facts('Rating'))).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(390);
    expect(await axeFindings(page)).toEqual([]);
  });
});

test('by keyboard alone one goes through a list of transcripts, finds words and links a message', async ({
  page,
  newPage,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const server = await signInTo(page, 'Olive', 'Harbour Games');
  await page.goto(`${server}/transcripts?rating=5&page=2`);
  const links = page.getByRole('link', { name: /^View the transcript of ticket/ });
  await expect(links).toHaveCount(15);
  const ids = await links.evaluateAll((found) =>
    found.map((link) => /view\/(\d+)/.exec(link.outerHTML)?.[1]),
  );
  const list = page.url();
  await links.nth(1).press('Enter');
  // The address changes first; until the page has, a key goes on from the ticket that is seen.
  const at = async (id: string | undefined) => {
    await page.waitForURL((url) => url.pathname.endsWith(`/view/${id}`));
    await expect(page.getByText(`Transcript of ticket ${id}`, { exact: true })).toBeVisible();
  };
  await at(ids[1]);

  await test.step('to the tickets beside it in the list', async () => {
    await expect(page.getByRole('button', { name: 'Older ticket of the list (J)' })).toBeEnabled();
    await page.keyboard.press('j');
    await at(ids[2]);
    await expect(page.getByRole('button', { name: 'Newer ticket of the list (K)' })).toBeEnabled();
    await page.keyboard.press('k');
    await at(ids[1]);
    await page.getByRole('article').first().waitFor();
  });

  await test.step('words', async () => {
    await page.keyboard.press('Control+f');
    await expect(page.getByRole('textbox', { name: 'Find in this transcript' })).toBeFocused();
    await page.keyboard.insertText('THE');
    const status = page.getByRole('search').getByRole('status');
    await expect(status).toHaveText(/^1 of \d+$/);
    const count = Number(/\d+$/.exec(await status.innerText())?.[0]);
    await expect(page.locator('article[data-place]')).toContainText(/the/i);
    await page.keyboard.press('Shift+Enter');
    await expect(status).toHaveText(`${count} of ${count}`);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Find' })).toBeFocused();
  });

  await test.step('a link to what was found', async () => {
    const message = page.locator('article[data-place]');
    const said = await message.innerText();
    await message.getByRole('button', { name: 'Copy a link to this message' }).press('Enter');
    await expect(toasts(page)).toContainText('Link copied.');
    const url = await page.evaluate(() => navigator.clipboard.readText());
    const other = await newPage();
    await signInTo(other, 'Sage', 'Harbour Games');
    await other.goto(url);
    await expect(other.locator('article[data-place]')).toBeInViewport();
    expect(await other.locator('article[data-place]').innerText()).toBe(said);
  });

  await test.step('and back to the page of the list', async () => {
    await page.getByRole('link', { name: '← Back to transcripts' }).press('Enter');
    await expect(page).toHaveURL(list);
    await expect(links).toHaveCount(15);
  });
});
