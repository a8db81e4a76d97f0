import { buffer } from 'node:stream/consumers';
import { readZip } from '@tickets/testkit/archives/zip';
import { type BusyPerson, filesWith, theirs } from '@tickets/testkit/data/busy-person';
import { buildImportedTicket, buildMessage, buildTicket } from '@tickets/testkit/data/factories';
import { isKept } from '@tickets/testkit/data/kept-file';
import { largestAnswers } from '@tickets/testkit/database/statements';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BusyWorld, startBusyWorld } from '@tickets/testkit/worlds/busy-world';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '../platform/db/db.ts';
import { purgeExports } from './erasure/copies.ts';
import { zipOf } from './export/zip.ts';
import { numbersAtOnce } from './reading/batches.ts';
import { exportFiles } from './registry/entry.ts';
import { registry } from './registry/registry.ts';
import { askForExport, findExport } from './requests.ts';
import { beginDueRequests, findRequest, workOnRequest } from './work.ts';

// What is damaged here on purpose is reported.
allowWarning(/a damaged file is left out/);

let world: BusyWorld;
let person: BusyPerson;

beforeEach(async () => {
  world = await startBusyWorld();
  ({ person } = world);
});
afterEach(() => world[Symbol.asyncDispose]());

async function copyOf(user_id: string, ctx = world.ctx): Promise<Map<string, string>> {
  const files = await readZip(await buffer(zipOf(ctx, user_id, { note: async () => undefined })));
  return new Map([...files].map(([name, bytes]) => [name, bytes.toString()]));
}
const json = (files: Map<string, string>, name: string) => JSON.parse(files.get(name) ?? 'null');

interface Many {
  user_id: string;
  servers: number;
  closed: number;
}

/** Names a person in as many servers, and in the last of these as closing as many tickets; all at the same moment. */
async function nameEverywhere(db: Db, { user_id, servers, closed }: Many): Promise<void> {
  const numbered = (count: number) => sql`generate_series(1, ${count}::integer) n`;
  const base = 7_000_000_000_000n;
  const guild = sql`${String(base)}::bigint + n`;
  const last = sql`${String(base + BigInt(servers))}::bigint`;
  const ticket = sql`n, ${last}, n, 'closed', 1, 'panel', -n, 'Help', 'ticket-' || n, now()`;
  const columns = sql`(last_seq, guild_id, ticket_id, status, opener_id, source, interaction_id, subject, channel_name, closed_at, closed_by)`;
  for (const statement of [
    sql`insert into guilds (guild_id, name, owner_id) select ${guild}, 'Server', 1 from ${numbered(servers)}`,
    sql`insert into tickets ${columns} select ${ticket}, ${user_id}::bigint from ${numbered(closed)}`,
    sql`insert into guild_members (guild_id, user_id, role_ids) select ${guild}, ${user_id}, '{}' from ${numbered(servers)}`,
    sql`insert into imported_people (guild_id, user_id, username) select ${guild}, ${user_id}, 'Thief' from ${numbered(servers)}`,
    sql`insert into sessions (user_id, expires_at, access_expires_at, scopes)
      select ${user_id}, now() + interval '1 day', now(), 'identify' from ${numbered(servers)}`,
    sql`insert into permissions (guild_id, user_id, support) select ${guild}, ${user_id}, true from ${numbered(servers)}`,
    sql`insert into on_call (guild_id, user_id) select ${guild}, ${user_id} from ${numbered(servers)}`,
    sql`insert into blacklisted_users (guild_id, user_id) select ${guild}, ${user_id} from ${numbered(servers)}`,
    sql`insert into ticket_members (guild_id, ticket_id, member_id, kind) select ${last}, n, ${user_id}, 'user' from ${numbered(servers)}`,
    sql`insert into entitlements (user_id, source, sku_label) select ${user_id}, 'operator', 'Premium' from ${numbered(servers)}`,
    sql`insert into transcript_reads (guild_id, ticket_id, user_id) select ${last}, n, ${user_id} from ${numbered(servers)}`,
    sql`insert into transcript_links (guild_id, ticket_id, made_by, token_hash, expires_at)
      select ${last}, n, ${user_id}, sha256(n::text::bytea), now() from ${numbered(servers)}`,
  ])
    await statement.execute(db);
}

describe('the copy of what is kept of somebody', () => {
  test('has every file that the registry promises, and says what each is', async () => {
    const files = await copyOf(person.user_id);
    const promised = new Set<string>(
      Object.values(registry).flatMap(({ holds = {} }) =>
        Object.values(holds).flatMap(({ exported }) => (exported ? [exported] : [])),
      ),
    );
    // What others said to them is no data of theirs, and theirs to read.
    promised.add('conversations/');
    expect([...promised].sort()).toEqual(Object.keys(exportFiles).sort());
    for (const name of promised) {
      expect(
        [...files.keys()].filter((found) => found.startsWith(name)),
        name,
      ).not.toEqual([]);
      expect(files.get('README.txt')).toContain(name);
    }
  });

  test('tells what they opened, wrote, answered, did and are', async () => {
    const files = await copyOf(person.user_id);
    const { opened, handled, continued, guild_id } = person;
    expect(json(files, 'account.json').account.username).toBe(theirs.username);
    expect(json(files, 'account.json').servers).toMatchObject([
      { server_id: guild_id, nickname: theirs.nick },
    ]);
    expect(json(files, 'tickets.json')).toMatchObject([
      {
        ticket: opened,
        rating: 4,
        answers: [{ question: 'What happened?', answer: `My ${theirs.secret} broke` }],
      },
    ]);
    const written = json(files, 'messages.json');
    expect(written.map(({ content }: { content: string }) => content)).toEqual([
      `My ${theirs.secret} is green`,
      `Forget the ${theirs.secret}`,
      '',
      'a picture',
      `Use the ${theirs.secret}`,
      `A ${theirs.secret} reply`,
    ]);
    expect(written[0].earlier_texts[0].content).toBe(`${theirs.secret} is red`);
    expect(json(files, 'quoted.json')).toMatchObject([
      { ticket: handled, content: `I need a ${theirs.secret}` },
    ]);
    expect(json(files, 'handled.json')).toMatchObject([
      { ticket: handled, claimed: true, closed: true, close_reason: `Solved by ${theirs.secret}` },
      { ticket: continued, asked_to_close_with_reason: `No ${theirs.secret} left` },
    ]);
    expect(json(files, 'transcripts.json')).toMatchObject({
      read: [{ ticket: handled, times: 1 }],
      links: [{ ticket: handled, times_opened: 0 }],
    });
    const staff = json(files, 'staff.json');
    expect(staff).toMatchObject({
      staff: [{ is_support: true }],
      teams: [{ team: 'Billing' }],
      blacklisted: [{ server_id: guild_id }],
      is_bot_staff: true,
    });
    expect(staff.premium).toHaveLength(2);
    const sent = [...files].filter(([name]) => name.startsWith('files/')).map(([, text]) => text);
    expect(sent.sort()).toEqual(['a cat', `the ${theirs.secret} itself`]);
  });

  test('has the conversation as its opener may read it, and nothing that staff alone may see', async () => {
    const { ctx } = world;
    const { guild_id, opened, other } = person;
    // From the dashboard, under the name of the server.
    await buildMessage(ctx, {
      guild_id,
      ticket_id: opened,
      author_id: '99',
      author_bot: true,
      author_name: 'The Team',
      sent_by: other.user_id,
      content: 'From the team',
    });
    const files = await copyOf(person.user_id);
    const said = json(files, `conversations/${guild_id}-${opened}.json`);
    const line = (content: string) =>
      said.find((message: { content: string }) => message.content === content);
    expect(line('From the team')).toMatchObject({ author: 'The Team' });
    expect(line(`Forget the ${theirs.secret}`)).toBeUndefined();
    const text = [...files.values()].join('\n');
    for (const hidden of ['staff alone may see this', 'Thank you very much', 'my cat'])
      expect(text).not.toContain(hidden);
    // The name of who answered under the server's.
    expect(JSON.stringify(line('From the team'))).not.toContain(other.username);
  });

  test('marks everything that a server imported, also words in the ticket of another person, and nothing else', async () => {
    const { ctx } = world;
    const { guild_id, user_id, opened, other } = person;
    const own = await buildImportedTicket(ctx, { guild_id, opener_id: user_id, closed_by: user_id });
    const theirs = await buildImportedTicket(ctx, { guild_id, opener_id: other.user_id });
    for (const { ticket_id } of [own, theirs])
      await buildMessage(ctx, { guild_id, ticket_id, author_id: user_id, content: 'I stole it' });
    for (const ticket_id of [theirs.ticket_id, person.handled])
      await ctx.db
        .insertInto('ticket_members')
        .values({ guild_id, ticket_id, member_id: user_id, kind: 'user' })
        .execute();
    const files = await copyOf(user_id);
    type Marked = { ticket: number; imported: boolean };
    const marks = (name: string) => json(files, name).map((row: Marked) => [row.ticket, row.imported]);
    expect(marks('messages.json').filter(([, imported]: [number, boolean]) => imported)).toEqual([
      [own.ticket_id, true],
      [theirs.ticket_id, true],
    ]);
    expect(marks('messages.json')).toContainEqual([opened, false]);
    expect(marks('handled.json')).toContainEqual([own.ticket_id, true]);
    expect(marks('handled.json')).toContainEqual([person.handled, false]);
    const added = json(files, 'staff.json').added_to_tickets as Marked[];
    const addedTo = added.map(({ ticket, imported }) => [ticket, imported]);
    expect(addedTo).toContainEqual([theirs.ticket_id, true]);
    expect(addedTo).toContainEqual([person.handled, false]);
    const marksOf = (ticket_id: number) =>
      json(files, `conversations/${guild_id}-${ticket_id}.json`).map(({ imported }: Marked) => imported);
    expect(marksOf(own.ticket_id)).toEqual([true]);
    expect(new Set(marksOf(opened))).toEqual(new Set([false]));
    const readme = files.get('README.txt') ?? '';
    const said = ['staff.json', 'tickets.json', 'conversations/', 'messages.json', 'handled.json', 'files/'];
    for (const name of said) expect(readme, name).toMatch(new RegExp(`^${name}\n.*\`imported\``, 'm'));
  });

  test('holds no secret of a sign-in', async () => {
    const text = [...(await copyOf(person.user_id)).values()].join('\n');
    const { session_id } = await world.ctx.db
      .selectFrom('sessions')
      .where('user_id', '=', person.user_id)
      .select('session_id')
      .executeTakeFirstOrThrow();
    expect(text).not.toContain(session_id);
    expect(text).not.toMatch(/token/i);
  });

  test('is made in pieces, however much there is', async () => {
    const { ctx } = world;
    const { guild_id, user_id } = person;
    for (let count = 0; count < 205; count += 1)
      await buildTicket(ctx, { guild_id, opener_id: user_id, status: 'closed' });
    const files = await copyOf(user_id);
    expect(json(files, 'tickets.json')).toHaveLength(206);
    expect([...files.keys()].filter((name) => name.startsWith('conversations/'))).toHaveLength(206);
  });

  test('is read a few rows at a time, however much others imported that names them', async () => {
    const { ctx } = world;
    const { user_id } = person;
    const before = await copyOf(user_id);
    await nameEverywhere(ctx.db, { user_id, servers: 450, closed: 20_000 });
    const read = largestAnswers(ctx.db);
    const files = await copyOf(user_id, { ...ctx, db: read.db });
    expect(read.most()).toBe(numbersAtOnce);
    const count = (file: Map<string, string>, name: string, list?: string) =>
      (list ? json(file, name)[list] : json(file, name)).length;
    for (const [name, list, more] of [
      ['handled.json', undefined, 20_000],
      ['sessions.json', undefined, 450],
      ['account.json', 'servers', 450],
      ['account.json', 'named_by_imports', 450],
      ['staff.json', 'staff', 450],
      ['staff.json', 'on_call', 450],
      ['staff.json', 'blacklisted', 450],
      ['staff.json', 'added_to_tickets', 450],
      ['staff.json', 'premium', 450],
      ['transcripts.json', 'read', 450],
      ['transcripts.json', 'links', 450],
    ] as const)
      expect(count(files, name, list), `${name} ${list}`).toBe(count(before, name, list) + more);
    const handled: { server_id: string; ticket: number }[] = json(files, 'handled.json');
    expect(new Set(handled.map(({ server_id, ticket }) => `${server_id}-${ticket}`)).size).toBe(
      handled.length,
    );
    const times = json(files, 'sessions.json').map(({ created_at }: { created_at: string }) => created_at);
    expect(times).toEqual(times.toSorted());
    for (const [name, text] of files)
      if (name.endsWith('.json')) expect(text, name).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
  });

  test('of a stranger says that nothing is kept', async () => {
    const files = await copyOf('4711');
    expect(json(files, 'messages.json')).toEqual([]);
    expect(json(files, 'account.json')).toEqual({
      account: { user_id: '4711' },
      servers: [],
      named_by_imports: [],
    });
  });
});

describe('a request for a copy', () => {
  test('made twice at once is one, and ends with one file that goes after seven days', async () => {
    const { ctx } = world;
    const { user_id } = person;
    const [one, two] = await Promise.all([askForExport(ctx, user_id), askForExport(ctx, user_id)]);
    expect(one.request_id).toBe(two.request_id);
    await Promise.all([workOnRequest(ctx, one), workOnRequest(ctx, two)]);
    const found = await findExport(ctx, user_id);
    expect(found).toMatchObject({ request_id: one.request_id, state: 'done' });
    expect(Number(found.rows_done)).toBeGreaterThan(10);
    const file = await ctx.storage.get(found.file_key ?? '');
    expect(String(file?.size)).toBe(found.file_bytes);
    file?.stream.destroy();
    world.clock.advance(7 * 86_400_000 - 1);
    await purgeExports(ctx);
    await findExport(ctx, user_id);
    world.clock.advance(2);
    await expect(findExport(ctx, user_id)).rejects.toThrow('no copy');
    await purgeExports(ctx);
    expect(await isKept(ctx.storage, found.file_key ?? '')).toBe(false);
  });

  test('replaces the copy that was made before', async () => {
    const { ctx } = world;
    const first = await askForExport(ctx, person.user_id);
    await workOnRequest(ctx, first);
    const before = await findExport(ctx, person.user_id);
    world.clock.advance(1000);
    await workOnRequest(ctx, await askForExport(ctx, person.user_id));
    const after = await findExport(ctx, person.user_id);
    expect(after.request_id).not.toBe(before.request_id);
    expect(await isKept(ctx.storage, before.file_key ?? '')).toBe(false);
  });

  test('is made without the bytes of a file that is damaged', async () => {
    const { ctx } = world;
    const sizes = async () => {
      const request = await askForExport(ctx, person.user_id);
      await workOnRequest(ctx, request);
      const { file_key, state } = (await findRequest(ctx, request.request_id)) ?? {};
      const copy = await ctx.storage.get(String(file_key));
      const files = await readZip(copy ? await buffer(copy.stream) : Buffer.alloc(0));
      const kept = [...files].filter(([name]) => name.startsWith('files/'));
      return [state, kept.length, kept.filter(([, bytes]) => bytes.length === 0).length];
    };
    const [, count] = await sizes();
    const { rows } = await sql<{ storage_key: string }>`
      select storage_key from stored_files join ticket_attachments using (sha256)
      join tickets using (guild_id, ticket_id) where opener_id = ${person.user_id} limit 1`.execute(ctx.db);
    await ctx.storage.put(String(rows[0]?.storage_key), Buffer.from('something else'));
    expect(await sizes()).toEqual(['done', count, 1]);
  });

  test('that fails half way leaves no half file, says so, and is made by the next attempt', async () => {
    const { ctx } = world;
    const request = await askForExport(ctx, person.user_id);
    const { storage } = ctx;
    const broken = () => Promise.reject(new Error('the disk is gone'));
    Object.assign(ctx, { storage: { ...storage, get: broken } });
    await expect(workOnRequest(ctx, request)).rejects.toThrow('the disk is gone');
    const { file_key, problem } = (await findRequest(ctx, request.request_id)) ?? {};
    expect(problem).toBe('the disk is gone');
    expect(await filesWith(world.folder, [String(file_key)])).toEqual([]);
    Object.assign(ctx, { storage });
    await beginDueRequests(ctx);
    await workOnRequest(ctx, request);
    expect(await findRequest(ctx, request.request_id)).toMatchObject({ state: 'done', problem: null });
  });
});
