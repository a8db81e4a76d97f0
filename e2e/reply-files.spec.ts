import type { FileChooser, Locator, Page } from '@playwright/test';
import { signInTo } from './support/dashboard.ts';
import { enterChannel, messageWith, openDiscordAsNewcomer, openTicket } from './support/discord.ts';
import { expect, test } from './support/test.ts';
import { conversation, messageIn, viewTicket } from './support/tickets.ts';

// The first time a reply is sent, it fails on purpose.
test.use({ tolerated: [/net::ERR_FAILED/] });

const width = async (picture: Locator) =>
  picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0));

/**
 * A browser lets a page choose files only while it is in front. It is told so, and is there a moment later; until then a
 * press of the key does nothing.
 */
async function chooserByKey(page: Page): Promise<FileChooser> {
  await page.bringToFront();
  let chooser: FileChooser | undefined;
  await expect(async () => {
    const choosing = page.waitForEvent('filechooser', { timeout: 3_000 });
    await page.keyboard.press('Enter');
    chooser = await choosing;
  }).toPass();
  if (!chooser) throw new Error('No files can be chosen');
  return chooser;
}

test('staff attach files by keyboard and by dropping them; the member gets them, and a failure loses nothing', async ({
  newPage,
}) => {
  test.setTimeout(120_000);
  const member = await newPage();
  const name = await openDiscordAsNewcomer(member, 'Harbour Games');
  const ticket = await openTicket(member, 'open-a-ticket', 'Get help');
  const channel = await enterChannel(member, `ticket-${ticket}`);

  const staff = await newPage();
  const server = await signInTo(staff, 'Sage', 'Harbour Games');
  await viewTicket(staff, server, ticket);
  const box = staff.getByRole('textbox', { name: 'Message', exact: true });
  const chips = staff.getByRole('list', { name: 'Attached files' }).getByRole('listitem');
  const picture = await member.screenshot({ clip: { x: 0, y: 0, width: 320, height: 200 } });

  await test.step('files are chosen and removed with the keyboard alone', async () => {
    await box.focus();
    await staff.keyboard.press('Tab');
    await expect(staff.getByRole('button', { name: 'Attach files' })).toBeFocused();
    const chooser = await chooserByKey(staff);
    await chooser.setFiles([
      { name: 'harbour.png', mimeType: 'image/png', buffer: picture },
      { name: 'wrong.txt', mimeType: 'text/plain', buffer: Buffer.from('not this one') },
      { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(11 * 1024 * 1024) },
    ]);
    await expect(chips).toHaveCount(2);
    await expect(
      staff.getByText('film.mp4 was not attached: Discord takes files of at most 10 MB.'),
    ).toBeVisible();
    await staff.keyboard.press('Shift+Tab');
    await expect(box).toBeFocused();
    await staff.keyboard.press('Shift+Tab');
    await expect(staff.getByRole('button', { name: 'Remove wrong.txt' })).toBeFocused();
    await staff.keyboard.press('Delete');
    await expect(chips).toHaveText([/harbour\.png/]);
  });

  await test.step('a file is dropped onto the conversation', async () => {
    const dropped = await staff.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['Berth 7, at noon'], 'berths.txt', { type: 'text/plain' }));
      return transfer;
    });
    const area = staff.getByRole('region', { name: 'View Ticket' });
    await area.dispatchEvent('dragenter', { dataTransfer: dropped });
    await expect(staff.getByText('Drop files to attach them to your reply')).toBeVisible();
    await area.dispatchEvent('drop', { dataTransfer: dropped });
    await expect(chips).toHaveText([/harbour\.png/, /berths\.txt/]);
  });

  await test.step('a reply that cannot be sent keeps its text and files, and is sent once in the end', async () => {
    const sending = (url: URL) => url.pathname.endsWith(`/tickets/${ticket}`);
    await staff.route(sending, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await box.fill('The map for %username%');
    await box.press('Enter');
    await expect(staff.getByText(/^Not sent yet: /)).toBeVisible();
    await expect(conversation(staff).getByRole('img', { name: 'Picture: harbour.png' })).toBeVisible();
    await staff.unroute(sending);
    await expect(staff.getByText(/^Not sent yet: /)).toBeHidden();
  });

  await test.step('the member sees text and files, and so do staff, from our own copy', async () => {
    const got = messageWith(channel, `The map for ${name}`);
    await expect(got.getByRole('link', { name: /berths\.txt/ })).toBeVisible();
    await expect.poll(() => width(got.getByRole('img', { name: 'Picture: harbour.png' }))).toBe(320);
    const shown = messageIn(staff, `The map for ${name}`);
    await expect.poll(() => width(shown.getByRole('img', { name: 'Picture: harbour.png' }))).toBe(320);
    const image = shown.getByRole('img', { name: 'Picture: harbour.png' });
    const text = shown.getByRole('link', { name: /berths\.txt/ });
    // A page that was opened before our copy was there leads to Discord, which shows it.
    await expect(async () => {
      await staff.reload();
      await expect(text).toHaveAttribute('href', /\/files\//, { timeout: 1_000 });
    }).toPass();
    await expect(shown).toHaveCount(1);
    await expect.poll(() => width(image)).toBe(320);
    expect(await image.getAttribute('src')).toContain('/files/');
    const [download] = await Promise.all([staff.waitForEvent('download'), text.click()]);
    expect(download.suggestedFilename()).toBe('berths.txt');
  });

  await test.step('files go without a text, too', async () => {
    await staff
      .getByLabel('Attach files')
      .and(staff.locator('input'))
      .setInputFiles({ name: 'alone.txt', mimeType: 'text/plain', buffer: Buffer.from('alone') });
    await staff.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(channel.getByRole('link', { name: /alone\.txt/ })).toBeVisible();
    await expect(conversation(staff).getByText('alone.txt')).toHaveCount(1);
  });
});
