import {
  buildAnswers,
  buildForm,
  buildGuild,
  buildImportedTicket,
  buildMember,
  buildMessage,
  buildPanel,
  buildSession,
  buildTicket,
  buildUser,
} from '@tickets/testkit/data/factories';
import { startTestApp, type TestApp } from '@tickets/testkit/worlds/app';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function ticketOf(values: Partial<Parameters<typeof buildTicket>[1]> = {}, level: 0 | 1 = 0) {
  const { ctx } = app;
  const { guild_id } = await buildGuild(ctx);
  const opener_id = await buildMember(ctx, { guild_id, level });
  const ticket = await buildTicket(ctx, { guild_id, opener_id, ...values });
  const token = await buildSession(ctx, opener_id);
  return { guild_id, opener_id, token, key: { guild_id, ticket_id: ticket.ticket_id } };
}

const list = async (token: string, query: { after?: string } = {}) => {
  const { status, body } = await app.call('own_tickets.list', { token, query });
  expect(status).toBe(200);
  return body;
};

const settings = (guild_id: string, values: object) =>
  app.ctx.db
    .insertInto('guild_settings')
    .values({ guild_id, ...values })
    .onConflict((on) => on.column('guild_id').doUpdateSet(values))
    .execute();

test('someone’s tickets of all servers stand in one list: open ones first, then the newest, page by page, each once', async () => {
  const { ctx } = app;
  const { user_id } = await buildUser(ctx);
  const token = await buildSession(ctx, user_id);
  const servers = [await buildGuild(ctx), await buildGuild(ctx), await buildGuild(ctx)];
  const expected: { id: string; open: boolean; at: number }[] = [];
  for (let count = 0; count < 60; count++) {
    const guild_id = servers[count % 3]?.guild_id ?? '';
    const open = count % 4 === 0;
    // Some at the same moment.
    const at = Date.UTC(2026, 0, 1 + Math.floor(count / 2));
    const { ticket_id } = await buildTicket(ctx, {
      guild_id,
      opener_id: user_id,
      opened_at: new Date(at),
      ...(open ? {} : { status: 'closed', closed_at: new Date(at + 1000) }),
    });
    await buildTicket(ctx, { guild_id });
    expected.push({ id: `${guild_id}/${ticket_id}`, open, at });
  }
  await buildTicket(ctx, {
    guild_id: servers[0]?.guild_id ?? '',
    opener_id: user_id,
    status: 'closed',
    close_source: 'undone',
  });
  // The bot has left one of them.
  await ctx.db
    .updateTable('guilds')
    .set({ left_at: new Date() })
    .where('guild_id', '=', servers[2]?.guild_id ?? '')
    .execute();

  const found: { id: string; open: boolean; at: number }[] = [];
  for (let after: string | undefined; ; ) {
    const { tickets, next } = await list(token, after ? { after } : {});
    found.push(
      ...tickets.map(({ id, server, is_open, opened_at }) => ({
        id: `${server.id}/${id}`,
        open: is_open,
        at: Date.parse(opened_at),
      })),
    );
    if (next === null) break;
    after = next;
  }
  const order = ({ open, at }: (typeof found)[number]) => [open ? 0 : 1, -at].join(' ');
  expect(new Set(found.map(({ id }) => id))).toEqual(new Set(expected.map(({ id }) => id)));
  expect(found).toHaveLength(60);
  expect(found.map(({ open }) => open)).toEqual([...found.map(({ open }) => open)].sort((a, b) => +b - +a));
  for (const half of [found.filter(({ open }) => open), found.filter(({ open }) => !open)])
    expect(half.map(({ at }) => at)).toEqual(half.map(({ at }) => at).sort((a, b) => b - a));
  expect(order(found[0] ?? { id: '', open: true, at: 0 })).toContain('0 ');
});

test('a line tells what was said last and by whom, as it stands in Discord, and whether it is an answer not seen here', async () => {
  const { ctx } = app;
  const { guild_id, opener_id, token, key } = await ticketOf();
  const { user_id: staff_id } = await buildUser(ctx, { username: 'secret-sam' });
  await buildMessage(ctx, { ...key, author_id: opener_id, by_staff: false, content: 'My bread is late' });
  const answer = await buildMessage(ctx, {
    ...key,
    author_id: '77',
    author_name: 'Bakery',
    author_bot: true,
    sent_by: staff_id,
    by_staff: true,
    content: 'We are on it',
  });
  await ctx.db
    .updateTable('tickets')
    .set({
      last_message_id: answer.message_id,
      last_message_by: staff_id,
      last_message_is_staff: true,
      last_message_at: answer.created_at,
      claimed_by: staff_id,
    })
    .where('guild_id', '=', guild_id)
    .execute();
  const [line] = (await list(token)).tickets;
  expect(line).toMatchObject({
    is_unread: true,
    last_message: { is_mine: false, author: 'Bakery', text: 'We are on it' },
  });
  expect(JSON.stringify(line)).not.toContain(staff_id);
  expect(JSON.stringify(line)).not.toContain('secret-sam');
  const read = await app.call('tickets.mark_read', {
    params: key,
    body: { message_id: answer.message_id },
    token,
  });
  expect(read.status).toBe(204);
  expect((await list(token)).tickets[0]?.is_unread).toBe(false);
});

/** What staff see and members do not: marked so that it is found wherever it comes out. */
const secret = (name: string) => `staff-only-${name}`;

test.each([
  ['a member', 0],
  ['staff of the very ticket', 1],
] as const)('an opener who is %s is shown nothing that staff alone see, open or closed', async (_, level) => {
  const { ctx } = app;
  const { guild_id, opener_id, token, key } = await ticketOf({}, level);
  const { user_id: staff_id } = await buildUser(ctx, { username: secret('name') });
  const { panel_id } = await buildPanel(ctx, { guild_id, default_team: true });
  await buildAnswers(ctx, key, { 'What?': 'Bread' });
  await buildMessage(ctx, { ...key, author_id: opener_id, content: 'Hello' });
  const shown = await buildMessage(ctx, {
    ...key,
    author_id: '77',
    author_name: 'Bakery',
    author_bot: true,
    sent_by: staff_id,
    by_staff: true,
    content: 'See <#5> and <#6>',
    edited_at: new Date(),
  });
  await ctx.db
    .insertInto('ticket_message_versions')
    .values({
      ...key,
      message_id: shown.message_id,
      replaced_at: new Date(),
      content: secret('earlier'),
      embeds: '[]',
    })
    .execute();
  await buildMessage(ctx, {
    ...key,
    author_id: '77',
    author_name: secret('deleted-name'),
    content: secret('deleted'),
    embeds: JSON.stringify([{ title: secret('deleted-embed') }]),
    deleted_at: new Date(),
  });
  const { ticket_id: other } = await buildTicket(ctx, {
    guild_id,
    channel_id: '5',
    channel_name: secret('other-ticket'),
  });
  await ctx.db
    .insertInto('guild_channels')
    .values({
      guild_id,
      channel_id: '6',
      name: secret('channel'),
      type: 0,
      permission_overwrites: JSON.stringify([{ id: guild_id, type: 0, allow: '0', deny: '1024' }]),
    })
    .execute();
  await ctx.db
    .updateTable('tickets')
    .set({ claimed_by: staff_id, claimed_at: new Date(), panel_id, first_response_at: new Date() })
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', key.ticket_id)
    .execute();
  expect(other).not.toBe(key.ticket_id);

  const everything = async () => {
    const view = await app.call('own_tickets.get', { params: key, query: {}, token });
    expect(view.status).toBe(200);
    return JSON.stringify([view.body, await list(token)]);
  };
  const names = ['claimed', 'sent_by', 'waiting', 'first_response', 'webhook', 'note', 'close_source'];
  const check = (text: string) => {
    // Whom an opener may believe, though not who of the staff it was.
    expect(text).toMatch(/"by_staff":true,"content":"See /);
    expect(text).toContain('Hello');
    expect(text).toContain('Bakery');
    expect(text).toContain('Bread');
    expect(text).not.toContain('staff-only');
    expect(text).not.toContain(staff_id);
    for (const name of names) expect(text).not.toMatch(new RegExp(`"[^"]*${name}[^"]*":`));
  };
  check(await everything());
  await ctx.db
    .updateTable('tickets')
    .set({ status: 'closed', closed_at: new Date(), close_reason: 'Baked', has_transcript: true })
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', key.ticket_id)
    .execute();
  const closed = await everything();
  check(closed);
  expect(closed).toContain('Baked');
});

test('nobody else opens, closes, rates or writes in somebody’s ticket by these calls, staff and owner neither', async () => {
  const { ctx } = app;
  const { guild_id, key } = await ticketOf();
  await settings(guild_id, { feedback_enabled: true, users_can_close: true });
  const admin = await buildSession(ctx, await buildMember(ctx, { guild_id, level: 2 }));
  const stranger = await buildSession(ctx, await buildMember(ctx, { guild_id, present: false }));
  const calls = [
    (token: string) => app.call('own_tickets.get', { params: key, query: {}, token }),
    (token: string) => app.call('own_tickets.close', { params: key, token }),
    (token: string) =>
      app.call('own_tickets.write', {
        params: key,
        body: { message: { content: 'I am not the opener' } },
        token,
      }),
  ];
  for (const call of calls) {
    expect((await call(admin)).status).toBe(403);
    expect((await call(stranger)).status).toBe(404);
  }
  expect((await list(admin)).tickets).toEqual([]);
});

test('members close their ticket where the settings and the blacklist let them, and are told where they do not', async () => {
  const { guild_id, token, key } = await ticketOf({ channel_id: '901' });
  const view = async () => (await app.call('own_tickets.get', { params: key, query: {}, token })).body.ticket;
  await settings(guild_id, { users_can_close: false });
  expect(await view()).toMatchObject({ may_close: false });
  const refused = await app.call('own_tickets.close', { params: key, token });
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'ticket.close_denied' }]);
  await settings(guild_id, { users_can_close: true });
  expect(await view()).toMatchObject({ may_close: true, is_open: true });
  const { user_id } = await app.ctx.db
    .selectFrom('tickets')
    .where('guild_id', '=', guild_id)
    .select('opener_id as user_id')
    .executeTakeFirstOrThrow();
  await app.ctx.db.insertInto('blacklisted_users').values({ guild_id, user_id }).execute();
  expect(await view()).toMatchObject({ may_close: false, is_open: true, hindrance: 'blacklisted' });
  const kept_out = await app.call('own_tickets.close', { params: key, token });
  expect([kept_out.status, kept_out.body]).toMatchObject([403, { code: 'ticket.blacklisted' }]);
  await app.ctx.db.deleteFrom('blacklisted_users').where('guild_id', '=', guild_id).execute();
  await app.call('own_tickets.close', { params: key, token });
  expect(await view()).toMatchObject({ is_open: false, may_close: false, hindrance: 'closed' });
});

test('a closed ticket is rated once more as often as its opener likes, where its server wants ratings and they wrote', async () => {
  const { ctx } = app;
  const { guild_id, opener_id, token, key } = await ticketOf({ status: 'closed', closed_at: new Date() });
  const seen = async () => ({
    line: (await list(token)).tickets[0],
    view: (await app.call('own_tickets.get', { params: key, query: {}, token })).body.ticket,
  });
  await settings(guild_id, { feedback_enabled: true });
  expect(await seen()).toMatchObject({ line: { may_rate: false }, view: { may_rate: false } });
  await ctx.db
    .insertInto('ticket_participants')
    .values({ ...key, user_id: opener_id })
    .execute();
  expect(await seen()).toMatchObject({ line: { may_rate: true }, view: { may_rate: true, rating: null } });
  for (const rating of [2, 5] as const)
    expect((await app.call('own_tickets.rate', { params: key, body: { rating }, token })).status).toBe(200);
  expect(await seen()).toMatchObject({
    line: { may_rate: false, rating: 5 },
    view: { may_rate: true, rating: 5 },
  });
  await settings(guild_id, { feedback_enabled: false });
  expect((await seen()).view).toMatchObject({ may_rate: false, rating: 5 });
  const off = await app.call('own_tickets.rate', { params: key, body: { rating: 1 }, token });
  expect(off.body).toMatchObject({ code: 'ticket.rating_disabled' });
});

test('nobody is asked to rate an imported ticket or for its survey, since an archive may name anybody as its opener', async () => {
  const { ctx } = app;
  const guild_id = (await buildGuild(ctx)).guild_id;
  const opener_id = await buildMember(ctx, { guild_id });
  const token = await buildSession(ctx, opener_id);
  const { form_id } = await buildForm(ctx, { guild_id, questions: [{}] });
  const { panel_id } = await buildPanel(ctx, { guild_id, exit_survey_form_id: form_id });
  const { ticket_id } = await buildImportedTicket(ctx, { guild_id, opener_id, panel_id });
  const key = { guild_id, ticket_id };
  await ctx.db
    .insertInto('ticket_participants')
    .values({ ...key, user_id: opener_id })
    .execute();
  for (const feedback_enabled of [true, false]) {
    await settings(guild_id, { feedback_enabled });
    expect((await list(token)).tickets).toMatchObject([{ imported: true, may_rate: false }]);
    const { body } = await app.call('own_tickets.get', { params: key, query: {}, token });
    expect(body.ticket).toMatchObject({ may_rate: false, survey: null });
  }
  await settings(guild_id, { feedback_enabled: true });
  const rated = await app.call('own_tickets.rate', { params: key, body: { rating: 5 }, token });
  expect([rated.status, rated.body]).toMatchObject([403, { code: 'ticket.rating_denied' }]);
  const survey = { answers: {}, shown_at: new Date().toISOString() };
  const answered = await app.call('own_tickets.answer_survey', { params: key, body: survey, token });
  expect([answered.status, answered.body]).toMatchObject([404, { code: 'survey.not_found' }]);
});

test('the closed tickets of a person come by page, with the names of their servers, and imported ones come last and say so', async () => {
  const { ctx } = app;
  const { guild_id, opener_id, token, key } = await ticketOf({ status: 'closed', closed_at: new Date() });
  await buildTicket(ctx, { guild_id, opener_id });
  await buildTicket(ctx, { guild_id, status: 'closed', closed_at: new Date() });
  const imported = await buildImportedTicket(ctx, { guild_id, opener_id });
  const { name } = await ctx.db
    .selectFrom('guilds')
    .where('guild_id', '=', guild_id)
    .select('name')
    .executeTakeFirstOrThrow();
  const pages = await Promise.all(
    ['1', '2', 'x'].map(
      async (page) => (await app.call('transcripts.self', { token, query: { page } })).body,
    ),
  );
  const server = { guild_id, guild_name: name };
  const rows = [
    { ticket_id: key.ticket_id, ...server, imported: false },
    { ticket_id: imported.ticket_id, ...server, imported: true },
  ];
  expect(pages).toEqual([rows, [], rows]);
});

test('a cursor that names no place in the list is refused, so that a reader who pages on reaches an end', async () => {
  const { token } = await ticketOf();
  for (const after of ['x', '1.1.9999999999999999999.1', '1.1.1.9999999999']) {
    const { status, error } = await app.call('own_tickets.list', { query: { after }, token });
    expect([status, error.fields?.map(({ path }) => path)]).toEqual([400, ['after']]);
  }
});
