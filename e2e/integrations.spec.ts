import { type Receiver, startReceiver } from '@tickets/testkit/outside/receiver';
import { axeFindings } from './support/axe.ts';
import { openSection, signIn, signInTo, toasts } from './support/dashboard.ts';
import { openDiscordAsNewcomer, openTicket } from './support/discord.ts';
import { startProgram, type TestProgram } from './support/program.ts';
import { test as base, expect } from './support/test.ts';

const HOME = 'Harbour Games';
const ELSEWHERE = 'Open Kitchen';

interface Own {
  receiver: Receiver;
  program: TestProgram;
}

/** A program of its own, which trusts one address of this machine, and the server of an author there. */
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

// The author's server refuses a key once.
test.use({ tolerated: [/the server responded with a status of 400/] });

test('an integration is made, tried, published and approved, and greets in another server with what it knows', async ({
  newPage,
  program,
  receiver,
}) => {
  test.setTimeout(60_000);
  receiver.answers(({ path, body }) => {
    if (path !== '/check') return { body: '{"crew": {"rank": "Quartermaster"}}' };
    return body.includes('right key')
      ? { status: 204, body: '' }
      : { status: 401, body: '{"error": "Nobody has this key."}' };
  });

  const author = await newPage();
  const home = await signInTo(author, 'Olive', HOME);
  await test.step('its creator names it first, then says what is called', async () => {
    await author.goto(`${home}/integrations`);
    await author.getByRole('link', { name: 'Create Integration' }).click();
    await author.getByRole('textbox', { name: 'Name' }).fill('Crew List');
    const go = author.getByRole('button', { name: 'Continue' });
    await expect(go).toBeDisabled();
    await author.getByRole('textbox', { name: 'Description' }).fill('Which rank somebody has on our ships.');
    await go.click();
    await author.getByRole('textbox', { name: 'Request URL' }).fill(`${receiver.url}/crew?of=%user_id%`);
    await author.getByRole('button', { name: 'Add secret' }).click();
    await author.getByRole('textbox', { name: 'Secret Name' }).fill('crew key');
    await author.getByRole('textbox', { name: 'Secret Validation URL' }).fill(`${receiver.url}/check`);
    await author.getByRole('button', { name: 'Add header' }).click();
    await author.getByRole('textbox', { name: 'Header Name' }).fill('X-Key');
    await author.getByRole('textbox', { name: 'Header Value' }).fill('%crew_key%');
    await author.getByRole('textbox', { name: 'Placeholder Name' }).fill('crew_rank');
    await author.getByRole('textbox', { name: 'JSON Path' }).fill('crew.rank');
    await expect(author.getByText('"rank": "..."')).toBeVisible();
    expect(await axeFindings(author)).toEqual([]);
  });

  await test.step('a test shows what is sent, and what comes of it', async () => {
    await author.getByRole('button', { name: 'Test', exact: true }).click();
    const dialog = author.getByRole('dialog', { name: 'Test Crew List' });
    await dialog.getByLabel('crew_key').fill('a trial');
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await expect(dialog.getByText('Quartermaster', { exact: true })).toBeVisible();
    expect(receiver.received.at(-1)?.headers).toMatchObject({ 'x-key': 'a trial' });
    expect(await axeFindings(author)).toEqual([]);
    await author.keyboard.press('Escape');
  });

  await test.step('it is created, and asked to be public', async () => {
    await author.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(toasts(author)).toContainText('Your integration has been created successfully!');
    await author.getByRole('link', { name: 'Configure' }).click();
    await author.getByRole('button', { name: 'Make Public' }).click();
    await author.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await expect(toasts(author)).toContainText(
      'Your request to make this integration public has been submitted!',
    );
    await expect(author.getByRole('button', { name: 'Make Public' })).toBeDisabled();
  });

  const sage = await newPage();
  const kitchen = await signInTo(sage, 'Sage', ELSEWHERE);
  await test.step('before it is approved, nobody else finds it', async () => {
    await sage.goto(`${kitchen}/integrations`);
    await expect(sage.getByRole('heading', { name: 'Player Card' })).toBeVisible();
    await expect(sage.getByRole('heading', { name: 'Crew List' })).toHaveCount(0);
  });

  await test.step('an administrator of the product approves it', async () => {
    const admin = await newPage();
    await signIn(admin, 'Warden', '/admin/integrations');
    await expect(admin.getByText(`${receiver.url}/crew?of=%user_id%`)).toBeVisible();
    expect(await axeFindings(admin)).toEqual([]);
    await admin.getByRole('button', { name: 'Approve Crew List' }).click();
    await expect(toasts(admin)).toContainText('Crew List is public now');
  });

  await test.step('another server adds it, once its author takes the key', async () => {
    await sage.reload();
    await sage.getByRole('link', { name: 'Add to server: Crew List' }).click();
    await expect(sage.getByRole('heading', { name: 'Add Crew List To Your Server' })).toBeVisible();
    const add = sage.getByRole('button', { name: 'Add to server' });
    await expect(add).toBeDisabled();
    const key = sage.getByLabel('crew_key');
    await key.fill('a wrong key');
    await add.click();
    await expect(
      sage.getByText(
        'Integration rejected the secret values (contact the integration author for help): Nobody has this key.',
      ),
    ).toBeVisible();
    await key.fill('the right key');
    await add.click();
    await sage.waitForURL((url) => url.pathname.endsWith('/integrations'));
    await expect(toasts(sage)).toContainText('Integration added to server successfully!');
    await expect(sage.getByRole('link', { name: 'Manage Crew List' })).toBeVisible();
  });

  await test.step('a new ticket there begins with what the author’s server says', async () => {
    await sage.goto(`${kitchen}/settings`);
    await openSection(sage, 'Tickets');
    await sage.getByRole('textbox', { name: 'Welcome message' }).fill('Welcome aboard, %crew_rank%.');
    await sage.getByRole('button', { name: 'Submit' }).click();
    await expect(toasts(sage)).toContainText('Your settings have been saved.');
    const member = await newPage();
    await openDiscordAsNewcomer(member, ELSEWHERE, program.discord);
    const number = await openTicket(member, 'ask-us', 'Get help');
    await member
      .getByRole('navigation', { name: /^Channels of / })
      .getByRole('link', { name: new RegExp(`ticket-${number}`) })
      .click();
    await expect(member.getByText('Welcome aboard, Quartermaster.')).toBeVisible();
    expect(receiver.received.at(-1)?.headers).toMatchObject({ 'x-key': 'the right key' });
  });

  await test.step('the call stands in the log, and removing it asks once', async () => {
    await sage.goto(`${kitchen}/integrations`);
    await sage.getByRole('link', { name: 'Manage Crew List' }).click();
    await expect(sage.getByRole('cell', { name: 'Answered' })).toBeVisible();
    await expect(sage.getByLabel('crew_key')).toHaveValue('');
    await sage.getByRole('button', { name: 'Remove from server' }).click();
    const question = sage.getByRole('dialog', { name: 'Remove Crew List' });
    await expect(question.getByText(/Secrets that were entered for it here are deleted/)).toBeVisible();
    expect(await axeFindings(sage)).toEqual([]);
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect(toasts(sage)).toContainText('Integration removed from server successfully!');
    await expect(sage.getByRole('link', { name: 'Add to server: Crew List' })).toBeVisible();
  });
});
