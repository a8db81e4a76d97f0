import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { archiveOf, importArchive } from '@tickets/testkit/archives/archives';
import { Forgery } from '@tickets/testkit/archives/forge';
import { readZip } from '@tickets/testkit/archives/zip';
import { callAs } from '@tickets/testkit/data/access';
import {
  buildGuild,
  buildMember,
  buildMessage,
  buildTicket,
  buildUser,
  randomId,
} from '@tickets/testkit/data/factories';
import { addServer, type Places } from '@tickets/testkit/worlds/filled-server';
import { startTicketWorld, type TicketWorld } from '@tickets/testkit/worlds/ticket-world';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UserCall } from '../access/caller.ts';
import { jsonObject } from '../personal-data/export/json.ts';
import { accountOf } from '../personal-data/export/rows.ts';
import { askForErasure } from '../personal-data/requests.ts';
import { workOnRequest } from '../personal-data/work.ts';
import { search } from '../search/search.ts';
import { knownUsers, resolveUsers, usersSoon } from '../servers/users.ts';
import { listOwnTickets } from '../tickets/own/list.ts';
import { getOwnTicket } from '../tickets/own/view.ts';
import { listTranscripts } from '../transcripts/list.ts';
import { namesFor } from '../who-can-see/names.ts';
import { listRuns } from './import/runs.ts';

const said = 'Send me your password';
const migration = new URL('../platform/db/migrations/0049_imported_people.sql', import.meta.url);

let w: TicketWorld;
let to: Places;
let owner: UserCall;
let other: string;
let otherOwner: UserCall;
/** In no server here, and unknown to Discord. */
let stranger: string;
/** Known to Discord, and not met here. */
let real: string;
/** Met here. */
let known: string;
let imported: number;
let usersBefore: unknown[];
const claimed = { username: 'discord_support', global_name: 'Discord Support', avatar: 'a'.repeat(32) };

/** With a character that turns what follows it round. */
const turned = { username: 'discord\u202e_support', global_name: '\u2067Discord Support' };

const usersNow = async () => w.ctx.db.selectFrom('users').selectAll().orderBy('user_id').execute();
const importedPeople = () => w.ctx.db.selectFrom('imported_people').selectAll().orderBy('user_id').execute();

/** The archive of a server whose owner gives three people the same name, and who was added to a ticket: @everyone, and two roles of one name. */
async function hostileArchive(): Promise<Buffer> {
  const { ctx } = w;
  const { guild_id } = await buildGuild(ctx, { name: 'Source' });
  const { ticket_id } = await buildTicket(ctx, {
    guild_id,
    opener_id: w.member.id,
    claimed_by: known,
    status: 'closed',
    has_transcript: true,
    channel_id: null,
    closed_at: new Date(),
  });
  for (const author_id of [known, real, stranger]) {
    const { message_id } = await buildMessage(ctx, { guild_id, ticket_id, author_id, content: said });
    await ctx.db
      .updateTable('tickets')
      .set({ last_message_id: message_id })
      .where('guild_id', '=', guild_id)
      .execute();
  }
  for (const [member_id, kind] of [
    [guild_id, 'role'],
    [to.guild_id, 'user'],
    [known, 'user'],
    ['11', 'role'],
    ['12', 'role'],
  ] as const)
    await ctx.db.insertInto('ticket_members').values({ guild_id, ticket_id, member_id, kind }).execute();
  const archive = await Forgery.of(await archiveOf(ctx, guild_id));
  archive.rows('names/users.jsonl', () =>
    [stranger, real, known].map((user_id) => ({ user_id, bot: false, ...claimed, ...turned })),
  );
  archive.rows('names/guild_roles.jsonl', () =>
    ['11', '12'].map((role_id) => ({ role_id, name: 'Customers' })),
  );
  return archive.zip();
}

beforeAll(async () => {
  w = await startTicketWorld();
  const { ctx } = w;
  stranger = randomId();
  real = w.sim.world.addUser({ username: 'rosa' }).id;
  known = (await buildUser(ctx, { username: 'kim' })).user_id;
  await resolveUsers(ctx, [w.member.id, w.owner.id]);
  to = await addServer(w);
  owner = await callAs({ ctx, guild_id: to.guild_id }, w.owner.id);
  const { guild_id, owner_id } = await buildGuild(ctx, { name: 'Elsewhere' });
  other = guild_id;
  await buildMember(ctx, { guild_id, user_id: owner_id, level: 2 });
  otherOwner = await callAs({ ctx, guild_id }, owner_id);
  const archive = await hostileArchive();
  usersBefore = await usersNow();
  expect(await importArchive(owner, to.guild_id, archive)).toMatchObject({ state: 'done', problem: null });
  const { ticket_id } = await ctx.db
    .selectFrom('tickets')
    .where('guild_id', '=', to.guild_id)
    .select('ticket_id')
    .executeTakeFirstOrThrow();
  imported = ticket_id;
});
afterAll(() => w[Symbol.asyncDispose]());

test('everyone is added to no ticket, whatever an archive says, and the log says so; anybody else once', async () => {
  const members = await w.ctx.db
    .selectFrom('ticket_members')
    .where('guild_id', '=', to.guild_id)
    .select(['ticket_id', 'member_id'])
    .execute();
  const there = [known, to.customers].map((member_id) => ({ ticket_id: imported, member_id }));
  expect(new Set(members)).toEqual(new Set(there));
  const lines = (await listRuns(owner, to.guild_id)).flatMap(({ logs }) => logs);
  expect(lines.filter(({ entity_type }) => entity_type === 'ticket_members')).toMatchObject([
    {
      log_type: 'SKIP',
      message: '@everyone was added to 1 ticket in the archive, and is added to none here',
    },
  ]);
});

describe('people whom an archive names', () => {
  test('are not among those whom this installation knows', async () => {
    expect(await usersNow()).toEqual(usersBefore);
    expect((await importedPeople()).map(({ guild_id, user_id }) => [guild_id, user_id])).toEqual(
      [stranger, real].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)).map((id) => [to.guild_id, id]),
    );
  });

  test('have that name in the server that imported it, where Discord has not told another', async () => {
    const names = await usersSoon(w.ctx, to.guild_id, [stranger, real, known]);
    expect(names.get(stranger)).toMatchObject(claimed);
    expect(names.get(known)).toMatchObject({ username: 'kim' });
    const { user } = await namesFor(w.ctx, to.guild_id, { users: [stranger, known] });
    expect([user(stranger)?.name, user(known)?.name]).toEqual([claimed.username, 'kim']);
    const { results } = await search(owner, to.guild_id, { q: `from:${claimed.username}`, tz: 'UTC' });
    expect(results.map(({ author }) => author?.id).sort()).toEqual([stranger, real].sort());
  });

  test('do not have it in any other server', async () => {
    const { ctx } = w;
    expect((await usersSoon(ctx, other, [stranger])).size).toBe(0);
    expect((await knownUsers(ctx.db, [stranger, real])).size).toBe(0);
    expect((await namesFor(ctx, other, { users: [stranger] })).user(stranger)?.name).toBe(stranger);
    const { ticket_id } = await buildTicket(ctx, {
      guild_id: other,
      opener_id: stranger,
      status: 'closed',
      has_transcript: true,
      closed_at: new Date(),
    });
    await buildMessage(ctx, { guild_id: other, ticket_id, author_id: stranger, content: said });
    expect((await search(otherOwner, other, { q: `from:${claimed.username}`, tz: 'UTC' })).results).toEqual(
      [],
    );
    const found = await listTranscripts(otherOwner, other, { username: claimed.username });
    expect(found.rows).toEqual([]);
  });

  test('go out again with the data of that server', async () => {
    const namesIn = async (guild_id: string) =>
      String((await readZip(await archiveOf(w.ctx, guild_id))).get('names/users.jsonl') ?? '')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    expect(await namesIn(to.guild_id)).toContainEqual({ user_id: stranger, bot: false, ...claimed });
    expect(await namesIn(other)).not.toContainEqual(expect.objectContaining({ user_id: stranger }));
  });

  test('find in the copy of their data how the server calls them', async () => {
    const account = await text(jsonObject(accountOf(w.ctx.db, stranger), async () => undefined));
    expect(JSON.parse(account).named_by_imports).toEqual([
      { server_id: to.guild_id, server: expect.any(String), ...claimed },
    ]);
  });

  test('lose it when Discord tells their own', async () => {
    const names = await usersSoon(w.ctx, other, [real]);
    expect(names.get(real)?.username).toBe('rosa');
    expect((await usersSoon(w.ctx, to.guild_id, [real])).get(real)?.username).toBe('rosa');
  });
});

describe('an imported ticket', () => {
  test('says so to the person who is said to have opened it; one that was opened here does not', async () => {
    const { ctx, guild_id, member } = w;
    const here = await w.openTicket();
    const { tickets } = await listOwnTickets(ctx, member.id);
    const flags = tickets.map(({ id, server, imported }) => [server.id, id, imported]);
    expect(flags).toContainEqual([guild_id, here.ticket_id, false]);
    expect(flags).toContainEqual([to.guild_id, imported, true]);
    const view = async (of: string, ticket_id: number) =>
      (await getOwnTicket(await callAs({ ctx, guild_id: of }, member.id), { guild_id: of, ticket_id }))
        .ticket;
    expect((await view(to.guild_id, imported)).imported).toBe(true);
    expect((await view(guild_id, here.ticket_id)).imported).toBe(false);
  });

  test('shows the name that its server imported for who wrote last, and nothing else of another server', async () => {
    const { tickets } = await listOwnTickets(w.ctx, w.member.id);
    expect(tickets.find(({ server }) => server.id === to.guild_id)?.last_message?.author).toBe(
      claimed.global_name,
    );
  });
});

test('names that imports wrote among the known people before move to the servers that imported them', async () => {
  const { ctx } = w;
  const old = randomId();
  const member = randomId();
  const long_ago = { updated_at: new Date(0) };
  await ctx.db
    .insertInto('users')
    .values([
      { user_id: old, ...claimed, ...long_ago },
      { user_id: member, username: 'mona', ...long_ago },
      { user_id: randomId(), username: 'nobody', ...long_ago },
    ])
    .execute();
  await buildMember(ctx, { guild_id: other, user_id: member });
  await ctx.db
    .updateTable('users')
    .set({ username: 'mona', ...long_ago })
    .where('user_id', '=', member)
    .execute();
  for (const author_id of [old, member])
    await buildMessage(ctx, { guild_id: to.guild_id, ticket_id: imported, author_id, content: said });
  const { ticket_id } = await buildTicket(ctx, { guild_id: other, status: 'closed' });
  await buildMessage(ctx, { guild_id: other, ticket_id, author_id: old, content: said });
  const moves = String(await readFile(migration)).split('-- Imports before')[1];
  await sql.raw(`-- ${moves}`).execute(ctx.db);
  const there = (await importedPeople()).map(({ guild_id, user_id, username }) => [
    guild_id,
    user_id,
    username,
  ]);
  expect(there).toContainEqual([to.guild_id, old, claimed.username]);
  expect(there.filter(([, id]) => id === old)).toHaveLength(1);
  const epoch = await ctx.db
    .selectFrom('users')
    .where('updated_at', '=', new Date(0))
    .select('username')
    .execute();
  expect(epoch).toEqual([{ username: 'mona' }]);
});

test('who has their data erased is named by no import any more', async () => {
  const { ctx } = w;
  const { request_id } = await askForErasure(ctx, stranger, { now: true });
  await workOnRequest(ctx, { request_id });
  expect((await importedPeople()).filter(({ user_id }) => user_id === stranger)).toEqual([]);
});
