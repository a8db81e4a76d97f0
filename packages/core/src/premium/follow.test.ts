import { TagInput } from '@tickets/contract/tags/tags';
import { callOf } from '@tickets/testkit/access';
import { type BotWorld, startBotWorld } from '@tickets/testkit/bot-world';
import { createTestClock } from '@tickets/testkit/clock';
import { settleAll, unsettled } from '@tickets/testkit/effects';
import { type APIMessageTopLevelComponent, ComponentType } from 'discord-api-types/v10';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { effects } from '../composition/effects.ts';
import { createMultiPanel } from '../panels/multi/multi-panels.ts';
import { removePanel } from '../panels/panels.ts';
import { settleDue } from '../platform/effects/settle.ts';
import { saveTag } from '../tags/tags.ts';
import { grantPremium, revokePremium } from './grants.ts';

let w: BotWorld;
let clock: ReturnType<typeof createTestClock>;
/** Four panels, the fourth of which needs premium. */
let panels: { panel_id: number; title: string; message_id: string }[];
let buttons: string;
let menu: string;

beforeEach(async () => {
  clock = createTestClock();
  w = await startBotWorld({ clock, config: { premium: 'entitlements' } });
  await grant();
  panels = [];
  for (const title of ['One', 'Two', 'Three', 'Four']) {
    const { row, message } = await w.panel({ title, button_label: title });
    panels.push({ panel_id: row.panel_id, title, message_id: message.id });
  }
  buttons = await multiPanel([0, 3], false);
  menu = await multiPanel([0, 3], true);
  await save('docs');
  // Their labels were written after they were posted.
  await w.ctx.db.updateTable('panels').set({ message_state: 'outdated' }).execute();
  await settleAll(w.ctx);
});
afterEach(() => w[Symbol.asyncDispose]());

const grant = (expires_at: Date | null = null) =>
  grantPremium(w.ctx, { guild_id: w.guild_id }, { tier: 0, expires_at });
const revoke = () => revokePremium(w.ctx, { guild_id: w.guild_id });
/** What the program does about every second. */
const settle = () => settleDue(w.ctx, effects);
const save = (id: string) =>
  saveTag(callOf(w.ctx), w.guild_id, TagInput.parse({ id, content: 'Read', use_guild_command: true }));

async function multiPanel(which: number[], select_menu: boolean): Promise<string> {
  const { message_id } = await createMultiPanel(callOf(w.ctx), w.guild_id, {
    channel_id: w.lobby.id,
    select_menu,
    panels: which.map((index) => panels[index]?.panel_id ?? 0),
  });
  return message_id ?? '';
}

type Drawn = { label?: string; disabled?: boolean; options?: { label: string }[] };
/** The buttons or the menu under a message. */
function drawnIn(message_id: string): Drawn[] {
  const { components = [] } = w.sim.world.messages.get(message_id) ?? {};
  return (components as APIMessageTopLevelComponent[]).flatMap((row) =>
    row.type === ComponentType.ActionRow ? (row.components as Drawn[]) : [],
  );
}
const working = (message_id: string) =>
  drawnIn(message_id).flatMap(({ label, disabled }) => (disabled ? [] : [label]));
const options = () => drawnIn(menu)[0]?.options?.map(({ label }) => label);
const commands = () =>
  w.sim.world.commands
    .all()
    .filter(({ guild_id }) => guild_id === w.guild_id)
    .map(({ name }) => name);
const shown = () => ({
  alone: panels.flatMap(({ message_id }) => working(message_id)),
  buttons: working(buttons),
  options: options(),
  commands: commands(),
});

const all = {
  alone: ['One', 'Two', 'Three', 'Four'],
  buttons: ['One', 'Four'],
  options: ['One', 'Four'],
  commands: ['docs'],
};
const free = { alone: ['One', 'Two', 'Three'], buttons: ['One'], options: ['One'], commands: [] };

test('losing premium is seen in Discord, and having it again brings everything back', async () => {
  expect(shown()).toEqual(all);
  await revoke();
  await settle();
  expect(shown()).toEqual(free);
  expect(drawnIn(panels[3]?.message_id ?? '')).toMatchObject([{ label: 'Four', disabled: true }]);
  await grant();
  await settle();
  expect(shown()).toEqual(all);
});

test('premium that ends by itself ends in Discord an hour later, also when nothing ran at that moment', async () => {
  await revoke();
  await grant(new Date(clock.now().getTime() + 60_000));
  await settle();
  expect(shown()).toEqual(all);
  clock.advance(3_600_000);
  await settle();
  expect(shown()).toEqual(all);
  clock.advance(30 * 86_400_000);
  await settle();
  expect(shown()).toEqual(free);
});

test('a crash after premium was taken, or between its parts, leaves nothing as it was', async () => {
  // Whoever took it died before anything followed.
  await w.ctx.db.deleteFrom('entitlements').execute();
  expect(shown()).toEqual(all);
  // And whoever went on, between our rows and Discord.
  await settleAll(w.ctx, 'premium');
  expect(shown()).toEqual(all);
  await w.restart();
  await settle();
  expect(shown()).toEqual(free);
});

test('the menu of a multi-panel whose panels all lack premium is disabled as a whole', async () => {
  const only = await (async () => {
    const fifth = await w.panel({ title: 'Five', button_label: 'Five' });
    panels.push({ panel_id: fifth.row.panel_id, title: 'Five', message_id: fifth.message.id });
    return multiPanel([3, 4], true);
  })();
  await revoke();
  await settle();
  expect(drawnIn(only)).toMatchObject([{ disabled: true, options: [{ label: 'Four' }, { label: 'Five' }] }]);
});

test('without premium, deleting a panel turns on the next one wherever it is shown', async () => {
  await revoke();
  await settle();
  await removePanel(callOf(w.ctx), w.guild_id, panels[1]?.panel_id ?? 0);
  await settle();
  expect(working(panels[3]?.message_id ?? '')).toEqual(['Four']);
  expect(working(buttons)).toEqual(['One', 'Four']);
  expect(options()).toEqual(['One', 'Four']);
});

test('a tag that is saved without premium keeps its wish for a command, and gets it with premium', async () => {
  await revoke();
  await settle();
  await saveTag(
    callOf(w.ctx),
    w.guild_id,
    TagInput.parse({ id: 'docs', content: 'Read this', use_guild_command: true }),
  );
  await settleAll(w.ctx);
  expect(commands()).toEqual([]);
  await grant();
  await settle();
  expect(commands()).toEqual(['docs']);
});

test('a command whose making was not heard of goes, too', async () => {
  await w.ctx.db.updateTable('tags').set({ command_id: null }).execute();
  await revoke();
  await settleAll(w.ctx);
  expect(commands()).toEqual([]);
});

test('nothing is left to do when everything has followed', async () => {
  await revoke();
  await settle();
  await settleAll(w.ctx);
  expect(await unsettled(w.ctx)).toEqual([]);
});
