import type { SimCommand } from '@tickets/discord-sim/world/entities';
import { type BotWorld, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let w: BotWorld;
beforeAll(async () => {
  w = await startBotWorld();
});
afterAll(() => w[Symbol.asyncDispose]());

/** What Discord has of a command, without what Discord gives it itself. */
function told(name: string) {
  const found = w.sim.world.commands.all().find((command) => command.name === name);
  if (!found) throw new Error(`there is no command ${name}`);
  const { id: _, version: __, ...command } = found;
  return { found, command };
}

/** Changes a value somewhere inside. */
function changed(command: SimCommand, key: string, value: unknown): SimCommand {
  const text = JSON.stringify(command, (name, inner) => (name === key ? value : inner) as unknown);
  return JSON.parse(text) as SimCommand; // of the same shape
}

describe('commands of an earlier version are put right at the start', () => {
  test.each([
    ['setup', 'channel_types', [2]],
    ['setup', 'max_value', 25],
    ['setup', 'required', false],
    ['tag', 'autocomplete', false],
    ['tag', 'max_length', 32],
    ['rename', 'min_length', 2],
    ['claim', 'description', 'Something else'],
    ['claim', 'description_localizations', { de: 'Etwas anderes' }],
    ['claim', 'contexts', [0, 1]],
    ['claim', 'default_member_permissions', '8'],
  ])('/%s with another %s', async (name, key, value) => {
    const { found, command } = told(name);
    w.sim.world.commands.put(changed(found, key, value));
    expect(told(name).command).not.toEqual(command);
    await w.restart();
    expect(told(name).command).toEqual(command);
  });
});
