import type { Locator, Page } from '@playwright/test';
import { choose, openSection, signInTo, toasts } from './support/dashboard.ts';
import { enterChannel, messageWith, openDiscord, openDiscordAsNewcomer } from './support/discord.ts';
import { buttonOf, embedsOf } from './support/looks.ts';
import { expect, test } from './support/test.ts';

const FORM = { title: 'Join our crew', name: 'What do we call you?', why: 'Why do you want to join?' };
const ANSWERS = { name: 'Salty Biscuit', why: 'I can tie *every* knot.\nAnd I bring @everyone cake.' };
const PANEL = {
  title: 'Crew applications',
  content: 'We look for **new hands**. Read the _rules_ first.',
  button: 'Apply now',
  emoji: 'anchor_wave',
};
const WELCOME = {
  title: 'Welcome aboard',
  description: 'The captain reads your application this evening.',
  field: { name: 'Meanwhile', value: 'Show us a picture of your ship.' },
};
const CHANGED = { content: 'The crew is **nearly full**.', button: 'Apply quickly' };
const MULTI = { title: 'How can we help?', placeholder: 'Choose your course' };

const section = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });
const preview = (page: Page) => page.getByRole('figure', { name: 'Preview' }).getByRole('article').first();
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

test('a form, a panel and a multi-panel are made, show in Discord as in the preview, and open the right tickets', async ({
  newPage,
}) => {
  test.setTimeout(180_000);
  const owner = await newPage();
  const server = await signInTo(owner, 'Olive', 'Harbour Games');

  await test.step('the owner builds a form', () => buildForm(owner, `${server}/forms`));

  const drawn = await test.step('the owner builds a panel with it', async () => {
    await owner.goto(`${server}/panels/create`);
    await describePanel(owner);
    await describeTicket(owner);
    await describeWelcome(owner);
    await denySupporters(owner);
    return { panel: await lookOfPanel(owner), ticket: await lookOfTicket(owner) };
  });
  await owner.getByRole('button', { name: 'Create' }).click();
  await expect(toasts(owner)).toContainText('Panel created successfully');
  await expect(row(owner, PANEL.title)).toContainText(`Form: ${FORM.title}`);

  const refused = await newPage();
  await openDiscord(refused, 'Maple', 'Harbour Games');
  const channel = await enterChannel(refused, 'looking-for-crew');
  await test.step('its message in Discord equals the preview', async () => {
    const message = messageWith(channel, PANEL.title);
    await expect(message).toBeVisible();
    expect(drawn.panel.button).toMatchObject({
      colour: 'green',
      emoji: expect.stringContaining('/emojis/'),
      disabled: false,
    });
    expect(await embedsOf(message)).toEqual(drawn.panel.embeds);
    expect(await buttonOf(message, PANEL.button)).toEqual(drawn.panel.button);
  });

  await test.step('a member with the denied role is refused, and told which role it is', async () => {
    await messageWith(channel, PANEL.title).getByRole('button', { name: PANEL.button }).click();
    const refusal = messageWith(channel, 'You cannot open this type of ticket');
    await expect(refusal).toContainText('because you have the role @Supporter');
    await expect(refusal).toContainText('Only you can see this');
    await expect(refused.getByRole('dialog')).toHaveCount(0);
  });

  const member = await newPage();
  await openDiscordAsNewcomer(member, 'Harbour Games');
  const ticket = await test.step('another fills in the form by keyboard, and gets the ticket', async () => {
    const log = await enterChannel(member, 'looking-for-crew');
    await messageWith(log, PANEL.title).getByRole('button', { name: PANEL.button }).press('Enter');
    await fillInForm(member);
    return openedIn(log);
  });

  await test.step('its first message equals the preview, and has the answers', async () => {
    const log = await enterChannel(member, `ticket-${ticket}`);
    const welcome = messageWith(log, WELCOME.title);
    await expect(welcome).toContainText(ANSWERS.name);
    const [greeting, answers] = await embedsOf(welcome);
    expect(greeting).toEqual(drawn.ticket[0]);
    expect(answers?.bar).toBe(drawn.ticket[1]?.bar);
    expect(answers?.text).toBe(
      `${FORM.name} ${ANSWERS.name} ${FORM.why} ${ANSWERS.why.replace(/\s+/g, ' ')}`,
    );
  });

  const staff = await newPage();
  await signInTo(staff, 'Sage', 'Harbour Games');
  await test.step('staff see the answers in the dashboard', async () => {
    await staff.goto(`${server}/tickets/view/${ticket}`);
    await expect(staff.getByRole('heading', { name: `Ticket #${ticket}` })).toBeVisible();
    for (const [question, answer] of [
      [FORM.name, ANSWERS.name],
      [FORM.why, ANSWERS.why],
    ] as const) {
      const pair = staff.locator('dl > div').filter({ has: staff.getByText(question, { exact: true }) });
      await expect(pair.getByRole('definition')).toHaveText(answer);
    }
  });

  await test.step('the owner puts it into a multi-panel with a dropdown', async () => {
    await owner.getByRole('link', { name: 'New Multi-Panel' }).click();
    await choose(owner, 'Panel channel', 'screenshots');
    await choose(owner, 'Panels (minimum 2)', 'General Support');
    await choose(owner, 'Panels (minimum 2)', PANEL.title);
    await owner.getByRole('switch', { name: 'Use dropdown menu' }).check();
    await owner.getByRole('textbox', { name: 'Dropdown placeholder' }).fill(MULTI.placeholder);
    await owner.getByRole('textbox', { name: 'Title', exact: true }).fill(MULTI.title);
    await expect(preview(owner)).toContainText(PANEL.button);
    const embeds = await embedsOf(preview(owner));
    await owner.getByRole('button', { name: 'Create' }).click();
    await expect(row(owner, MULTI.title)).toContainText(`Menu: General Support, ${PANEL.title}`);
    const message = messageWith(await enterChannel(refused, 'screenshots'), MULTI.title);
    await expect(message).toBeVisible();
    expect(await embedsOf(message)).toEqual(embeds);
  });

  await test.step('the panel is edited: its message changes in place, and the multi-panel follows', async () => {
    const log = await enterChannel(refused, 'looking-for-crew');
    const id = await messageWith(log, PANEL.title).getAttribute('id');
    await owner.getByRole('link', { name: `Edit ${PANEL.title}` }).click();
    const form = section(owner, 'Panel Message');
    await form.getByRole('textbox', { name: 'Content' }).fill(CHANGED.content);
    await form.getByRole('textbox', { name: 'Button text' }).fill(CHANGED.button);
    await form.getByRole('combobox', { name: 'Button colour' }).selectOption('Red');
    const { embeds, button } = await lookOfPanel(owner, CHANGED.button);
    await owner.getByRole('button', { name: 'Save' }).click();
    await expect(toasts(owner)).toContainText('Panel edited successfully');

    const message = messageWith(log, PANEL.title);
    await expect(message).toContainText('nearly full');
    await expect(message).toHaveAttribute('id', id ?? '');
    expect(await embedsOf(message)).toEqual(embeds);
    expect(await buttonOf(message, CHANGED.button)).toEqual(button);
    await expect(log.getByRole('article').filter({ hasText: CHANGED.button })).toHaveCount(1);

    await enterChannel(member, 'screenshots');
    await menuOf(member).click();
    await expect(member.getByRole('option')).toHaveCount(2);
    await expect(member.getByRole('option', { name: CHANGED.button, exact: true })).toBeVisible();
    await member.keyboard.press('Escape');
  });

  // A second press of the same person within five seconds would lead to the first ticket.
  const other = await newPage();
  await openDiscordAsNewcomer(other, 'Harbour Games');
  await test.step('its dropdown opens the ticket of what was chosen, and shows nothing chosen afterwards', async () => {
    const log = await enterChannel(other, 'screenshots');
    await choose(other, MULTI.placeholder, CHANGED.button);
    await expect(other.getByRole('dialog', { name: FORM.title })).toBeVisible();
    await other.keyboard.press('Escape');
    await expect(menuOf(other)).toHaveText(MULTI.placeholder);

    await choose(other, MULTI.placeholder, 'Get help');
    const id = await openedIn(log);
    await expect(menuOf(other)).toHaveText(MULTI.placeholder);
    await staff.goto(`${server}/tickets/view/${id}`);
    const details = staff.locator('dl > div').filter({ has: staff.getByText('Panel', { exact: true }) });
    await expect(details.getByRole('definition')).toHaveText('General Support');
  });
});

test('a message deleted in Discord is posted again from the list, and a deleted channel is shown as such', async ({
  newPage,
}) => {
  test.setTimeout(120_000);
  const title = 'Lifeboat';
  const discord = await newPage();
  await openDiscord(discord, 'Olive', 'Harbour Games');
  await createChannel(discord, 'lifeboats');

  const owner = await newPage();
  const server = await signInTo(owner, 'Olive', 'Harbour Games');
  await owner.goto(`${server}/panels/create`);
  await choose(owner, 'Channel', 'lifeboats');
  await section(owner, 'Panel Message').getByRole('textbox', { name: 'Title' }).fill(title);
  await owner.getByRole('button', { name: 'Create' }).click();
  await expect(row(owner, title)).toContainText('#lifeboats');
  await expect(row(owner, title)).not.toContainText('Being posted');

  const log = await enterChannel(discord, 'lifeboats');
  const message = messageWith(log, title);
  await expect(message).toBeVisible();
  const first = await message.getAttribute('id');
  await deleteMessage(discord, message);
  await expect(message).toHaveCount(0);

  const again = owner.getByRole('button', { name: `Post again: ${title}` });
  await expect(async () => {
    await owner.reload();
    await expect(row(owner, title)).toContainText('Message deleted', { timeout: 3_000 });
  }).toPass();
  await again.click();
  await expect(toasts(owner)).toContainText('Panel resent successfully');
  await expect(message).toBeVisible();
  expect(await message.getAttribute('id')).not.toBe(first);
  await expect(row(owner, title)).not.toContainText('Message deleted');

  await discord.getByRole('button', { name: 'More for lifeboats' }).click();
  await discord.getByRole('menuitem', { name: 'Delete Channel' }).click();
  await discord.getByRole('dialog').getByRole('button', { name: 'Delete Channel' }).click();
  await expect(discord.getByRole('link', { name: 'lifeboats' })).toHaveCount(0);
  await expect(async () => {
    await owner.reload();
    await expect(row(owner, title)).toContainText('Unknown Channel', { timeout: 3_000 });
  }).toPass();
});

const menuOf = (page: Page) => page.getByRole('combobox', { name: MULTI.placeholder });

/** The number of the ticket that the bot says it has opened. */
async function openedIn(log: Locator): Promise<number> {
  const answer = log.getByText(/Opened a new ticket/);
  await expect(answer).toBeVisible();
  return Number(/ticket-(\d+)/.exec((await answer.textContent()) ?? '')?.[1]);
}

async function buildForm(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(FORM.title);
  await page.keyboard.press('Enter');
  await expect(toasts(page)).toContainText(`Form ${FORM.title} has been created`);
  await expect(page.locator(':focus')).toHaveAccessibleName(/^Label/);
  await page.keyboard.type(FORM.name);
  await page.getByRole('button', { name: 'New Field' }).click();
  await page.keyboard.type(FORM.why);
  await page.getByRole('combobox', { name: 'Style' }).last().selectOption('Multi-line');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toasts(page)).toContainText('Form updated successfully');
}

async function describePanel(page: Page): Promise<void> {
  const form = section(page, 'Panel Message');
  await choose(page, 'Channel', 'looking-for-crew');
  await form.getByRole('textbox', { name: 'Title' }).fill(PANEL.title);
  await form.getByRole('textbox', { name: 'Content' }).fill(PANEL.content);
  await form.getByRole('textbox', { name: 'Colour', exact: true }).fill('#ff8800');
  await form.getByRole('textbox', { name: 'Button text' }).fill(PANEL.button);
  await form.getByRole('combobox', { name: 'Button colour' }).selectOption('Green');
  await form.getByRole('switch', { name: 'Custom emoji' }).check();
  await form.getByRole('combobox', { name: 'Server emoji' }).click();
  const picker = page.getByRole('dialog', { name: "This server's emojis" });
  await picker.getByRole('gridcell', { name: PANEL.emoji }).click();
  await expect(picker).toBeHidden();
}

async function describeTicket(page: Page): Promise<void> {
  await openSection(page, 'Ticket Properties');
  await choose(page, 'Form', FORM.title);
}

async function describeWelcome(page: Page): Promise<void> {
  await openSection(page, 'Welcome Message');
  const form = section(page, 'Welcome Message');
  await form.getByRole('textbox', { name: 'Embed Colour', exact: true }).fill('#3366cc');
  await form.getByRole('textbox', { name: 'Title', exact: true }).fill(WELCOME.title);
  await form.getByRole('textbox', { name: 'Description', exact: true }).fill(WELCOME.description);
  await openSection(page, 'Fields');
  await form.getByRole('button', { name: 'Add Field' }).click();
  await form.getByRole('textbox', { name: 'Field Name' }).fill(WELCOME.field.name);
  await form.getByRole('textbox', { name: 'Field Value' }).fill(WELCOME.field.value);
}

async function denySupporters(page: Page): Promise<void> {
  await openSection(page, 'Access Control');
  await choose(page, 'Add a role', 'Supporter');
  await page.getByRole('button', { name: 'Supporter: Allow' }).click();
  await expect(page.getByRole('button', { name: 'Supporter: Deny' })).toBeVisible();
}

async function lookOfPanel(page: Page, button = PANEL.button) {
  await page.getByRole('tab', { name: 'Panel message' }).click();
  await expect(preview(page).getByText(button, { exact: true })).toBeVisible();
  return { embeds: await embedsOf(preview(page)), button: await buttonOf(preview(page), button) };
}

async function lookOfTicket(page: Page) {
  await page.getByRole('tab', { name: 'New ticket' }).click();
  await expect(preview(page)).toContainText(FORM.why);
  return embedsOf(preview(page));
}

async function fillInForm(page: Page): Promise<void> {
  const form = page.getByRole('dialog', { name: FORM.title });
  await expect(form.getByRole('textbox', { name: FORM.name })).toBeFocused();
  await page.keyboard.type(ANSWERS.name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(ANSWERS.why);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(form.getByRole('button', { name: 'Submit' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();
}

async function createChannel(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Harbour Games' }).last().click();
  await page.getByRole('menuitem', { name: 'Create Channel' }).click();
  const form = page.getByRole('dialog', { name: 'Create Channel' });
  await form.getByRole('textbox', { name: 'Channel Name' }).fill(name);
  await form.getByRole('button', { name: 'Create Channel' }).click();
  await expect(page.getByRole('log', { name: `Messages in ${name}` })).toBeVisible();
}

async function deleteMessage(page: Page, message: Locator): Promise<void> {
  await message.hover();
  await message.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete Message' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
}
