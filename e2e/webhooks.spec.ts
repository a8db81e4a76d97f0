import { signaturesBy } from '@tickets/testkit/data/outgoing-webhooks';
import { type Receiver, startReceiver } from '@tickets/testkit/outside/receiver';
import { axeFindings } from './support/axe.ts';
import { signInTo } from './support/dashboard.ts';
import { openDiscordAsNewcomer, openTicket } from './support/discord.ts';
import { startProgram, type TestProgram } from './support/program.ts';
import { test as base, expect } from './support/test.ts';

const HOME = 'Harbour Games';

interface Own {
  receiver: Receiver;
  program: TestProgram;
}

/** A program of its own, which trusts one address of this machine, and what receives there. */
const test = base.extend<object, Own>({
  receiver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      await using receiver = await startReceiver();
      await use(receiver);
    },
    { scope: 'worker' },
  ],
  program: [
    async ({ receiver }, use) => {
      const program = await startProgram({ TRUSTED_URLS: receiver.url });
      await use(program);
      await program.end();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ program }, use) => use(program.address),
});

// A private address is refused once.
test.use({ tolerated: [/the server responded with a status of 400/] });

test('a program of a server is told of a ticket that is opened, and the log shows that it was', async ({
  newPage,
  program,
  receiver,
}) => {
  test.setTimeout(60_000);
  const page = await newPage();
  const home = await signInTo(page, 'Olive', HOME);
  let secret = '';
  await test.step('an administrator adds the address, and is shown the secret once', async () => {
    await page.goto(`${home}/webhooks`);
    await expect(page.getByText('No webhooks yet')).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add Webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Webhook' });
    await dialog.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:1/inside');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('This address is not public')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Address' }).fill(`${receiver.url}/desk`);
    await dialog.getByRole('checkbox', { name: 'Renamed' }).uncheck();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    const shown = page.getByRole('dialog', { name: 'The secret of this webhook' });
    secret = await shown.getByRole('textbox', { name: 'Secret' }).inputValue();
    expect(secret).toMatch(/^whsec_/);
    await shown.getByRole('button', { name: 'I have kept it' }).click();
  });

  await test.step('a test is delivered', async () => {
    receiver.answers({ body: 'thank you' });
    await page.getByRole('button', { name: 'Send a Test' }).click();
    const dialog = page.getByRole('dialog', { name: 'What came back' });
    await expect(dialog.getByText('The test was delivered: status 200')).toBeVisible();
    await expect(dialog.getByText('thank you')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('somebody opens a ticket, and the program is told, signed with the secret', async () => {
    const newcomer = await newPage();
    await openDiscordAsNewcomer(newcomer, HOME, program.discord);
    await openTicket(newcomer, 'open-a-ticket', 'Get help');
    const opened = () => receiver.received.find(({ body }) => body.includes('"ticket.opened"'));
    await expect.poll(opened, { timeout: 20_000 }).toBeTruthy();
    const message = opened();
    expect(message && signaturesBy(secret, message)).toBe(1);
  });

  await test.step('the log has it, and sends it again', async () => {
    await page.getByRole('button', { name: 'Deliveries' }).click();
    const log = page.getByRole('dialog', { name: /^Deliveries to/ });
    const row = log.getByRole('row').filter({ hasText: 'Opened' });
    await expect(row.getByText('Delivered')).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await row.getByRole('button', { name: 'Resend Opened' }).click();
    const times = () => receiver.received.filter(({ body }) => body.includes('"ticket.opened"')).length;
    await expect.poll(times, { timeout: 20_000 }).toBe(2);
  });

  await test.step('it gets another secret, and is deleted', async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'New Secret' }).click();
    await page.getByRole('button', { name: 'Make a New Secret' }).click();
    const shown = page.getByRole('dialog', { name: 'The secret of this webhook' });
    await expect(shown.getByRole('textbox', { name: 'Secret' })).not.toHaveValue(secret);
    await shown.getByRole('button', { name: 'I have kept it' }).click();
    await expect(page.getByText('The earlier secret signs too')).toBeVisible();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No webhooks yet')).toBeVisible();
  });
});
