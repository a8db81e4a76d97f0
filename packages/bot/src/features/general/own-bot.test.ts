import { createDiscord } from '@tickets/core/platform/discord/discord';
import { type BotWorld, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerCommands } from '../../interactions/register.ts';
import { handlers } from '../commands.ts';

let w: BotWorld;
beforeAll(async () => {
  w = await startBotWorld();
});
afterAll(() => w[Symbol.asyncDispose]());

const namesOf = (application_id: string) =>
  w.sim.world.commands
    .all()
    .filter((command) => command.application_id === application_id)
    .map(({ name }) => name)
    .sort();

test('a bot that a user runs has all commands but those that speak of the product', async () => {
  const own = w.sim.world.addApplication({ name: 'Bakery Desk' });
  const discord = createDiscord({ url: w.sim.url, token: own.bot_token, application_id: own.id });
  await registerCommands({ ...w.ctx, discord }, handlers);
  const main = namesOf(w.ctx.discord.application_id);
  expect(main).toContain('about');
  expect(namesOf(own.id)).toEqual(main.filter((name) => !['about', 'invite', 'vote'].includes(name)));
  discord.identity.close();
});
