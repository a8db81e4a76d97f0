import { setTimeout as sleep } from 'node:timers/promises';
import { embedSize } from '@tickets/core/embeds/size';
import { removePanel } from '@tickets/core/panels/panels';
import { updateChannel } from '@tickets/discord-sim/world/channels';
import { callOf } from '@tickets/testkit/data/access';
import { buildForm, buildTeam } from '@tickets/testkit/data/factories';
import { untilLockWaits } from '@tickets/testkit/database/lock-waits';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, saidIn, startBotWorld, textOf } from '@tickets/testkit/worlds/bot-world';
import { settleAll } from '@tickets/testkit/worlds/effects';
import { ChannelType } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
});
afterEach(() => w[Symbol.asyncDispose]());

const welcomeMessage = {
  title: 'Billing here',
  description: 'Tell us the invoice',
  colour: 0x00ff00,
  url: null,
  author: { name: null, icon_url: null, url: null },
  image_url: null,
  thumbnail_url: null,
  footer: { text: null, icon_url: null },
  timestamp: null,
  fields: [],
};
const none = { name: null, text: null, icon_url: null, url: null };
const categoryOf = (name: string) =>
  w.sim.world.addChannel({ guild_id: w.guild_id, type: ChannelType.GuildCategory, name });

/** A ticket of the panel Support, and another panel. */
async function start() {
  const opened = await w.openTicket();
  const billing = categoryOf('Billing');
  await w.bot.settled();
  const { row } = await w.panel({
    title: 'Billing',
    category_id: billing.id,
    naming_scheme: 'billing-%id%',
    welcome_message: JSON.stringify(welcomeMessage),
  });
  const switched = async (panel = String(row.panel_id), who = w.staff) =>
    saidIn(await who.goes(opened.channel).slash('switchpanel', { panel }));
  const refused = async (panel = String(row.panel_id), who = w.staff) =>
    textOf(await (await who.goes(opened.channel).slash('switchpanel', { panel })).followUp());
  const now = () => w.sim.world.channels.get(opened.channel.id)!; // nobody deletes it
  return { ...opened, billing, row, switched, refused, now };
}

describe('switching', () => {
  test('gives the ticket the category, name, topic, greeting and staff of the other panel', async () => {
    const { billing, row, switched, now, welcome } = await start();
    const lists = vi.fn();
    w.ctx.events.subscribe(({ type }) => type === 'list.changed' && lists());
    const tess = w.addMember('tess');
    // Who joins comes as nobody, so the bot has to have heard of them before.
    await w.bot.settled();
    const team_id = await buildTeam(w.ctx, { guild_id: w.guild_id, user_ids: [tess.id] });
    await w.ctx.db.insertInto('panel_teams').values({ panel_id: row.panel_id, team_id }).execute();
    expect(tess.sees(now())).toBe(false);
    expect(await switched()).toContain('belongs to the panel **Billing** now');
    expect(lists).toHaveBeenCalledOnce();
    expect(now()).toMatchObject({ parent_id: billing.id, name: 'billing-1', topic: 'Billing' });
    expect([tess.sees(now()), w.member.sees(now()), w.other.sees(now())]).toEqual([true, true, false]);
    const shown = w.sim.world.messages.get(welcome.id)!; // it stands there
    expect(textOf(shown)).toContain('Tell us the invoice');
    expect(shown.embeds[0]?.color).toBe(0x00ff00);
    expect(shown.components).not.toEqual([]);
    expect(await w.ticket(1)).toMatchObject({
      panel_id: row.panel_id,
      parent_id: billing.id,
      channel_name: 'billing-1',
      subject: 'Billing',
    });
  });

  /** A ticket that somebody claimed who does not work the panel Billing, and whose first message is full of answers. */
  async function fullOfAnswers(greeting: object) {
    const questions = [1, 2, 3, 4, 5].map((n) => ({ label: `Q${n}`, style: 2, max_length: 1024 }));
    const form = await buildForm(w.ctx, { guild_id: w.guild_id, title: 'Tell us', questions });
    const { message } = await w.panel({ title: 'Orders', form_id: form.form_id });
    const billing = await w.panel({
      title: 'Billing',
      default_team: false,
      welcome_message: JSON.stringify({ ...welcomeMessage, ...greeting }),
    });
    await w.member.click(message, 'Get help');
    const answers = Object.fromEntries(questions.map(({ label }) => [label, 'a'.repeat(1020)]));
    const { ticket, channel } = await w.opened(await w.member.submitModal(answers));
    const shown = w.sim.world.messages.get(ticket.welcome_message_id ?? '')!; // it stands there
    const had = shown.embeds;
    await saidIn(await w.staff.goes(channel).slash('claim'));
    const switched = await saidIn(
      await w.owner.goes(channel).slash('switchpanel', { panel: String(billing.row.panel_id) }),
    );
    expect(switched).toContain('belongs to the panel **Billing** now');
    const { embeds, components } = w.sim.world.messages.get(shown.id)!;
    return { embeds, had, buttons: JSON.stringify(components) };
  }

  test('cuts a greeting for which the answers in the same message leave too little room', async () => {
    const { embeds, had, buttons } = await fullOfAnswers({ description: 'L'.repeat(3000) });
    expect(embeds[0]).toMatchObject({ title: 'Billing here', color: 0x00ff00 });
    expect(embeds[0]?.description).toMatch(/^L{300,}…$/);
    expect(embeds.reduce((sum, embed) => sum + embedSize(embed), 0)).toBe(6000);
    expect(embeds[1]?.fields).toEqual(had[1]?.fields);
    expect(buttons).toContain('ticket.claim');
  });

  test('changes the buttons where the answers leave no room for the greeting, which stays as it was', async () => {
    allowWarning(/still greets for another panel/);
    const title = 'T'.repeat(256);
    const { embeds, had, buttons } = await fullOfAnswers({
      title,
      author: { ...none, name: 'N'.repeat(256) },
      footer: { ...none, text: 'F'.repeat(2048) },
    });
    expect(embeds).toEqual(had);
    expect(buttons).toContain('ticket.claim');
  });

  test('keeps a name that somebody gave by hand, and whoever was added', async () => {
    const { channel, switched, now } = await start();
    await saidIn(await w.staff.goes(channel).slash('rename', { name: 'mine' }));
    await saidIn(await w.staff.goes(channel).slash('add', { user_or_role: w.other.id }));
    await switched('billing');
    expect(now().name).toBe('mine');
    expect(w.other.sees(now())).toBe(true);
  });

  test('ends a claim of somebody who does not work the other panel, and says so', async () => {
    const { channel, row, switched, welcome } = await start();
    await w.ctx.db
      .updateTable('panels')
      .set({ default_team: false })
      .where('panel_id', '=', row.panel_id)
      .execute();
    await saidIn(await w.staff.goes(channel).slash('claim'));
    expect(await switched()).toContain(`<@${w.staff.id}> does not answer the tickets of this panel`);
    expect(await w.ticket(1)).toMatchObject({ claimed_by: null });
    expect(JSON.stringify(w.sim.world.messages.get(welcome.id)?.components)).toContain('ticket.claim');
  });

  test('ends nobody’s claim for those who may not unclaim the ticket', async () => {
    const { channel, row, switched, refused } = await start();
    const tess = w.addMember('tess');
    await w.ctx.db
      .insertInto('permissions')
      .values({ guild_id: w.guild_id, user_id: tess.id, support: true })
      .execute();
    await w.ctx.db
      .updateTable('panels')
      .set({ default_team: false })
      .where('panel_id', '=', row.panel_id)
      .execute();
    await w.settings({ support_can_view: true, support_can_type: true });
    await saidIn(await w.staff.goes(channel).slash('claim'));
    await saidIn(await w.owner.goes(channel).slash('add', { user_or_role: tess.id }));
    expect(await refused(undefined, tess)).toContain('Only the person who claimed the ticket');
    expect(await w.ticket(1)).toMatchObject({ claimed_by: w.staff.id });
    expect(await switched(undefined, w.owner)).toContain('Billing');
    expect(await w.ticket(1)).toMatchObject({ claimed_by: null, panel_id: row.panel_id });
  });

  test('keeps the claim of somebody who works both', async () => {
    const { channel, switched } = await start();
    await saidIn(await w.staff.goes(channel).slash('claim'));
    expect(await switched()).not.toContain('claimed');
    expect(await w.ticket(1)).toMatchObject({ claimed_by: w.staff.id });
  });

  test('waits only with name and topic when the limit of /rename is used up, and says so', async () => {
    const { channel, billing, row, switched, now } = await start();
    const busy = { renamed_at: [w.ctx.clock.now(), w.ctx.clock.now()] };
    await w.ctx.db.updateTable('tickets').set(busy).execute();
    const { name, topic } = now();
    expect(await switched()).toMatch(/belongs to the panel \*\*Billing\*\* now.*new name <t:\d+:R>/s);
    expect(now()).toMatchObject({ parent_id: billing.id, name, topic });
    expect(await w.ticket(1)).toMatchObject({ panel_id: row.panel_id, channel_name: name });
    const named = () => settleAll(w.ctx, 'ticket.name');
    await named();
    expect(now()).toMatchObject({ name, topic });
    const rows = await w.ctx.db.selectFrom('effects').where('kind', '=', 'ticket.name').selectAll().execute();
    expect(rows).toMatchObject([{ key: '1:panel', wanted: { switched_by: w.staff.user.username } }]);
    expect(rows[0]!.due_at.getTime()).toBeGreaterThan(Date.now() + 9 * 60_000);
    await w.ctx.db.updateTable('tickets').set({ renamed_at: [] }).execute();
    await named();
    expect(now()).toMatchObject({ name: 'billing-1', topic: 'Billing' });
    expect(await w.ticket(1)).toMatchObject({ channel_name: 'billing-1', named_by_hand: false });
    expect(channel.id).toBe(now().id);
  });

  test('keeps a name given by hand while name and topic wait', async () => {
    const { channel, switched, now } = await start();
    for (const name of ['one', 'two']) await saidIn(await w.staff.goes(channel).slash('rename', { name }));
    expect(await switched()).not.toContain('new name');
    await w.ctx.db.updateTable('tickets').set({ renamed_at: [] }).execute();
    await settleAll(w.ctx, 'ticket.name');
    expect(now()).toMatchObject({ name: 'two', topic: 'Billing' });
  });

  test('goes where there is room: a full category overflows, or is said to be full', async () => {
    const { billing, row, switched, refused, now } = await start();
    for (let n = 0; n < 50; n += 1)
      w.sim.world.addChannel({ guild_id: w.guild_id, name: `c${n}`, parent_id: billing.id });
    await w.bot.settled();
    expect(await refused()).toContain('too many tickets in the category');
    expect((await w.ticket(1))?.panel_id).not.toBe(row.panel_id);
    const overflow = categoryOf('Overflow');
    await w.bot.settled();
    await w.settings({ overflow_enabled: true, overflow_category_id: overflow.id });
    expect(await switched()).toContain('**Billing**');
    expect(now().parent_id).toBe(overflow.id);
  });

  test.each([
    ['refuses', { kind: 403 }, 'Discord'],
    ['does not answer', { kind: 500, times: 2 }, 'does not answer'],
  ])('when Discord %s, the ticket stays with its panel and may be switched again', async (_, fault, said) => {
    const { channel, row, switched, refused, now } = await start();
    // What was said before it has been heard, too, when this is.
    await w.staff.write(channel, 'Hello');
    await vi.waitFor(async () => expect(await w.ticket(1)).toMatchObject({ last_message_by: w.staff.id }));
    const before = await w.ticket(1);
    w.sim.faults.next({ method: 'PATCH', route: '/channels/:channel', ...fault });
    expect(await refused()).toContain(said);
    // It is open. The pin of its welcome message may be heard late.
    const { awaits_changed_at: _a, last_seq: _s, ...rest } = before!;
    expect(await w.ticket(1)).toMatchObject(rest);
    expect(await switched()).toContain('**Billing**');
    expect(await w.ticket(1)).toMatchObject({ panel_id: row.panel_id });
    expect(now().name).toBe('billing-1');
  });

  const doneUnanswered = {
    method: 'PATCH',
    route: '/channels/:channel',
    kind: 500,
    afterEffect: true,
    times: 2,
  } as const;
  const renameable = () => w.ctx.db.updateTable('tickets').set({ renamed_at: [] }).execute();

  test('that was done without an answer may be asked for again at once, and the one after that names the ticket, too', async () => {
    const { row, switched, refused, now } = await start();
    const third = await w.panel({ title: 'Third', naming_scheme: 'third-%id%' });
    w.sim.faults.next(doneUnanswered);
    expect(await refused()).toContain('does not answer');
    expect(now().name).toBe('billing-1');
    expect(await w.ticket(1)).toMatchObject({ channel_name: 'ticket-1' });
    expect(await switched()).toContain('**Billing**');
    await settleAll(w.ctx);
    expect(await w.ticket(1)).toMatchObject({ panel_id: row.panel_id, channel_name: 'billing-1' });
    expect(now().name).toBe('billing-1');
    await renameable();
    await switched(String(third.row.panel_id));
    expect(await w.ticket(1)).toMatchObject({ channel_name: 'third-1', named_by_hand: false });
    expect(now().name).toBe('third-1');
  });

  test('that was done without an answer does not keep the next ones from naming the ticket when Discord takes a name', async () => {
    const { row, switched, refused, now } = await start();
    const third = await w.panel({ title: 'Third', naming_scheme: 'third-%id%' });
    w.sim.faults.next(doneUnanswered);
    await refused();
    const busy = { renamed_at: [w.ctx.clock.now(), w.ctx.clock.now()] };
    await w.ctx.db.updateTable('tickets').set(busy).execute();
    expect(await switched(String(third.row.panel_id))).toMatch(/new name <t:\d+:R>/);
    await renameable();
    await settleAll(w.ctx);
    expect(now()).toMatchObject({ name: 'third-1', topic: 'Third' });
    expect(await w.ticket(1)).toMatchObject({ channel_name: 'third-1' });
    await switched(String(row.panel_id));
    expect(now().name).toBe('billing-1');
  });

  test('that was done without an answer does not keep a claim from naming the ticket', async () => {
    const { channel, refused, now } = await start();
    await w.ctx.db
      .updateTable('panels')
      .set({ naming_scheme: 'case-%id%-%claimed%' })
      .where('title', '=', 'Support')
      .execute();
    w.sim.faults.next(doneUnanswered);
    await refused();
    await saidIn(await w.staff.goes(channel).slash('claim'));
    await settleAll(w.ctx, 'ticket.name');
    await settleAll(w.ctx);
    expect(now().name).toBe('case-1-claimed');
    expect(await w.ticket(1)).toMatchObject({ channel_name: 'case-1-claimed' });
  });

  test('that ended before Discord heard of it is followed by one that names the ticket', async () => {
    const { switched, now } = await start();
    const third = await w.panel({ title: 'Third', naming_scheme: 'third-%id%' });
    const { name, topic, parent_id } = now();
    w.sim.faults.next({ method: 'PATCH', route: '/channels/:channel', kind: 'delay', delayMs: 1_500 });
    const switching = switched();
    const halfway = await vi.waitFor(async () => {
      const ticket = await w.ctx.db.selectFrom('tickets').selectAll().executeTakeFirstOrThrow();
      expect(ticket.channel_name).toBe('billing-1');
      const { panel_id, channel_name, subject } = ticket;
      const effect = await w.ctx.db
        .selectFrom('effects')
        .where('kind', '=', 'ticket.channel')
        .select(['guild_id', 'kind', 'key', 'wanted'])
        .executeTakeFirstOrThrow();
      return { row: { panel_id, channel_name, subject, renamed_at: [] }, effect };
    }, 5_000);
    await switching;
    updateChannel(w.sim.world, now(), { name, topic, parent_id });
    await w.bot.settled();
    await w.ctx.db.updateTable('tickets').set(halfway.row).execute();
    const { effect } = halfway;
    await w.ctx.db
      .insertInto('effects')
      .values({ ...effect, wanted: JSON.stringify(effect.wanted), due_at: new Date(Date.now() + 30_000) })
      .execute();

    await switched(String(third.row.panel_id));
    await settleAll(w.ctx);
    expect(now().name).toBe('third-1');
    expect(await w.ticket(1)).toMatchObject({ channel_name: 'third-1' });
  });

  test('that was done twice without an answer is undone to where the ticket was', async () => {
    const { refused, now } = await start();
    const { parent_id, topic } = now();
    w.sim.faults.next({ ...doneUnanswered, times: 4 });
    await refused();
    await refused();
    expect(now().name).toBe('billing-1');
    await settleAll(w.ctx);
    expect(now()).toMatchObject({ name: 'ticket-1', parent_id, topic });
    expect(await w.ticket(1)).toMatchObject({ channel_name: 'ticket-1' });
  });

  test('leaves a ticket where somebody moves and renames it by hand while its greeting waits', async () => {
    const { switched, now } = await start();
    const elsewhere = categoryOf('Elsewhere');
    const route = '/channels/:channel/messages/:message';
    w.sim.faults.next({ method: 'PATCH', route, kind: 500, times: Number.POSITIVE_INFINITY });
    await switched();
    w.sim.faults.clear();
    updateChannel(w.sim.world, now(), { name: 'by-hand', parent_id: elsewhere.id });
    await w.bot.settled();
    await settleAll(w.ctx);
    expect(now()).toMatchObject({ name: 'by-hand', parent_id: elsewhere.id });
  });

  test('waits for somebody who renames the ticket, and they for it', async () => {
    const { channel, switched, now } = await start();
    w.sim.faults.next({ method: 'GET', route: '/channels/:channel', kind: 'delay', delayMs: 700 });
    const switching = switched();
    await sleep(250);
    const renamed = saidIn(await w.staff.goes(channel).slash('rename', { name: 'by-us' }));
    await Promise.all([switching, renamed]);
    await settleAll(w.ctx);
    expect(now().name).toBe('by-us');
    expect(await w.ticket(1)).toMatchObject({ channel_name: 'by-us', named_by_hand: true });
  });

  test('is for staff, to another panel of the server', async () => {
    const { switched, refused } = await start();
    expect(await switched('Billing', w.member)).toContain('Only support staff');
    expect(await refused('999999')).toContain('Panel not found');
    expect(await refused('Support')).toContain('already');
  });

  describe.each([
    { how: 'refuses', fault: { kind: 403 }, says: /Discord refused that/ },
    // Each call is made once more.
    { how: 'does not answer', fault: { kind: 500, times: 2 }, says: /does not answer/ },
  ])('where Discord $how it and the panel of before is deleted meanwhile', ({ fault, says }) => {
    test('leaves the ticket without a panel, and all else as it was', async () => {
      const { channel, refused, now } = await start();
      await saidIn(await w.staff.goes(channel).slash('claim'));
      await settleAll(w.ctx);
      const kept = async () => {
        const { subject, parent_id, channel_name, claimed_by, renamed_at } = (await w.ticket(1))!; // nobody deletes it
        return { subject, parent_id, channel_name, claimed_by, renamed_at };
      };
      const before = await kept();
      const panel_id = (await w.ticket(1))?.panel_id ?? 0;
      const { name, topic, parent_id } = now();
      const { faults } = w.sim;
      const hits = faults.hits.length;
      const { promise: until, resolve } = Promise.withResolvers<void>();
      faults.next({ method: 'GET', route: '/channels/:channel', kind: 'delay', until });
      const switching = refused();
      await vi.waitFor(() => expect(faults.hits.length).toBe(hits + 1));
      await removePanel(callOf(w.ctx), w.guild_id, panel_id);
      faults.next({ method: 'PATCH', route: '/channels/:channel', ...fault });
      resolve();
      expect(await switching).toMatch(says);
      await settleAll(w.ctx);
      expect(await w.ticket(1)).toMatchObject({ panel_id: null });
      expect(await kept()).toEqual(before);
      expect(now()).toMatchObject({ name, topic, parent_id });
    });
  });

  test('says that the panel is gone where it is deleted at this moment, and takes no turn of /rename', async () => {
    const { row, refused } = await start();
    const before = await w.ticket(1);
    const switching = await w.ctx.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('panels').where('panel_id', '=', row.panel_id).execute();
      const switching = refused();
      await untilLockWaits(w.ctx.db);
      return { switching };
    });
    expect(await switching.switching).toContain('This panel does not exist any more');
    await settleAll(w.ctx);
    // The pin of its welcome message may be heard late.
    const { awaits_changed_at: _a, last_seq: _s, ...rest } = before!; // it is open
    expect(await w.ticket(1)).toMatchObject(rest);
  });

  test('offers panels by their title', async () => {
    const { channel, row } = await start();
    w.staff.goes(channel);
    expect(await w.staff.autocomplete('switchpanel', 'panel', { panel: 'ILL' })).toEqual([
      { name: 'Billing', value: String(row.panel_id) },
    ]);
  });

  test('of a thread changes its name and greeting, and says that nobody leaves', async () => {
    await w.settings({ use_threads: true, ticket_notification_channel: w.notices.id });
    const { channel, switched, now, welcome } = await start();
    await saidIn(await w.member.goes(channel).slash('add', { user_or_role: w.staff.id }));
    expect(await switched()).toContain('Whoever is in the thread stays');
    expect(now()).toMatchObject({ name: 'billing-1', parent_id: w.lobby.id });
    expect(textOf(w.sim.world.messages.get(welcome.id)!)).toContain('Tell us the invoice');
  });
});

describe('jumping to the top', () => {
  test('links the welcome message', async () => {
    const { channel, welcome } = await w.openTicket();
    const outcome = await w.member.goes(channel).slash('jumptotop');
    expect(await saidIn(outcome)).toContain('begins with this message');
    const answer = 'settled' in outcome ? await outcome.settled() : undefined;
    expect(JSON.stringify(answer?.components)).toContain(
      `https://discord.com/channels/${w.guild_id}/${channel.id}/${welcome.id}`,
    );
  });

  test('is refused where there is no ticket, or no first message', async () => {
    expect(await saidIn(await w.member.goes(w.lobby).slash('jumptotop'))).toContain('not a ticket');
    const { channel } = await w.openTicket();
    await w.ctx.db.updateTable('tickets').set({ welcome_message_id: null }).execute();
    expect(await saidIn(await w.member.goes(channel).slash('jumptotop'))).toContain('no first message');
  });
});
