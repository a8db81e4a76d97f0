import type { Page } from '@playwright/test';
import { signInTo } from './support/dashboard.ts';
import { openDiscordAsNewcomer, openTicket } from './support/discord.ts';
import { expect, withOwnProgram } from './support/test.ts';
import { acknowledged, expectLive, messageIn } from './support/tickets.ts';

/** A program of its own, in which every server has premium and nobody else answers. */
const test = withOwnProgram({ PREMIUM: 'everyone' });

const WAITING = 10;
const MOST_KEYS = 6;

/** A keyboard that counts what is pressed besides typing. */
function countedKeys({ keyboard }: Page) {
  let pressed = 0;
  return {
    async press(key: string) {
      pressed += 1;
      await keyboard.press(key);
    },
    /** How many since it was asked last. */
    count() {
      const since = pressed;
      pressed = 0;
      return since;
    },
  };
}

const shownTicket = (page: Page) => Number(/tickets\/view\/(\d+)$/.exec(page.url())?.[1]);

// Nobody reads and writes as fast as this agent, and a server takes five replies in five seconds.
test.use({ tolerated: [/status of 429/] });

test('an agent answers ten waiting tickets by keyboard alone, with at most six keys for each', async ({
  newPage,
  program,
}) => {
  test.setTimeout(240_000);
  const ours = new Set<number>();
  for (let batch = 0; batch < WAITING / 2; batch += 1)
    for (const ticket of await Promise.all(
      [0, 1].map(async () => {
        const member = await newPage();
        await openDiscordAsNewcomer(member, 'Harbour Games', program.discord);
        const ticket = await openTicket(member, 'open-a-ticket', 'Get help');
        await member.close();
        return ticket;
      }),
    ))
      ours.add(ticket);
  expect(ours.size).toBe(WAITING);

  const agent = await newPage();
  const server = await signInTo(agent, 'Sage', 'Harbour Games');
  await agent.goto(`${server}/tickets`);
  await expect(agent.getByRole('link', { name: /^View ticket / }).first()).toBeVisible();
  const count = agent.getByRole('navigation', { name: 'Main' }).getByTitle(/ tickets wait for an answer$/);
  await expect(count).toBeVisible();
  const waiting = async () => Number.parseInt((await count.getAttribute('title')) ?? '', 10);
  const before = await waiting();

  const keys = countedKeys(agent);
  await keys.press('j');
  await keys.press('Enter');
  const counts: number[] = [];
  const left = new Set(ours);
  while (left.size) {
    const ticket = shownTicket(agent);
    // The address is there before the page is, and keys go on from the page.
    await expect(agent.getByRole('heading', { name: `Ticket #${ticket}`, exact: true })).toBeVisible();
    await expectLive(agent);
    if (!left.delete(ticket)) {
      // Of somebody whom the demo brought: on to the next.
      keys.count();
      await keys.press('j');
      await expect.poll(() => shownTicket(agent)).not.toBe(ticket);
      continue;
    }
    const box = agent.getByRole('textbox', { name: 'Message', exact: true });
    await expect(box).toBeVisible();
    await keys.press('r');
    await expect(box).toBeFocused();
    const text = `I look into number ${ticket} now.`;
    await agent.keyboard.type(text);
    const isLast = left.size === 0;
    await acknowledged(agent, 'POST', `/tickets/${ticket}`, () =>
      keys.press(isLast ? 'Control+Enter' : 'Enter'),
    );
    if (!isLast) {
      await expect(messageIn(agent, text)).toBeVisible();
      await keys.press('Escape');
      await keys.press('j');
    }
    await expect.poll(() => shownTicket(agent)).not.toBe(ticket);
    counts.push(keys.count());
  }
  expect(counts).toHaveLength(WAITING);
  expect(Math.max(...counts)).toBeLessThanOrEqual(MOST_KEYS);

  // The last was closed after its reply, and the next that waits is there.
  await expect(
    agent.getByRole('navigation', { name: 'Open tickets' }).locator('[aria-current]'),
  ).toContainText('waiting');
  await expect.poll(waiting).toBe(before - WAITING);
});
