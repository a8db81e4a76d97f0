import {
  buildGuild,
  buildMember,
  buildMessage,
  buildPanel,
  buildSession,
  buildTeam,
  buildTicket,
  buildUser,
} from '@tickets/testkit/data/factories';
import { keepFile } from '@tickets/testkit/data/kept-file';
import { startTestApp } from '@tickets/testkit/worlds/app';
import { createTestClock } from '@tickets/testkit/worlds/clock';
import { expect, test } from 'vitest';

const dayMs = 24 * 3_600_000;

/** A closed ticket of a panel that one team works, with a file and a deleted message, and everybody who may ask for it. */
async function start() {
  const clock = createTestClock();
  const app = await startTestApp({ clock });
  const { ctx } = app;
  const { guild_id } = await buildGuild(ctx);
  const { guild_id: elsewhere } = await buildGuild(ctx);
  const opener = await buildMember(ctx, { guild_id });
  const people = {
    opener,
    'staff of its team': await buildMember(ctx, { guild_id }),
    'staff of another team': await buildMember(ctx, { guild_id }),
    'staff by level': await buildMember(ctx, { guild_id, level: 1 }),
    administrator: await buildMember(ctx, { guild_id, level: 2 }),
    'another member': await buildMember(ctx, { guild_id }),
    'administrator of another server': await buildMember(ctx, { guild_id: elsewhere, level: 2 }),
    'somebody in no server': (await buildUser(ctx)).user_id,
  };
  // Discord, which is not asked in this test, has said so before.
  for (const user_id of [people['administrator of another server'], people['somebody in no server']])
    await buildMember(ctx, { guild_id, user_id, present: false });
  const team = await buildTeam(ctx, { guild_id, user_ids: [people['staff of its team']] });
  await buildTeam(ctx, { guild_id, user_ids: [people['staff of another team']] });
  const { panel_id } = await buildPanel(ctx, { guild_id, default_team: false, team_ids: [team] });
  const { ticket_id } = await buildTicket(ctx, {
    guild_id,
    panel_id,
    opener_id: opener,
    status: 'closed',
    has_transcript: true,
    closed_at: clock.now(),
  });
  const key = { guild_id, ticket_id };
  const { message_id } = await buildMessage(ctx, { ...key, author_id: opener, content: 'A purple walrus' });
  await buildMessage(ctx, { ...key, content: 'a deleted walrus', deleted_at: clock.now() });
  await keepFile(ctx, { ...key, message_id }, 'walrus.txt', 'What the walrus says');
  const tokens = new Map<string, string>();
  for (const [name, user_id] of Object.entries(people)) tokens.set(name, await buildSession(ctx, user_id));
  return {
    app,
    clock,
    key,
    elsewhere,
    people,
    tokens,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

type World = Awaited<ReturnType<typeof start>>;

/** What one person gets at every door behind which the ticket stands. */
async function doors({ app, key, tokens }: World, who: string) {
  const token = tokens.get(who) ?? '';
  const { guild_id } = key;
  const rendered = await app.call('transcripts.render', { params: key, query: { deleted: true }, token });
  const piece = await app.call('transcripts.messages', {
    params: key,
    query: { after: `${key.ticket_id}-0`, deleted: true },
    token,
  });
  const page = await fetch(`${app.url}/api/${guild_id}/transcripts/${key.ticket_id}/render`, {
    headers: { authorization: token, 'x-tickets': 'true', accept: 'text/html' },
  });
  const list = await app.call('transcripts.list', { params: { guild_id }, body: {}, token });
  const found = await app.call('search.find', {
    params: { guild_id },
    query: { q: 'walrus', tz: 'UTC' },
    token,
  });
  const readers = await app.call('transcripts.reads', { params: key, token });
  const link = await app.call('transcripts.make_link', { params: key, body: { days: 1 }, token });
  const file = rendered.status === 200 ? rendered.body.messages[0]?.attachments[0]?.url : undefined;
  return {
    read: rendered.status,
    deleted: rendered.status === 200 ? rendered.body.messages.some(({ deleted }) => deleted) : null,
    piece: piece.status === 200 ? piece.body.messages.length : piece.status,
    page: page.status,
    file: file ? (await fetch(new URL(new URL(file).pathname, app.url))).status : null,
    listed: list.status === 200 ? list.body.length : list.status,
    found: found.status === 200 ? found.body.results.length : found.status,
    readers: readers.status,
    link: link.status,
  };
}

const nothing = { deleted: null, file: null };
test.each([
  [
    'opener',
    {
      read: 200,
      deleted: false,
      piece: 1,
      page: 200,
      file: 200,
      listed: 403,
      found: 403,
      readers: 403,
      link: 403,
    },
  ],
  [
    'staff of its team',
    {
      read: 200,
      deleted: true,
      piece: 2,
      page: 200,
      file: 200,
      listed: 1,
      found: 2,
      readers: 403,
      link: 201,
    },
  ],
  [
    'staff of another team',
    { ...nothing, read: 403, piece: 403, page: 403, listed: 0, found: 0, readers: 403, link: 403 },
  ],
  [
    'staff by level',
    { ...nothing, read: 403, piece: 403, page: 403, listed: 0, found: 0, readers: 403, link: 403 },
  ],
  [
    'administrator',
    {
      read: 200,
      deleted: true,
      piece: 2,
      page: 200,
      file: 200,
      listed: 1,
      found: 2,
      readers: 200,
      link: 201,
    },
  ],
  [
    'another member',
    { ...nothing, read: 403, piece: 403, page: 403, listed: 403, found: 403, readers: 403, link: 403 },
  ],
  [
    'administrator of another server',
    { ...nothing, read: 404, piece: 404, page: 404, listed: 404, found: 404, readers: 404, link: 404 },
  ],
  [
    'somebody in no server',
    { ...nothing, read: 404, piece: 404, page: 404, listed: 404, found: 404, readers: 404, link: 404 },
  ],
  [
    'nobody',
    { ...nothing, read: 401, piece: 401, page: 401, listed: 401, found: 401, readers: 401, link: 401 },
  ],
])('at every door of a transcript, %s gets what is theirs', async (who, expected) => {
  await using world = await start();
  expect(await doors(world, who)).toEqual(expected);
});

test('a share link shows what the opener may read, with its files, until it expires, and no other ticket', async () => {
  await using world = await start();
  const { app, clock, key, tokens } = world;
  const token = tokens.get('staff of its team') ?? '';
  const made = await app.call('transcripts.make_link', { params: key, body: { days: 1 }, token });
  const body = { token: made.body.url.split('#')[1] ?? '' };
  const open = () => app.call('transcripts.open_link', { body });
  const { transcript } = (await open()).body;
  expect(transcript.messages.map(({ content }) => content)).toEqual(['A purple walrus']);
  const file = transcript.messages[0]?.attachments[0]?.url ?? '';
  expect(await (await fetch(new URL(new URL(file).pathname, app.url))).text()).toBe('What the walrus says');
  // The link is no session: it opens nothing else.
  for (const stolen of [body.token, `Bearer ${body.token}`])
    expect((await app.call('transcripts.render', { params: key, query: {}, token: stolen })).status).toBe(
      401,
    );
  clock.advance(dayMs + 1_000);
  expect((await open()).status).toBe(404);
  // The address of a file that it showed was good for two hours at most, whoever it was told to.
  expect((await fetch(new URL(new URL(file).pathname, app.url))).status).toBe(404);
});
