import { removeForm } from '@tickets/core/forms/forms';
import { saveFormInputs } from '@tickets/core/forms/save-inputs';
import type { Panels } from '@tickets/core/platform/db/schema.generated';
import { openTicket } from '@tickets/core/tickets/opening/open';
import { deleteMessage } from '@tickets/discord-sim/world/messages';
import { callAs, callOf } from '@tickets/testkit/data/access';
import { buildForm, buildTicket } from '@tickets/testkit/data/factories';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { sql, type Updateable } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
});
afterEach(() => w[Symbol.asyncDispose]());

const questions = [
  { label: 'What happened?', style: 2, max_length: 1024, min_length: 3, placeholder: 'In your words' },
  { label: 'Order number', required: false, max_length: 20 },
];

/** A panel with a form in front of its tickets. */
async function withForm(
  values: Updateable<Panels> = {},
  asked: Parameters<typeof buildForm>[1]['questions'] = questions,
) {
  const form = await buildForm(w.ctx, { guild_id: w.guild_id, title: 'Tell us', questions: asked });
  return { ...form, ...(await w.panel({ form_id: form.form_id, ...values })) };
}

const answers = () =>
  w.ctx.db
    .selectFrom('ticket_answers')
    .where('guild_id', '=', w.guild_id)
    .select(['ticket_id', 'kind', 'position', 'label', 'value'])
    .orderBy('ticket_id')
    .orderBy('position')
    .execute();

describe('the form of a panel', () => {
  test('asks its questions as they were made', async () => {
    const { row, message, inputs } = await withForm();
    const outcome = await w.member.click(message, 'Get help');
    const [what, order] = inputs;
    expect(outcome).toMatchObject({
      kind: 'modal',
      modal: {
        custom_id: expect.stringMatching(new RegExp(`^v1:panel\\.form:${row.custom_id}:t\\w+$`)),
        title: 'Tell us',
      },
    });
    expect(w.member.modal()?.components).toMatchObject([
      {
        label: 'What happened?',
        component: {
          custom_id: what?.custom_id,
          style: 2,
          placeholder: 'In your words',
          required: true,
          min_length: 3,
          max_length: 1024,
        },
      },
      {
        label: 'Order number',
        component: { custom_id: order?.custom_id, style: 1, required: false, max_length: 20 },
      },
    ]);
    expect(JSON.stringify(w.member.modal()?.components[1])).not.toMatch(/min_length|placeholder/);
    expect(await w.tickets()).toEqual([]);
  });

  test('opens the ticket with what was answered', async () => {
    const { message } = await withForm();
    await w.member.click(message, 'Get help');
    const outcome = await w.member.submitModal({ 'What happened?': '  My bread\nis cold @everyone ' });
    const { ticket } = await w.opened(outcome);
    expect(ticket).toMatchObject({ source: 'panel', opener_id: w.member.id, status: 'open' });
    const { ticket_id } = ticket;
    expect(await answers()).toEqual([
      { ticket_id, kind: 'form', position: 1, label: 'What happened?', value: 'My bread\nis cold @everyone' },
      { ticket_id, kind: 'form', position: 2, label: 'Order number', value: '' },
    ]);
  });

  test('is not shown where it asks nothing', async () => {
    const { message } = await withForm({}, []);
    await w.opened(await w.member.click(message, 'Get help'));
  });

  test('of another server is not asked', async () => {
    const elsewhere = w.sim.world.addGuild({ name: 'Elsewhere', owner_id: w.owner.id });
    await w.ctx.db
      .insertInto('guilds')
      .values({ guild_id: elsewhere.id, name: 'Elsewhere', owner_id: w.owner.id })
      .onConflict((oc) => oc.doNothing())
      .execute();
    const { form_id } = await buildForm(w.ctx, { guild_id: elsewhere.id });
    const { message } = await w.panel({ form_id });
    await w.opened(await w.member.click(message, 'Get help'));
  });
});

describe('an answer', () => {
  test('of nothing but spaces to a required question is refused with the question', async () => {
    const { message } = await withForm();
    await w.member.click(message, 'Get help');
    const outcome = await w.member.submitModal({ 'What happened?': ' \n  ' });
    expect(await saidIn(outcome)).toBe(
      'Error\nPlease answer the question “What happened?”, then send the form again.',
    );
    expect(await w.tickets()).toEqual([]);
    expect(await answers()).toEqual([]);
  });

  test('stands under its question as the member saw it when that was reworded or deleted meanwhile', async () => {
    const { message, form_id, inputs } = await withForm();
    const [what, order] = inputs;
    if (!what || !order) throw new Error('the form has two questions');
    await w.member.click(message, 'Get help');
    const { form_id: _, custom_id: __, ...kept } = what;
    await saveFormInputs(callOf(w.ctx), w.guild_id, form_id, {
      create: [],
      update: [{ ...kept, style: 2, type: 4, label: 'What is well?' }],
      delete: [order.id],
    });
    await w.opened(await w.member.submitModal({ 'What happened?': 'Cold bread', 'Order number': '7' }));
    expect(await answers()).toMatchObject([
      { position: 1, label: 'What happened?', value: 'Cold bread' },
      { position: 2, label: 'Order number', value: '7' },
    ]);
  });

  test('is not taken for one to a question that was added meanwhile', async () => {
    const { message, form_id } = await withForm();
    const change = (required: boolean) =>
      w.ctx.db
        .insertInto('form_inputs')
        .values({
          form_id,
          custom_id: (required ? 'r' : 'o').repeat(30),
          position: required ? 3 : 4,
          style: 1,
          label: required ? 'Since when?' : 'Anything else?',
          required,
          max_length: 255,
        })
        .execute();
    await w.member.click(message, 'Get help');
    await change(false);
    const first = await w.opened(await w.member.submitModal({ 'What happened?': 'Cold bread' }));
    expect((await answers()).at(-1)).toMatchObject({ label: 'Anything else?', value: '' });
    await w.ctx.db
      .updateTable('tickets')
      .set({ opened_at: new Date(0) })
      .where('ticket_id', '=', first.ticket.ticket_id)
      .execute();

    await w.member.click(message, 'Get help');
    await change(true);
    await w.opened(await w.member.submitModal({ 'What happened?': 'Stale bread' }));
    const second = (await answers()).filter(({ ticket_id }) => ticket_id !== first.ticket.ticket_id);
    expect(second.map(({ label, value }) => [label, value])).toEqual([
      ['What happened?', 'Stale bread'],
      ['Order number', ''],
      ['Anything else?', ''],
      ['Since when?', ''],
    ]);
  });

  test('to the form that the panel had before stands under the question of that form', async () => {
    const { row, message } = await withForm();
    const other = await buildForm(w.ctx, {
      guild_id: w.guild_id,
      questions: [{ label: 'Colour', required: false }],
    });
    await w.member.click(message, 'Get help');
    const { panel_id } = row;
    await w.ctx.db
      .updateTable('panels')
      .set({ form_id: other.form_id })
      .where('panel_id', '=', panel_id)
      .execute();
    await w.opened(await w.member.submitModal({ 'What happened?': 'Cold bread' }));
    expect((await answers()).map(({ label, value }) => [label, value])).toEqual([
      ['What happened?', 'Cold bread'],
      ['Order number', ''],
      ['Colour', ''],
    ]);
  });

  test('is kept when the whole form was deleted meanwhile', async () => {
    const { message, form_id } = await withForm();
    await w.member.click(message, 'Get help');
    await removeForm(callOf(w.ctx), w.guild_id, form_id);
    await w.opened(await w.member.submitModal({ 'What happened?': 'Cold bread' }));
    expect(await answers()).toMatchObject([{ label: 'What happened?', value: 'Cold bread' }, {}]);
  });

  test('is given back to the member with the refusal when no ticket is opened', async () => {
    const { message } = await withForm();
    await w.member.click(message, 'Get help');
    await w.settings({ ticket_limit: 1 });
    await buildTicket(w.ctx, { guild_id: w.guild_id, opener_id: w.member.id, opened_at: new Date(0) });
    const long = 'Cold bread. '.repeat(80).trim();
    const outcome = await w.member.submitModal({ 'What happened?': long, 'Order number': '*7*' });
    const said = await saidIn(outcome);
    expect(said).toContain('only able to open 1 ticket at once');
    expect(said).toContain('What you wrote');
    expect(said).toContain(long);
    expect(said).toContain('\\*7\\*');
    expect(await w.tickets()).toHaveLength(1);
  });

  test('is given back whole where it fills a message', async () => {
    const labels = ['Q1', 'Q2', 'Q3', 'Q4', 'Q5'];
    const { message, row } = await withForm(
      {},
      labels.map((label) => ({ label, style: 2, max_length: 1024 })),
    );
    await w.member.click(message, 'Get help');
    await w.ctx.db
      .updateTable('panels')
      .set({ disabled: true })
      .where('panel_id', '=', row.panel_id)
      .execute();
    const typed = labels.map((label) => [label, '*'.repeat(label === 'Q3' ? 945 : 1024)]);
    await w.member.submitModal(Object.fromEntries(typed));
    const own = () => w.sim.world.messages.in('ephemeral', `${message.channel_id}:${w.member.id}`);
    const back = () =>
      own()
        .flatMap(({ embeds }) => embeds.flatMap(({ fields = [] }) => fields.map(({ value }) => value)))
        .join('');
    await vi.waitFor(() => expect(back()).toBe('\\*'.repeat(4 * 1024 + 945)));
    expect(own().flatMap(({ embeds }) => embeds.flatMap(({ title }) => title ?? []))).toContain(
      'What you wrote',
    );
  });

  test('that goes round the limits of Discord is cut, and answers to other questions are ignored', async () => {
    const { row, inputs } = await withForm();
    const values = new Map([
      [inputs[0]?.custom_id ?? '', `\0${'🍞'.repeat(2000)}`],
      ['x'.repeat(30), 'intruder'],
    ]);
    const opened = await openTicket(await callAs(w, w.member.id), {
      guild_id: w.guild_id,
      interaction_id: w.sim.world.newId(),
      channel: { id: w.lobby.id, type: 0, permissions: 0n },
      from: { source: 'panel', custom_id: row.custom_id },
      answers: { values, shown_at: new Date() },
    });
    expect(opened.state).toBe('opened');
    expect((await answers()).map(({ value }) => value)).toEqual(['🍞'.repeat(1024), '']);
  });
});

test('an answer is looked at after who may open, and before how many tickets there are', async () => {
  const { row, message } = await withForm();
  const { panel_id } = row;
  await w.settings({ ticket_limit: 1 });
  const send = async () => saidIn(await w.member.submitModal({ 'What happened?': '   ' }));
  for (let i = 0; i < 2; i += 1) await w.member.click(message, 'Get help');
  await buildTicket(w.ctx, { guild_id: w.guild_id, opener_id: w.member.id, opened_at: new Date(0) });
  expect(await send()).toContain('Please answer the question');
  await w.ctx.db
    .updateTable('panel_access_rules')
    .set({ action: 'deny' })
    .where('panel_id', '=', panel_id)
    .execute();
  expect(await send()).toContain('for all roles');
});

describe('one ticket', () => {
  test('comes of two presses whose forms are both sent', async () => {
    const { message } = await withForm();
    await Promise.all([w.member.click(message, 'Get help'), w.member.click(message, 'Get help')]);
    const sent = ['first', 'second'].map((text) => w.member.submitModal({ 'What happened?': text }));
    const said = await Promise.all(sent.map(async (outcome) => saidIn(await outcome)));
    expect(said.filter((text) => text.includes('Opened a new ticket'))).toHaveLength(1);
    expect(said.filter((text) => /already open|being opened/.test(text))).toHaveLength(1);
    expect(await w.tickets()).toHaveLength(1);
    expect(await answers()).toHaveLength(2);
  });

  test('comes of a form that is delivered twice', async () => {
    const { row, inputs } = await withForm();
    const request = {
      guild_id: w.guild_id,
      interaction_id: w.sim.world.newId(),
      channel: { id: w.lobby.id, type: 0, permissions: 0n },
      from: { source: 'panel', custom_id: row.custom_id } as const,
      answers: { values: new Map([[inputs[0]?.custom_id ?? '', 'Cold bread']]), shown_at: new Date() },
    };
    const calls = [await callAs(w, w.member.id), await callAs(w, w.member.id)];
    const both = await Promise.all(calls.map((call) => openTicket(call, request)));
    expect(both.map(({ ticket_id }) => ticket_id)).toEqual([1, 1]);
    expect(await answers()).toHaveLength(2);
    await w.ctx.db
      .updateTable('tickets')
      .set({ opened_at: new Date(0) })
      .execute();
    expect(await openTicket(await callAs(w, w.member.id), request)).toMatchObject({
      state: 'already_open',
      ticket_id: 1,
    });
    expect(await answers()).toHaveLength(2);
  });

  test('that was opened just now is told instead of the form being shown again', async () => {
    const { message } = await withForm();
    await w.member.click(message, 'Get help');
    await w.opened(await w.member.submitModal({ 'What happened?': 'Cold bread' }));
    expect(await saidIn(await w.member.click(message, 'Get help'))).toContain('already open');
  });
});

describe('a press that is slow', () => {
  test('is told so instead of being left without the form', async () => {
    const { message } = await withForm();
    // Somebody holds the table that the first question goes to.
    const [locked, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = w.ctx.db.transaction().execute(async (tx) => {
      await sql`lock table form_inputs in access exclusive mode`.execute(tx);
      locked.resolve();
      await free.promise;
    });
    await locked.promise;
    const outcome = await w.member.click(message, 'Get help');
    expect(outcome).toMatchObject({ kind: 'deferred', update: true });
    free.resolve();
    await held;
    const told = await outcome.followUp();
    expect(told.embeds[0]?.description).toBe(
      'That took too long, so the form could not be shown. Try it again.',
    );
    expect(told.ephemeral_for).toBe(w.member.id);
  });
});

describe('a ticket from a message with a form', () => {
  const start = async () => {
    const { row, ...rest } = await withForm({ title: 'From a message' });
    await w.settings({ context_menu_panel: row.panel_id });
    const message = await w.other.write(w.lobby, 'My bread is cold');
    const outcome = await w.member.contextMenu('Start Ticket', message);
    expect(outcome).toMatchObject({ kind: 'modal', modal: { title: 'Tell us' } });
    return { row, ...rest, written: message };
  };
  const send = () => w.member.submitModal({ 'What happened?': 'See there' });

  test('quotes the message, and keeps the answers', async () => {
    const { row, written } = await start();
    const { ticket, channel } = await w.opened(await send());
    expect(ticket).toMatchObject({ source: 'context_menu', panel_id: row.panel_id });
    expect(ticket.origin).toMatchObject({ message_id: written.id, content: 'My bread is cold' });
    expect(w.other.sees(channel)).toBe(true);
    expect((await answers())[0]).toMatchObject({ value: 'See there' });
  });

  test('opens without the quote when the message is gone', async () => {
    const { written } = await start();
    deleteMessage(w.sim.world, written);
    const { ticket } = await w.opened(await send());
    expect(ticket).toMatchObject({ origin: null, subject: 'From a message' });
    expect(await answers()).toHaveLength(2);
  });

  test('is one of the panel that asked, also when the settings chose another one meanwhile', async () => {
    const { row } = await start();
    const { row: chosen } = await w.panel();
    await w.settings({ context_menu_panel: chosen.panel_id });
    const { ticket } = await w.opened(await send());
    expect(ticket.panel_id).toBe(row.panel_id);
    expect((await answers())[0]).toMatchObject({ value: 'See there' });
  });

  test('opens without a panel when the one that asked was deleted and none is chosen, and keeps the answers', async () => {
    const { row } = await start();
    await w.ctx.db.deleteFrom('panels').where('panel_id', '=', row.panel_id).execute();
    const { ticket } = await w.opened(await send());
    expect(ticket.panel_id).toBeNull();
    expect((await answers())[0]).toMatchObject({ label: 'What happened?', value: 'See there' });
  });
});
