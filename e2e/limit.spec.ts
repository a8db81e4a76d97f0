import { signInTo, toasts } from './support/dashboard.ts';
import { enterChannel, messageWith, openDiscordAsNewcomer } from './support/discord.ts';
import { expect, test } from './support/test.ts';

test('a member at the limit is refused with the number that the settings say', async ({ newPage }) => {
  const administrator = await newPage();
  const server = await signInTo(administrator, 'Olive', 'Pixel, No Premium');
  await administrator.goto(`${server}/settings`);
  const limit = administrator.getByRole('spinbutton', { name: 'Per-user simultaneous ticket limit' });
  const save = async (number: number) => {
    await limit.fill(String(number));
    await administrator.getByRole('button', { name: 'Submit' }).click();
    await expect(toasts(administrator)).toContainText('Your settings have been saved.');
    await toasts(administrator).getByRole('button', { name: 'Close' }).click();
  };

  const member = await newPage();
  await openDiscordAsNewcomer(member, 'Pixel, No Premium');
  const channel = await enterChannel(member, 'get-help');
  // Pressing one button twice within a moment is one ticket; these are two.
  const press = (button: string) => channel.getByRole('button', { name: button }).click();
  const opened = channel.getByText(/Opened a new ticket/);
  const refusal = (text: RegExp) => messageWith(channel, text);

  await save(1);
  await press('Get help');
  await expect(opened).toHaveCount(1);
  await press('Ask about a payment');
  await expect(refusal(/only able to open 1 ticket at once/)).toContainText('Only you can see this');

  await save(2);
  await press('Ask about a payment');
  await expect(opened).toHaveCount(2);
  await press('Report somebody');
  await expect(refusal(/only able to open 2 tickets at once/)).toContainText('Only you can see this');
});
