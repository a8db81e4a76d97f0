import { signInTo } from './support/dashboard.ts';
import { openDiscordAsNewcomer, openTicket } from './support/discord.ts';
import { expect, withOwnProgram } from './support/test.ts';

const SERVER = 'Night Readers';

/** A program of its own: others count the panels of this server. */
const test = withOwnProgram();

test('an owner without a panel is led to the first ticket of a member', async ({ newPage, program }) => {
  const owner = await newPage();
  await owner.goto(`${await signInTo(owner, 'Basil', SERVER)}/settings`);
  await owner.getByRole('link', { name: 'Go to the first steps' }).click();
  const steps = owner.getByRole('list', { name: 'First steps' });

  await test.step('three presses set the server up', async () => {
    await expect(steps.getByText('Once a panel is posted')).toBeVisible();
    await steps.getByRole('button', { name: 'Make the category' }).click();
    await expect(steps.getByRole('img', { name: 'Done' })).toHaveCount(1);
    await steps.getByRole('button', { name: 'Make the role' }).click();
    await expect(steps.getByRole('img', { name: 'Done' })).toHaveCount(2);
    await steps.getByRole('button', { name: 'Make the channel and the panel' }).click();
    await expect(steps.getByRole('link', { name: 'Open Discord' })).toBeFocused();
    await expect(owner.getByRole('link', { name: 'Edit Open a ticket!' })).toBeVisible();
  });

  await test.step('a member presses its button, and the steps have done their work', async () => {
    const member = await newPage();
    await openDiscordAsNewcomer(member, SERVER, program.discord);
    await openTicket(member, 'open-a-ticket', 'Open a ticket');
    await owner.reload();
    await expect(owner.getByRole('link', { name: 'Edit Open a ticket!' })).toBeVisible();
    await expect(steps).toHaveCount(0);
  });
});
