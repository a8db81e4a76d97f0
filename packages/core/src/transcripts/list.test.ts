import { accessIn } from '@tickets/testkit/data/access';
import {
  buildAnswers,
  buildGuild,
  buildImportedTicket,
  buildMember,
  buildMessage,
  buildPanel,
  buildTeam,
  buildTicket,
  buildUser,
  randomId,
} from '@tickets/testkit/data/factories';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { startTicketWorld } from '@tickets/testkit/worlds/ticket-world';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { callBy, type UserCall } from '../access/caller.ts';
import { listOpenTickets } from '../tickets/lists/list.ts';
import { listTranscripts, neighboursOf } from './list.ts';
import { renderTranscript } from './render.ts';

async function start() {
  const context = await createTestContext();
  const { ctx } = context;
  const { guild_id } = await buildGuild(ctx);
  const access = (user_id: string) => accessIn({ ctx, guild_id }, user_id);
  const staff = await access(await buildMember(ctx, { guild_id, level: 1 }));
  const closed = (values: object = {}) =>
    buildTicket(ctx, {
      guild_id,
      status: 'closed',
      closed_at: ctx.clock.now(),
      channel_removed_at: ctx.clock.now(),
      ...values,
    });
  return { ctx, guild_id, access, staff, closed, [Symbol.asyncDispose]: () => context.close() };
}

const idsOf = async (call: UserCall, filter = {}) =>
  (await listTranscripts(call, call.caller.access.guild_id, filter)).rows.map(({ ticket_id }) => ticket_id);

test('pages hold fifteen, do not overlap, and together hold every closed ticket once, newest first', async () => {
  await using it = await start();
  const made = [];
  for (let n = 0; n < 32; n += 1) made.push((await it.closed()).ticket_id);
  await buildTicket(it.ctx, { guild_id: it.guild_id });
  await it.closed({ close_source: 'undone' });
  const pages = await Promise.all(
    [1, 2, 3, 4].map((page) => idsOf(callBy(it.ctx, it.staff, 'dashboard'), { page })),
  );
  expect(pages.map(({ length }) => length)).toEqual([15, 15, 2, 0]);
  expect(pages.flat()).toEqual(made.reverse());
  expect(
    await listTranscripts(callBy(it.ctx, it.staff, 'dashboard'), it.guild_id, { page: 2 }),
  ).toMatchObject({
    total: 32,
    page: 2,
  });
});

test('each filter finds its tickets and nothing else, and all must hold', async () => {
  await using it = await start();
  const { ctx, guild_id } = it;
  const mia = await buildUser(ctx, { username: 'Mia_100%' });
  const panel = await buildPanel(ctx, { guild_id });
  const [closer, claimer] = [randomId(), randomId()];
  const one = await it.closed({ opener_id: mia.user_id, rating: 5 });
  const two = await it.closed({ closed_by: closer, panel_id: panel.panel_id });
  const three = await it.closed({ claimed_by: claimer, closed_by: closer });
  const found = (filter: object) => idsOf(callBy(ctx, it.staff, 'dashboard'), filter);
  expect(await found({ id: two.ticket_id })).toEqual([two.ticket_id]);
  expect(await found({ user_id: mia.user_id })).toEqual([one.ticket_id]);
  expect(await found({ username: 'mia_1' })).toEqual([one.ticket_id]);
  expect(await found({ username: 'mia%' })).toEqual([]);
  expect(await found({ username: 'nobody' })).toEqual([]);
  expect(await found({ rating: 5 })).toEqual([one.ticket_id]);
  expect(await found({ rating: 0 })).toHaveLength(3);
  expect(await found({ closed_by_id: closer })).toEqual([three.ticket_id, two.ticket_id]);
  expect(await found({ claimed_by_id: claimer })).toEqual([three.ticket_id]);
  expect(await found({ panel_id: panel.panel_id })).toEqual([two.ticket_id]);
  expect(await found({ closed_by_id: closer, panel_id: panel.panel_id })).toEqual([two.ticket_id]);
});

test('the search by name also finds members whom Discord knows and we do not', async () => {
  await using world = await startTicketWorld();
  const { ctx, guild_id } = world;
  const zoe = world.sim.world.addUser({ username: 'zoe' });
  world.sim.world.addMember({ guild_id, user_id: zoe.id });
  const ticket = await buildTicket(ctx, { guild_id, opener_id: zoe.id, status: 'closed' });
  const access = await accessIn(world, world.staff.id);
  expect(await listTranscripts(callBy(ctx, access, 'dashboard'), guild_id, { username: 'zo' })).toMatchObject(
    {
      rows: [{ ticket_id: ticket.ticket_id, username: 'zoe' }],
      total: 1,
    },
  );
});

test('staff who are only in a team see the tickets of its panels, open and closed, and nothing without a panel', async () => {
  await using it = await start();
  const { ctx, guild_id } = it;
  const user_id = await buildMember(ctx, { guild_id });
  const team_id = await buildTeam(ctx, { guild_id, user_ids: [user_id] });
  const ours = await buildPanel(ctx, { guild_id, team_ids: [team_id] });
  const others = await buildPanel(ctx, { guild_id });
  const member = await it.access(user_id);
  const expected = await it.closed({ panel_id: ours.panel_id });
  await it.closed({ panel_id: others.panel_id });
  await it.closed();
  expect(await idsOf(callBy(ctx, member, 'dashboard'))).toEqual([expected.ticket_id]);
  expect(await idsOf(callBy(ctx, it.staff, 'dashboard'))).toHaveLength(3);

  const open = await buildTicket(ctx, { guild_id, panel_id: ours.panel_id, claimed_by: user_id });
  await buildTicket(ctx, { guild_id });
  const list = await listOpenTickets(callBy(ctx, member, 'dashboard'), guild_id);
  expect(list.tickets.map(({ id }) => id)).toEqual([open.ticket_id]);
  expect(list).toMatchObject({ panel_titles: { [ours.panel_id]: 'Help' }, self_id: user_id });

  await ctx.db.deleteFrom('panel_teams').execute();
  expect(await idsOf(callBy(ctx, await it.access(user_id), 'dashboard'))).toEqual([]);
});

test('a list of open tickets names those that were closed within the hour, as far as its reader may see them', async () => {
  await using it = await start();
  const { ctx, guild_id } = it;
  const user_id = await buildMember(ctx, { guild_id });
  const team_id = await buildTeam(ctx, { guild_id, user_ids: [user_id] });
  const ours = await buildPanel(ctx, { guild_id, team_ids: [team_id] });
  const others = await buildPanel(ctx, { guild_id });
  const ago = (minutes: number) => new Date(ctx.clock.now().getTime() - minutes * 60_000);
  const panel_id = ours.panel_id;
  const closed = await it.closed({ panel_id, closed_at: ago(50) });
  const closing = await buildTicket(ctx, { guild_id, panel_id, status: 'closing' });
  await it.closed({ panel_id, closed_at: ago(70) });
  await it.closed({ panel_id, closed_at: ago(1), close_source: 'undone' });
  await it.closed({ panel_id: others.panel_id, closed_at: ago(1) });
  await buildTicket(ctx, { guild_id, panel_id });
  const listed = async () =>
    (await listOpenTickets(callBy(ctx, await it.access(user_id), 'dashboard'), guild_id)).closed;
  expect((await listed()).toSorted((a, b) => a - b)).toEqual([closed.ticket_id, closing.ticket_id]);
  await ctx.db.deleteFrom('panel_teams').execute();
  expect(await listed()).toEqual([]);
});

test('the default team is listed what it may open, and no ticket of a panel of other teams alone', async () => {
  await using it = await start();
  const { ctx, guild_id } = it;
  const user_id = await buildMember(ctx, { guild_id, level: 1 });
  const team_id = await buildTeam(ctx, { guild_id, user_ids: [user_id] });
  const others_team = await buildTeam(ctx, { guild_id });
  const panels = [
    await buildPanel(ctx, { guild_id }),
    await buildPanel(ctx, { guild_id, default_team: false, team_ids: [team_id, others_team] }),
    await buildPanel(ctx, { guild_id, default_team: false, team_ids: [others_team] }),
    await buildPanel(ctx, { guild_id, default_team: false }),
  ];
  const ids = { open: [] as number[], closed: [] as number[] };
  for (const panel_id of [null, ...panels.map((panel) => panel.panel_id)]) {
    ids.open.unshift((await buildTicket(ctx, { guild_id, panel_id })).ticket_id);
    ids.closed.unshift((await it.closed({ panel_id })).ticket_id);
  }
  const listed = async (access: Awaited<ReturnType<typeof it.access>>) => ({
    open: (await listOpenTickets(callBy(ctx, access, 'dashboard'), guild_id)).tickets.map(({ id }) => id),
    closed: await idsOf(callBy(ctx, access, 'dashboard')),
  });
  const admin = await it.access(await buildMember(ctx, { guild_id, level: 2 }));
  expect(await listed(admin)).toEqual(ids);
  // Whoever is in the default team and in a named one works the panels of both.
  const both = { open: ids.open.slice(2), closed: ids.closed.slice(2) };
  expect(await listed(await it.access(user_id))).toEqual(both);
  const only = { open: ids.open.slice(3), closed: ids.closed.slice(3) };
  expect(await listed(it.staff)).toEqual(only);

  // The tickets of a panel that was removed are the default team's.
  await ctx.db.deleteFrom('panels').where('guild_id', '=', guild_id).execute();
  expect(await listed(it.staff)).toEqual(ids);
});

test('a closed ticket whose panel was removed names none', async () => {
  await using it = await start();
  const { ctx, guild_id } = it;
  const { panel_id } = await buildPanel(ctx, { guild_id });
  const ticket = await it.closed({ panel_id, has_transcript: true });
  const call = () => callBy(ctx, it.staff, 'dashboard');
  const named = async () => [
    (await listTranscripts(call(), guild_id, {})).rows[0]?.panel_id,
    (await renderTranscript(call(), ticket)).ticket.panel_id,
  ];
  expect(await named()).toEqual([panel_id, panel_id]);
  await ctx.db.deleteFrom('panels').where('panel_id', '=', panel_id).execute();
  expect(await named()).toEqual([null, null]);
});

test('a transcript is shown to the opener and to staff of its panel, and to nobody else', async () => {
  await using it = await start();
  const { ctx, guild_id } = it;
  const opener_id = await buildMember(ctx, { guild_id });
  const stranger = await it.access(await buildMember(ctx, { guild_id }));
  const ticket = await it.closed({ opener_id, has_transcript: true });
  const bare = await it.closed({ opener_id });
  const open = await buildTicket(ctx, { guild_id, opener_id });
  const opener = await it.access(opener_id);
  for (const access of [opener, it.staff])
    expect(await renderTranscript(callBy(ctx, access, 'dashboard'), ticket)).toMatchObject({
      channel_name: ticket.channel_name,
    });
  await expect(renderTranscript(callBy(ctx, stranger, 'dashboard'), ticket)).rejects.toMatchObject({
    code: 'transcript.denied',
  });
  for (const missing of [bare, open, { guild_id, ticket_id: 999 }])
    await expect(renderTranscript(callBy(ctx, opener, 'dashboard'), missing)).rejects.toMatchObject({
      code: 'transcript.not_found',
    });
});

test('a transcript tells what was answered to the form', async () => {
  await using it = await start();
  const ticket = await it.closed({ has_transcript: true });
  await buildAnswers(it.ctx, ticket, { 'What?': 'Bread', 'When?': '' });
  expect((await renderTranscript(callBy(it.ctx, it.staff, 'dashboard'), ticket)).answers).toEqual([
    { label: 'What?', value: 'Bread' },
    { label: 'When?', value: '' },
  ]);
});

test('a transcript names everybody who speaks or is mentioned, and leaves out what is empty', async () => {
  await using it = await start();
  const { ctx, guild_id } = it;
  const mia = await buildUser(ctx, { username: 'mia' });
  await buildMember(ctx, { guild_id, user_id: mia.user_id });
  const sam = await buildUser(ctx, { username: 'sam' });
  const ticket = await it.closed({ opener_id: mia.user_id, has_transcript: true });
  const key = { guild_id, ticket_id: ticket.ticket_id };
  const webhook = randomId();
  const say = (content: string, values: object) => buildMessage(ctx, { ...key, content, ...values });
  await say('<script>alert(1)</script>', { author_id: mia.user_id, edited_at: new Date() });
  await say('', { author_id: mia.user_id });
  const first = await say('relayed', {
    author_id: webhook,
    author_name: 'Bakery',
    author_bot: true,
    sent_by: sam.user_id,
  });
  await say(`hi <@${sam.user_id}> <@&${guild_id}>`, {
    author_id: webhook,
    author_name: 'Other',
    author_bot: true,
  });

  const seen = await renderTranscript(callBy(ctx, await it.access(mia.user_id), 'dashboard'), key);
  expect(seen.messages.map(({ content, edited }) => [content, edited])).toEqual([
    ['<script>alert(1)</script>', true],
    ['relayed', false],
    [`hi <@${sam.user_id}> <@&${guild_id}>`, false],
  ]);
  const names = seen.messages.map(({ author }) => seen.entities.users[author]?.username);
  expect(names).toEqual(['mia', 'Bakery', 'Other']);
  expect(seen.messages.find(({ id }) => id === first.message_id)?.author).toBe(webhook);
  expect(seen.entities.users[sam.user_id]?.username).toBe('sam');
  expect(seen.entities.roles[guild_id]?.name).toBe('@everyone');
  const forStaff = await renderTranscript(callBy(ctx, it.staff, 'dashboard'), key);
  expect(forStaff.messages.map(({ author }) => forStaff.entities.users[author]?.username)).toEqual([
    'mia',
    'sam',
    'Other',
  ]);
});

test('pages are turned from a ticket, so that none is passed over or comes twice while others are closed', async () => {
  await using it = await start();
  const call = callBy(it.ctx, it.staff, 'dashboard');
  for (let n = 0; n < 40; n += 1) await it.closed();
  const first = await idsOf(call, { page: 1 });
  await it.closed();
  const second = await idsOf(call, { page: 2, from: (first.at(-1) ?? 0) - 1 });
  expect(second[0]).toBe((first.at(-1) ?? 0) - 1);
  expect(second).toHaveLength(15);
  expect(await idsOf(call, { page: 1, ends_before: second[0] })).toEqual(first);
});

test('closed tickets are found by when they were closed, whenever they were opened', async () => {
  await using it = await start();
  const day = (n: number) => new Date(Date.UTC(2026, 2, n, 12));
  const long = await it.closed({ opened_at: day(1), closed_at: day(20) });
  const short = await it.closed({ opened_at: day(2), closed_at: day(3) });
  const last = await it.closed({ opened_at: day(21), closed_at: day(22) });
  const found = (filter: object) => idsOf(callBy(it.ctx, it.staff, 'dashboard'), filter);
  expect(await found({ closed_from: day(10).toISOString() })).toEqual([last.ticket_id, long.ticket_id]);
  expect(await found({ closed_until: day(10).toISOString() })).toEqual([short.ticket_id]);
  expect(await found({ closed_from: day(20).toISOString(), closed_until: day(22).toISOString() })).toEqual([
    long.ticket_id,
  ]);
});

test('imported tickets are found by when they were closed, however much greater than others their numbers are', async () => {
  await using it = await start();
  const own = await it.closed({ opened_at: new Date('2026-03-01'), closed_at: new Date('2026-03-02') });
  const imported = await buildImportedTicket(it.ctx, {
    guild_id: it.guild_id,
    ticket_id: own.ticket_id + 5_000,
    opened_at: new Date('2025-03-01'),
    closed_at: new Date('2025-03-02'),
  });
  const found = (filter: object) => idsOf(callBy(it.ctx, it.staff, 'dashboard'), filter);
  const both = [imported.ticket_id, own.ticket_id];
  expect(await found({ closed_until: '2026-04-01T00:00:00.000Z' })).toEqual(both);
  expect(await found({ closed_until: '2026-01-01T00:00:00.000Z' })).toEqual([imported.ticket_id]);
});

test('closed tickets are found by words of their messages, answers and close reasons, in the forms of the language', async () => {
  await using it = await start();
  const { ctx, guild_id } = it;
  const said = await it.closed();
  await buildMessage(ctx, { guild_id, ticket_id: said.ticket_id, content: 'My parcels never arrived' });
  const answered = await it.closed();
  await buildAnswers(ctx, { guild_id, ticket_id: answered.ticket_id }, { 'What?': 'The parcel is wet' });
  const reasoned = await it.closed();
  await ctx.db
    .updateTable('tickets')
    .set({ close_reason: 'Sent another parcel' })
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', reasoned.ticket_id)
    .execute();
  await it.closed();
  const found = (text: string) => idsOf(callBy(ctx, it.staff, 'dashboard'), { text });
  expect(await found('parcel')).toEqual([reasoned.ticket_id, answered.ticket_id, said.ticket_id]);
  expect(await found('"never arrived"')).toEqual([said.ticket_id]);
  expect(await found('parcel -wet')).toEqual([reasoned.ticket_id, said.ticket_id]);
  expect(await found('(((')).toEqual([]);
});

test('words that are said often find every ticket that says them, without a count', async () => {
  await using it = await start();
  const { ctx, guild_id } = it;
  const said = await it.closed();
  const { ticket_id } = await it.closed();
  await it.closed();
  for (let n = 0; n < 40; n += 1)
    await buildMessage(ctx, { guild_id, ticket_id, content: `My parcel number ${n}` });
  await buildMessage(ctx, { guild_id, ticket_id: said.ticket_id, content: 'Which parcel?' });
  const found = await listTranscripts(callBy(ctx, it.staff, 'dashboard'), guild_id, { text: 'parcels' });
  expect(found.rows.map((row) => row.ticket_id)).toEqual([ticket_id, said.ticket_id]);
  expect(found.total).toBeUndefined();
  expect(
    await listTranscripts(callBy(ctx, it.staff, 'dashboard'), guild_id, { text: 'which' }),
  ).toMatchObject({
    total: 1,
  });
});

test('a row tells who opened and closed it, when, and by which panel', async () => {
  await using it = await start();
  const { ctx, guild_id } = it;
  const panel = await buildPanel(ctx, { guild_id });
  const [mia, sol] = [await buildUser(ctx, { username: 'mia' }), await buildUser(ctx, { username: 'sol' })];
  const { closed_at } = await it.closed({
    opener_id: mia.user_id,
    closed_by: sol.user_id,
    close_source: 'dashboard',
    panel_id: panel.panel_id,
  });
  const { rows } = await listTranscripts(callBy(ctx, it.staff, 'dashboard'), guild_id, {});
  expect(rows).toMatchObject([
    {
      username: 'mia',
      opener: { id: mia.user_id, username: 'mia' },
      closer: { id: sol.user_id, username: 'sol' },
      close_source: 'dashboard',
      panel_id: panel.panel_id,
      closed_at: closed_at?.toISOString(),
    },
  ]);
});

test('the tickets beside one are those of the list under its filter, of those that have a transcript', async () => {
  await using it = await start();
  const { ctx, guild_id } = it;
  const mia = randomId();
  const mine = { opener_id: mia, has_transcript: true };
  const first = await it.closed(mine);
  const other = await it.closed({ has_transcript: true });
  const middle = await it.closed(mine);
  await it.closed({ opener_id: mia, has_transcript: false });
  await it.closed({ ...mine, close_source: 'undone' });
  await buildTicket(ctx, { guild_id, ...mine });
  const last = await it.closed(mine);
  const beside = ({ ticket_id }: { ticket_id: number }, filter = {}, caller = it.staff) =>
    neighboursOf(callBy(ctx, caller, 'dashboard'), { guild_id, ticket_id }, filter);
  expect(await beside(middle)).toEqual({ newer: last.ticket_id, older: other.ticket_id });
  expect(await beside(middle, { user_id: mia })).toEqual({ newer: last.ticket_id, older: first.ticket_id });
  expect(await beside(other, { user_id: mia })).toEqual({ newer: middle.ticket_id, older: first.ticket_id });
  expect(await beside(last, { username: 'nobody' })).toEqual({ newer: null, older: null });
  expect(await beside(last)).toEqual({ newer: null, older: middle.ticket_id });
});

test('the tickets beside one are of those that the caller may see', async () => {
  await using it = await start();
  const { ctx, guild_id } = it;
  const { panel_id } = await buildPanel(ctx, { guild_id, default_team: false });
  const seen = await it.closed({ has_transcript: true });
  await it.closed({ has_transcript: true, panel_id });
  const { ticket_id } = await it.closed({ has_transcript: true });
  expect(await neighboursOf(callBy(ctx, it.staff, 'dashboard'), { guild_id, ticket_id }, {})).toEqual({
    newer: null,
    older: seen.ticket_id,
  });
});

test('beside a ticket that there is not stands none', async () => {
  await using it = await start();
  const missing = neighboursOf(
    callBy(it.ctx, it.staff, 'dashboard'),
    { guild_id: it.guild_id, ticket_id: 9_999 },
    {},
  );
  await expect(missing).rejects.toMatchObject({ code: 'transcript.not_found' });
});

test('in the words of the filter nothing is an operator: what has a colon is found as it stands', async () => {
  await using it = await start();
  const { ctx, guild_id } = it;
  const saying = async (content: string) => {
    const { ticket_id } = await it.closed();
    await buildMessage(ctx, { guild_id, ticket_id, content });
    return ticket_id;
  };
  const order = await saying('It is order:1234, from:mia');
  const file = await saying('My printer has:file refund trouble');
  await saying('A refund, 1234 order');
  const found = (text: string) => idsOf(callBy(ctx, it.staff, 'dashboard'), { text });
  expect(await found('order:1234')).toEqual([order]);
  expect(await found('from:mia order')).toEqual([order]);
  expect(await found('has:file refund')).toEqual([file]);
  expect(await found('refund -has:file')).not.toContain(file);
});

test('by name, openers of other servers leave room for those of this one', async () => {
  await using it = await start();
  const { ctx } = it;
  await sql`insert into users (user_id, username) select 880000000000000000 + n, 'zed' || n
    from generate_series(1, 1100) n`.execute(ctx.db);
  const zed = await buildUser(ctx, { username: 'zedrik' });
  const { ticket_id } = await it.closed({ opener_id: zed.user_id });
  expect(await idsOf(callBy(ctx, it.staff, 'dashboard'), { username: 'zed' })).toEqual([ticket_id]);
});
