import { TagInput } from '@tickets/contract/tags/tags';
import { effects } from '@tickets/core/composition/effects';
import { createMultiPanel } from '@tickets/core/panels/multi/multi-panels';
import { updatePanel } from '@tickets/core/panels/panels';
import { settleDue } from '@tickets/core/platform/effects/following';
import { grantPremium, revokePremium } from '@tickets/core/premium/grants';
import { makeKeys } from '@tickets/core/premium/keys';
import { saveTag } from '@tickets/core/tags/tags';
import { callOf } from '@tickets/testkit/data/access';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { createTestClock } from '@tickets/testkit/worlds/clock';
import { settleAll } from '@tickets/testkit/worlds/effects';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

// What fails here on purpose is reported.
allowWarning(/"msg":"(the command of a tag is not made yet)/);

const hour = 3_600_000;
const clock = createTestClock();
let w: BotWorld;
let titles: string[];
let menu_id: string;
let buttons_id: string;

/** A server with four panels, two multi-panels of them and a tag that is a command, all made with premium. */
beforeEach(async () => {
  w = await startBotWorld({ config: { premium: 'entitlements' }, clock });
  await grantPremium(
    w.ctx,
    { guild_id: w.guild_id },
    { tier: 0, expires_at: new Date(clock.now().getTime() + hour) },
  );
  const panels = [];
  titles = ['One', 'Two', 'Three', 'Four'];
  for (const title of titles) {
    const { row } = await w.panel();
    await updatePanel(callOf(w.ctx), w.guild_id, row.panel_id, { title, button_label: title });
    panels.push(row.panel_id);
  }
  const content = { channel_id: w.lobby.id, panels: panels.slice(2) };
  const menu = await createMultiPanel(callOf(w.ctx), w.guild_id, { ...content, select_menu: true });
  const buttons = await createMultiPanel(callOf(w.ctx), w.guild_id, content);
  [menu_id, buttons_id] = [menu.message_id ?? '', buttons.message_id ?? ''];
  const docs = TagInput.parse({ id: 'docs', content: 'Read the docs', use_guild_command: true });
  await saveTag(callOf(w.ctx), w.guild_id, docs);
  await settleAll(w.ctx);
});
afterEach(() => w[Symbol.asyncDispose]());

const controls = (message_id: string) =>
  JSON.parse(JSON.stringify(w.sim.world.messages.get(message_id)?.components ?? [])) as {
    components: { label: string; disabled?: boolean; options?: { label: string; description?: string }[] }[];
  }[];
/** The buttons of a message that can be pressed. */
const pressable = (message_id: string) =>
  controls(message_id).flatMap((row) =>
    row.components.filter((one) => !one.disabled).map(({ label }) => label),
  );
const options = () =>
  controls(menu_id)[0]?.components[0]?.options?.map(({ description }) => description ?? '');
const footerOf = (message_id: string) => w.sim.world.messages.get(message_id)?.embeds[0]?.footer?.text;
const panelMessages = async () => {
  const rows = await w.ctx.db.selectFrom('panels').select('message_id').orderBy('panel_id').execute();
  return rows.map(({ message_id }) => message_id ?? '');
};
const commands = () =>
  w.sim.world.commands.in('scope', `${w.ctx.discord.application_id}:${w.guild_id}`).map(({ name }) => name);
/** What a running program does by itself as time goes by. */
async function pass(ms: number) {
  clock.advance(ms);
  while (!(await settleDue(w.ctx, effects)));
  await settleDue(w.ctx, effects);
}
async function everything() {
  const ids = await panelMessages();
  return {
    panels: ids.flatMap(pressable),
    buttons: pressable(buttons_id),
    options: options(),
    footers: new Set([...ids, buttons_id].map(footerOf)),
    commands: commands(),
  };
}
const whole = () => ({
  panels: titles,
  buttons: ['Three', 'Four'],
  options: ['', ''],
  footers: new Set([undefined]),
  commands: ['docs'],
});
const lost = {
  panels: ['One', 'Two', 'Three'],
  buttons: ['Three'],
  options: ['', 'Turned off: this server needs premium for it'],
  footers: new Set(['Powered by Tickets']),
  commands: [],
};

describe('premium that runs out', () => {
  test('leaves everything as it is for an hour, then turns off what needs it, and back on when it returns', async () => {
    expect(await everything()).toEqual(whole());
    await pass(2 * hour - 1_000);
    expect(await everything()).toEqual(whole());
    await pass(2_000);
    expect(await everything()).toEqual(lost);
    await grantPremium(w.ctx, { guild_id: w.guild_id }, { tier: 0 });
    await pass(0);
    expect(await everything()).toEqual(whole());
  });

  test('while no program runs is followed by the next one', async () => {
    clock.advance(5 * hour);
    await w.restart();
    await pass(0);
    expect(await everything()).toEqual(lost);
  });

  test('keeps the tag as it was saved, and says in /premium what is turned off and until when it counts', async () => {
    const said = async () => saidIn(await w.owner.goes(w.lobby).slash('premium'));
    clock.advance(hour + 1_000);
    expect(await said()).toContain('It has run out, and counts until <t:');
    await pass(hour);
    const answer = await said();
    expect(answer).toContain('Premium ended <t:');
    expect(answer).toContain('without premium only the oldest 3 work: Four.');
    expect(answer).toContain('no commands of their own until there is premium again: /docs.');
    const tag = await w.ctx.db.selectFrom('tags').selectAll().executeTakeFirstOrThrow();
    expect(tag).toMatchObject({ use_guild_command: true, command_id: null });
    await saveTag(
      callOf(w.ctx),
      w.guild_id,
      TagInput.parse({ id: 'docs', content: 'Other', use_guild_command: true }),
    );
    await pass(0);
    expect(commands()).toEqual([]);
  });
});

test('premium that is taken back counts no longer at once', async () => {
  await revokePremium(w.ctx, { guild_id: w.guild_id });
  await pass(0);
  expect(await everything()).toEqual(lost);
});

test('a command of whose making the answer was lost goes with premium, and comes back once', async () => {
  const route = '/applications/:id/guilds/:id/commands';
  w.sim.faults.next({ method: 'POST', route, kind: 'reset', afterEffect: true });
  const faq = TagInput.parse({ id: 'faq', content: 'Often asked', use_guild_command: true });
  await saveTag(callOf(w.ctx), w.guild_id, faq);
  const row = await w.ctx.db
    .selectFrom('tags')
    .where('tag_id', '=', 'faq')
    .selectAll()
    .executeTakeFirstOrThrow();
  expect([row.command_id, commands()]).toEqual([null, ['docs', 'faq']]);
  await revokePremium(w.ctx, { guild_id: w.guild_id });
  await pass(0);
  expect(commands()).toEqual([]);
  await grantPremium(w.ctx, { guild_id: w.guild_id }, { tier: 0 });
  await pass(0);
  expect(commands().sort()).toEqual(['docs', 'faq']);
});

test('a server that passes to an owner with premium has it, and loses it with them', async () => {
  await revokePremium(w.ctx, { guild_id: w.guild_id });
  await grantPremium(w.ctx, { user_id: w.staff.id }, { tier: 0 });
  await pass(0);
  expect(await everything()).toEqual(lost);
  const own = (owner_id: string) =>
    w.ctx.db.updateTable('guilds').set({ owner_id }).where('guild_id', '=', w.guild_id).execute();
  await own(w.staff.id);
  await pass(0);
  expect(await everything()).toEqual(whole());
  await own(w.owner.id);
  await pass(0);
  expect(await everything()).toEqual(lost);
});

test('a key that is redeemed in Discord brings everything back, and nobody sees it in the channel', async () => {
  await revokePremium(w.ctx, { guild_id: w.guild_id });
  await pass(0);
  const [key = ''] = await makeKeys(w.ctx, { tier: 0, days: 30 }, 1);
  const before = w.member.messages(w.lobby).length;
  const shown = await w.owner.goes(w.lobby).slash('premium');
  if (shown.kind !== 'deferred') throw new Error(shown.kind);
  await w.owner.click(await shown.settled(), 'Redeem a Key');
  expect(await saidIn(await w.owner.submitModal({ key }))).toContain('This server has premium until <t:');
  await pass(0);
  expect(await everything()).toEqual(whole());
  expect(w.member.messages(w.lobby)).toHaveLength(before);
});
