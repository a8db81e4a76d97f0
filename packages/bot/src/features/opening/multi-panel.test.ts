import { createMultiPanel } from '@tickets/core/panels/multi/multi-panels';
import type { SimMessage } from '@tickets/discord-sim/world/entities';
import { callOf } from '@tickets/testkit/data/access';
import { buildForm } from '@tickets/testkit/data/factories';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
});
afterEach(() => w[Symbol.asyncDispose]());

/** Two panels in one message. */
async function multiPanel(select_menu: boolean) {
  const first = (await w.panel({ title: 'Bread', button_label: 'Bread' })).row;
  const second = (await w.panel({ title: 'Cake', button_label: 'Cake' })).row;
  const { message_id } = await createMultiPanel(callOf(w.ctx), w.guild_id, {
    channel_id: w.lobby.id,
    panels: [first.panel_id, second.panel_id],
    select_menu,
  });
  const message = w.sim.world.messages.get(message_id ?? '');
  if (!message) throw new Error('the multi-panel has no message');
  return { first, second, message };
}

const now = (message: SimMessage) => w.sim.world.messages.get(message.id);

describe('a multi-panel', () => {
  test('opens with each button the ticket of its panel', async () => {
    const { first, second, message } = await multiPanel(false);
    const bread = await w.opened(await w.member.click(message, 'Bread'));
    const cake = await w.opened(await w.member.click(message, 'Cake'));
    expect([bread, cake].map(({ ticket }) => ticket)).toMatchObject([
      { panel_id: first.panel_id, subject: 'Bread', source: 'panel' },
      { panel_id: second.panel_id, subject: 'Cake', source: 'panel' },
    ]);
    expect(now(message)).toEqual(message);
  });

  test('opens with each option the ticket of its panel, and the menu is as before', async () => {
    const { first, second, message } = await multiPanel(true);
    for (const panel of [second, first]) {
      const before = now(message)?.edited_timestamp;
      const outcome = await w.member.select(message, 'v1:multipanel', [panel.custom_id]);
      const { ticket } = await w.opened(outcome);
      expect(ticket).toMatchObject({ panel_id: panel.panel_id, subject: panel.title });
      await w.member.eventually(() => now(message)?.edited_timestamp !== before, 'the menu to be reset');
      expect(now(message)).toMatchObject({ components: message.components, embeds: message.embeds });
    }
  });

  test('resets its menu also when the choice is refused, or a form is shown', async () => {
    const { first, second, message } = await multiPanel(true);
    const { form_id } = await buildForm(w.ctx, { guild_id: w.guild_id });
    const set = (panel_id: number, values: object) =>
      w.ctx.db.updateTable('panels').set(values).where('panel_id', '=', panel_id).execute();
    await set(first.panel_id, { disabled: true });
    await set(second.panel_id, { form_id });
    const refused = await w.member.select(message, 'v1:multipanel', [first.custom_id]);
    expect(await saidIn(refused)).toContain('disabled opening this type of ticket');
    await w.member.eventually(() => now(message)?.edited_timestamp, 'the menu to be reset');
    const before = now(message)?.edited_timestamp;
    expect((await w.member.select(message, 'v1:multipanel', [second.custom_id])).kind).toBe('modal');
    await w.member.eventually(() => now(message)?.edited_timestamp !== before, 'the menu to be reset');
    const { ticket } = await w.opened(await w.member.submitModal({ 'What happened?': 'It fell' }));
    expect(ticket.panel_id).toBe(second.panel_id);
  });

  test('opens the ticket also when its menu cannot be reset', async () => {
    const { first, message } = await multiPanel(true);
    const route = { method: 'PATCH', route: '/channels/:channel/messages/:message' };
    w.sim.faults.next({ ...route, kind: 403 });
    await w.opened(await w.member.select(message, 'v1:multipanel', [first.custom_id]));
    expect(now(message)).toEqual(message);
  });

  test('edits its message once for many choices at a time', async () => {
    const { first, message } = await multiPanel(true);
    const people = Array.from({ length: 9 }, (_, i) => w.addMember(`guest${i}`));
    const route = '/channels/:channel/messages/:message';
    w.sim.faults.next({ method: 'PATCH', route, kind: 'delay', delayMs: 1_500 });
    const seen = w.sim.faults.record();
    const outcomes = await Promise.all(
      people.map((person) => person.select(message, 'v1:multipanel', [first.custom_id])),
    );
    for (const outcome of outcomes) await w.opened(outcome);
    await w.restart(); // The bot ends what it has begun before it stops.
    const edits = seen.filter((one) => one.method === 'PATCH' && one.route === '/channels/:id/messages/:id');
    // The first, and one more for those who chose during it; a third for somebody who was late.
    expect([2, 3]).toContain(edits.length);
  });
});
