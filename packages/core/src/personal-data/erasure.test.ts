import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deletedUser, erasedWords } from '@tickets/contract/platform/names';
import { callAs } from '@tickets/testkit/access';
import { type BusyPerson, buildBusyPerson, filesWith, rowsWith, theirs } from '@tickets/testkit/busy-person';
import { createTestClock } from '@tickets/testkit/clock';
import { buildMessage, buildPanel, buildTicket, randomId } from '@tickets/testkit/factories';
import { allowDatabaseError, allowWarning } from '@tickets/testkit/guard/watch';
import { isKept } from '@tickets/testkit/kept-file';
import { largestAnswers } from '@tickets/testkit/statements';
import { startTicketWorld, type TicketWorld } from '@tickets/testkit/ticket-world';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callBy, strangerTo } from '../access/caller.ts';
import { loadAccess } from '../access/load.ts';
import { writeState } from '../bots/users-bots.ts';
import { effects } from '../composition/effects.ts';
import { tasks } from '../composition/tasks.ts';
import { settleDue } from '../platform/effects/following.ts';
import { hurry } from '../platform/effects/settle.ts';
import { diskStorage } from '../platform/storage/storage.ts';
import { search } from '../search/search.ts';
import { getGuild } from '../servers/guilds.ts';
import { readMessages, viewMessages } from '../tickets/conversation/message-views.ts';
import { recordMessage } from '../tickets/conversation/messages.ts';
import { reopenTicket } from '../tickets/reopening/reopen-ticket.ts';
import { noteWhitelabelError } from '../whitelabel/errors.ts';
import { submitToken } from '../whitelabel/submit.ts';
import { hasComeSince } from './erasure/last-look.ts';
import { personOf } from './erasure/person.ts';
import { erasureSteps } from './erasure/steps.ts';
import { numbersAtOnce } from './reading/batches.ts';
import { askForErasure, askForExport, cancelErasure, findExport, stepsOf } from './requests.ts';
import { beginDueRequests, findRequest, workOnRequest, workOnStep } from './work.ts';

// What fails here on purpose is reported.
allowDatabaseError(/P0001: disk of/);
allowWarning(/"msg":"(Discord did not take back the keys of ended sessions)/);

const clock = createTestClock();
let world: TicketWorld;
let folder: string;
let person: BusyPerson;

beforeEach(async () => {
  world = await startTicketWorld({ clock });
  folder = await mkdtemp(join(tmpdir(), 'tickets-own-data-'));
  Object.assign(world.ctx, { storage: diskStorage(folder) });
  person = await buildBusyPerson(world.ctx);
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const traces = () => [person.user_id, ...Object.values(theirs)];
const eraseNow = async () => {
  const { request_id } = await askForErasure(world.ctx, person.user_id, { now: true });
  expect(await workOnRequest(world.ctx, { request_id })).toBe(true);
  // What of it Discord has to follow.
  await hurry(world.ctx);
  await settleDue(world.ctx, effects);
  return request_id;
};
const messagesOf = async (ticket_id: number) => {
  const { ctx } = world;
  const { guild_id } = person;
  const { messages: rows } = await readMessages(ctx, { guild_id, ticket_id }, { limit: 1_000 });
  return viewMessages(ctx, guild_id, { is_staff: true }, rows);
};

/** Everything in the database that says something, but times and numbers of changes. */
async function everything(): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const table of [
    'tickets',
    'ticket_messages',
    'ticket_attachments',
    'ticket_answers',
    'users',
    'permissions',
  ])
    found[table] = (
      await sql`select to_jsonb(t) - 'erased_at' as row from ${sql.table(table)} t order by 1`.execute(
        world.ctx.db,
      )
    ).rows;
  return found;
}

test('the bot that somebody runs ends as if they had disabled it, and the bot that everybody shares takes over', async () => {
  const { ctx, sim, guild_id } = world;
  const own = sim.world.addApplication({ name: 'Bakery Desk' });
  await submitToken(ctx, person.user_id, own.bot_token);
  await writeState(ctx, { bot_id: own.bot_user_id, token_version: 1 }, 'ready');
  await noteWhitelabelError(ctx, { user_id: person.user_id }, 'It broke. Mend it.');
  await ctx.db
    .insertInto('bot_guilds')
    .values({ guild_id, bot_id: own.bot_user_id, is_trusted: true })
    .execute();
  const servedBy = async () =>
    (
      await ctx.db
        .selectFrom('guilds')
        .where('guild_id', '=', guild_id)
        .select('served_by')
        .executeTakeFirst()
    )?.served_by;
  expect(await servedBy()).toBe(own.bot_user_id);
  const heard: string[] = [];
  ctx.events.subscribe(({ type }) => heard.push(type));
  await eraseNow();
  expect(await servedBy()).toBeNull();
  expect(heard).toContain('bots.changed');
  for (const table of ['whitelabel_bots', 'whitelabel_errors'] as const)
    expect(await ctx.db.selectFrom(table).selectAll().execute()).toEqual([]);
  expect(await rowsWith(ctx, ['Bakery Desk'])).toEqual([expect.stringMatching(/^public.users/)]);
});

test('an erasure is done some tickets at a time, however many others imported that name the person', async () => {
  const { user_id, guild_id } = person;
  const count = numbersAtOnce + 10;
  const insert = (into: string, values: string) =>
    sql`insert into ${sql.raw(into)} select ${sql.raw(values)} from generate_series(10001, ${sql.lit(10_000 + count)}) n,
      (values (${guild_id}::bigint, ${user_id}::bigint)) whose (guild, person)`.execute(world.ctx.db);
  await insert(
    'tickets (guild_id, ticket_id, status, opener_id, claimed_by, source, interaction_id, subject, channel_name, closed_at)',
    `guild, n, 'closed', person, person, 'panel', -n, 'Help', 'ticket-${theirs.username}', now()`,
  );
  await insert('ticket_members (guild_id, ticket_id, member_id, kind)', "guild, n, person, 'user'");
  const read = largestAnswers(world.ctx.db);
  const ctx = { ...world.ctx, db: read.db };
  const whom = await personOf(ctx.db, user_id);
  for (const step of erasureSteps) await step(ctx, whom, async () => undefined);
  expect(read.most()).toBe(numbersAtOnce);
  const left = await rowsWith(world.ctx, [user_id, theirs.username]);
  expect(left.filter((row) => !/^public\.(blacklisted_users|data_requests):/.test(row))).toEqual([]);
}, 120_000);

describe('after the erasure of somebody who did everything', () => {
  test('no row and no file has their id, names or words, but for what protects a server', async () => {
    expect((await rowsWith(world.ctx, traces())).length).toBeGreaterThan(25);
    expect(await filesWith(folder, traces())).toHaveLength(1);
    await eraseNow();
    const left = await rowsWith(world.ctx, traces());
    expect(left.filter((row) => !row.startsWith('public.blacklisted_users:'))).toEqual([]);
    expect(left).toHaveLength(1);
    expect(await filesWith(folder, [...traces(), person.own_file])).toEqual([]);
  });

  test('others keep what they wrote, with the deleted user in the place of the person', async () => {
    const { own_file, shared_file, opened, handled } = person;
    await eraseNow();
    const { storage } = world.ctx;
    expect(await isKept(storage, own_file)).toBe(false);
    const shared = await storage.get(shared_file);
    shared?.stream.destroy();
    expect(shared?.size).toBe(5);
    const said = await messagesOf(opened);
    const byOther = said.filter(({ author }) => author.id === person.other.user_id);
    expect(byOther.map(({ content }) => content)).toContain(`Hello <@!${deletedUser.id}>, we are at it`);
    const byThem = said.filter(({ author }) => author.username === deletedUser.username);
    expect(new Set(byThem.map(({ content }) => content))).toEqual(new Set([erasedWords]));
    expect(byThem.length).toBe(4);
    const asStaff = await messagesOf(handled);
    expect(asStaff.map(({ content }) => content)).toContain('Thank you very much');
    expect(asStaff.map(({ content }) => content)).toContain('my cat');
    expect(JSON.stringify(asStaff)).toContain(`Handled by ${deletedUser.username}`);
  });

  test('what they wrote is not found by a search any more', async () => {
    const { ctx } = world;
    const { guild_id } = person;
    const owner = (await getGuild(ctx, guild_id))?.owner_id ?? '';
    const found = async (q: string) =>
      (await search(await callAs({ ctx, guild_id }, owner), guild_id, { q, tz: 'UTC' })).results.length;
    expect(await found(`from:${person.user_id}`)).toBeGreaterThan(1);
    await eraseNow();
    expect(await found(`from:${person.user_id}`)).toBe(0);
    for (const words of Object.values(theirs)) expect(await found(`"${words}"`)).toBe(0);
  });

  test('the tickets stay, closed, with nobody who opened them', async () => {
    await eraseNow();
    const ticket = await world.ctx.db
      .selectFrom('tickets')
      .selectAll()
      .where('guild_id', '=', person.guild_id)
      .where('ticket_id', '=', person.opened)
      .executeTakeFirstOrThrow();
    expect(ticket).toMatchObject({
      opener_id: deletedUser.id,
      rating: 4,
      channel_name: `ticket-${person.opened}`,
      close_reason: `<@${deletedUser.id}> was helped`,
      claimed_by: person.other.user_id,
    });
  });

  test('tickets that they were added to are closed to them at once', async () => {
    const { ctx } = world;
    const { ticket_id } = await buildTicket(ctx, { guild_id: person.guild_id, is_thread: true });
    await ctx.db
      .insertInto('ticket_members')
      .values({ guild_id: person.guild_id, ticket_id, member_id: person.user_id, kind: 'user' })
      .execute();
    const { request_id } = await askForErasure(ctx, person.user_id, { now: true });
    await workOnRequest(ctx, { request_id });
    const { rows } = await sql`
      select due_at <= clock_timestamp() as is_due from effects where kind = 'duties'`.execute(ctx.db);
    expect(rows).toEqual([{ is_due: true }]);
  });

  test('nobody reopens them: there is no one to reopen them for', async () => {
    await eraseNow();
    const { guild_id, opened } = person;
    const { owner_id } = await getGuild(world.ctx, guild_id);
    const access = await loadAccess(world.ctx, guild_id, owner_id);
    const call = callBy(world.ctx, access ?? strangerTo(guild_id, owner_id), 'dashboard');
    await expect(
      reopenTicket(call, { guild_id, ticket_id: opened }, { interaction_id: '1' }),
    ).rejects.toThrow('had their data erased');
  });

  test("Discord's own copy does not bring the words back", async () => {
    const { ctx } = world;
    const { guild_id, opened } = person;
    const row = await ctx.db
      .selectFrom('ticket_messages')
      .selectAll()
      .where('ticket_id', '=', opened)
      .where('author_id', '=', person.user_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    const { channel_id } = await ctx.db
      .selectFrom('tickets')
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', opened)
      .select('channel_id')
      .executeTakeFirstOrThrow();
    await eraseNow();
    // A thread that was reopened: its messages are read again.
    await sql`update tickets set status = 'open' where guild_id = ${guild_id} and ticket_id = ${opened}`.execute(
      ctx.db,
    );
    const author = {
      id: person.user_id,
      username: theirs.username,
      discriminator: '0',
      global_name: null,
      avatar: null,
    };
    const heard = await recordMessage(ctx, {
      id: row.message_id,
      guild_id,
      channel_id: channel_id ?? '',
      author,
      content: theirs.secret,
      timestamp: row.created_at.toISOString(),
      edited_timestamp: new Date(Date.now() + 60_000).toISOString(),
      attachments: [],
      embeds: [],
      type: 0,
    } as unknown as Parameters<typeof recordMessage>[1]);
    expect(heard).toBe(false);
    expect((await rowsWith(ctx, [theirs.secret])).length).toBe(0);
  });

  test('what they do later is new, and erased by a new request', async () => {
    const first = await eraseNow();
    const { guild_id, user_id } = person;
    await buildTicket(world.ctx, { guild_id, opener_id: user_id, status: 'closed' });
    const second = await eraseNow();
    expect(second).not.toBe(first);
    expect(await rowsWith(world.ctx, [user_id])).toHaveLength(1);
  });
});

test('what the bot quoted of somebody in a ticket that goes on from theirs goes, also where the transcript of the earlier one was deleted before', async () => {
  const { ctx } = world;
  const { guild_id, user_id } = person;
  const closed_at = new Date('2026-02-05T03:04:05.678Z');
  const { ticket_id } = await buildTicket(ctx, { guild_id, status: 'closed', closed_at });
  await ctx.db.insertInto('ticket_participants').values({ guild_id, ticket_id, user_id }).execute();
  const later = await buildTicket(ctx, { guild_id, status: 'closed', continues: ticket_id });
  await buildMessage(ctx, {
    guild_id,
    ticket_id: later.ticket_id,
    author_bot: true,
    embeds: JSON.stringify([
      { title: 'Reopened', timestamp: closed_at.toISOString() },
      { title: 'Last messages', description: 'My bread is cold' },
    ]),
  });
  await eraseNow();
  expect(await rowsWith(ctx, ['My bread is cold'])).toEqual([]);
});

test.each([
  ['asked to close a ticket', 'has requested to close this ticket.'],
  ['closed a ticket', 'closed this ticket.'],
])(
  'the reason for which somebody %s is in no message of the bot any more, and what others gave stays',
  async (_, said) => {
    const { ctx } = world;
    const { guild_id, user_id, other } = person;
    const { ticket_id } = await buildTicket(ctx, { guild_id, status: 'closed', has_transcript: true });
    const say = (description: string) =>
      buildMessage(ctx, { guild_id, ticket_id, author_bot: true, embeds: JSON.stringify([{ description }]) });
    await say(`<@${user_id}> ${said}\n\`\`\`\nHis bread is cold\nand old\n\`\`\``);
    await say(`<@${other.user_id}> ${said}\n\`\`\`\nHer bread is warm\n\`\`\``);
    await eraseNow();
    expect(await rowsWith(ctx, ['His bread', 'and old'])).toEqual([]);
    const [first, second] = await messagesOf(ticket_id);
    expect(first?.embeds[0]?.description).toBe(
      `<@${deletedUser.id}> ${said}\n\`\`\`\n${erasedWords}\n\`\`\``,
    );
    expect(second?.embeds[0]?.description).toContain('Her bread is warm');
  },
);

test('the reason for which somebody closed a thread goes also where the bot said in it that the server closed it', async () => {
  const { ctx } = world;
  const { guild_id, user_id } = person;
  const closed_at = new Date('2026-03-05T03:04:05.678Z');
  const closed = { status: 'closed', is_thread: true, has_transcript: true, closed_at } as const;
  const { ticket_id } = await buildTicket(ctx, { guild_id, ...closed, closed_by: user_id });
  const description = 'This ticket was closed by Bakery.\n```\nHis bread is cold\n```';
  await buildMessage(ctx, {
    guild_id,
    ticket_id,
    author_bot: true,
    embeds: JSON.stringify([{ description, timestamp: closed_at.toISOString() }]),
  });
  await eraseNow();
  expect(await rowsWith(ctx, ['His bread'])).toEqual([]);
});

describe('the message from which a ticket was started', () => {
  const words = 'My bread is cold';
  const started = (more: object) =>
    buildTicket(world.ctx, {
      guild_id: person.guild_id,
      source: 'context_menu',
      status: 'closed',
      subject: words,
      origin: JSON.stringify({
        channel_id: '5',
        message_id: '88888',
        author_id: person.user_id,
        author_is_bot: false,
        content: `  ${words}  `,
      }),
      ...more,
    });
  const subjects = async () =>
    (await world.ctx.db.selectFrom('tickets').select('subject').orderBy('ticket_id').execute())
      .slice(3)
      .map(({ subject }) => subject);

  test('is no subject any more after its author was erased, of no ticket that goes on from it either, nor is it in their greetings', async () => {
    const { ctx } = world;
    const { guild_id } = person;
    const { ticket_id } = await started({});
    const second = { continues: ticket_id, origin: null, welcome_message_id: randomId() };
    const { ticket_id: second_id } = await started(second);
    const third = { continues: second_id, origin: null, welcome_message_id: randomId() };
    const { ticket_id: third_id } = await started(third);
    for (const [number, { welcome_message_id }] of [
      [second_id, second],
      [third_id, third],
    ] as const)
      await buildMessage(ctx, {
        guild_id,
        ticket_id: number,
        message_id: welcome_message_id,
        author_bot: true,
        embeds: JSON.stringify([{ title: words }]),
      });
    const { webhook_id } = await ctx.db
      .selectFrom('outgoing_webhooks')
      .select('webhook_id')
      .executeTakeFirstOrThrow();
    await ctx.db
      .insertInto('outgoing_deliveries')
      .values({
        webhook_id,
        guild_id,
        ticket_id,
        event: 'ticket.opened',
        data: JSON.stringify({ subject: words }),
      })
      .execute();
    await eraseNow();
    expect(await rowsWith(ctx, [words])).toEqual([]);
    expect(await subjects()).toEqual([erasedWords, erasedWords, erasedWords]);
  });

  test('leaves a ticket the subject that is the name of its panel', async () => {
    const { panel_id } = await buildPanel(world.ctx, { guild_id: person.guild_id, title: ' Billing ' });
    await started({ panel_id, subject: 'Billing' });
    await eraseNow();
    expect(await subjects()).toEqual(['Billing']);
  });
});

describe('an erasure', () => {
  test('begins again for what was written before it began and has come since, and not for what is written meanwhile', async () => {
    const { ctx } = world;
    const { guild_id, user_id } = person;
    await eraseNow();
    const begun = new Date();
    const { ticket_id } = await buildTicket(ctx, { guild_id });
    const write = (created_at: Date) =>
      buildMessage(ctx, { guild_id, ticket_id, author_id: user_id, created_at });
    await write(new Date(begun.getTime() + 1_000));
    expect(await hasComeSince(ctx.db, user_id, begun)).toBe(false);
    await write(new Date(begun.getTime() - 1_000));
    expect(await hasComeSince(ctx.db, user_id, begun)).toBe(true);
  });

  test.each(Array.from({ length: erasureSteps.length - 1 }, (_, steps) => steps))(
    'that a crash interrupts after step %i ends as one that was not, also when its last step is done twice',
    async (steps) => {
      const { ctx } = world;
      const { request_id } = await askForErasure(ctx, person.user_id, { now: true });
      for (let done = 0; done < steps; done += 1) await workOnStep(ctx, request_id);
      // The step was done, and the process ended before it could say so.
      await sql`update data_requests set steps_done = greatest(0, steps_done - 1) where request_id = ${request_id}`.execute(
        ctx.db,
      );
      await beginDueRequests(ctx);
      await tasks['data_request.work'](ctx, { request_id });
      await hurry(ctx);
      await settleDue(ctx, effects);
      const left = await rowsWith(ctx, traces());
      expect(left.filter((row) => !row.startsWith('public.blacklisted_users:'))).toEqual([]);
      expect(await findRequest(ctx, request_id)).toMatchObject({
        state: 'done',
        user_id: deletedUser.id,
        steps_done: stepsOf('erasure'),
      });
    },
  );

  test('that fails in the middle of a ticket changes nothing of that ticket, says so, and goes on later', async () => {
    const { ctx } = world;
    const before = await everything();
    const { request_id } = await askForErasure(ctx, person.user_id, { now: true });
    await sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'disk of ${sql.raw(person.user_id)}'; end $$`.execute(ctx.db);
    await sql`create trigger refused after delete on ticket_attachments execute function refuse()`.execute(
      ctx.db,
    );
    await expect(workOnRequest(ctx, { request_id })).rejects.toThrow('disk');
    const { problem, state } = (await findRequest(ctx, request_id)) ?? {};
    expect({ problem, state }).toEqual({ problem: 'disk of ', state: 'running' });
    expect((await everything()).ticket_attachments).toEqual(before.ticket_attachments);
    await sql`drop function refuse cascade`.execute(ctx.db);
    await workOnRequest(ctx, { request_id });
    expect((await findRequest(ctx, request_id))?.state).toBe('done');
    expect(await isKept(ctx.storage, person.own_file)).toBe(false);
  });

  test('of many words in one ticket takes them some at a time, and what was quoted of them with the first', async () => {
    const { ctx } = world;
    const { guild_id, user_id } = person;
    const closed_at = new Date('2026-02-05T03:04:05.678Z');
    const { ticket_id } = await buildTicket(ctx, {
      guild_id,
      status: 'closed',
      has_transcript: true,
      closed_at,
    });
    const later = await buildTicket(ctx, { guild_id, status: 'closed', continues: ticket_id });
    const quote = { description: 'My bread is cold' };
    await buildMessage(ctx, {
      guild_id,
      ticket_id: later.ticket_id,
      author_bot: true,
      embeds: JSON.stringify([{ title: 'Reopened', timestamp: closed_at.toISOString() }, quote]),
    });
    for (let place = 0; place < 450; place += 1)
      await buildMessage(ctx, { guild_id, ticket_id, author_id: user_id, content: `Word ${place}.` });
    await sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'disk of somebody'; end $$`.execute(ctx.db);
    await sql`create trigger refused before update on ticket_messages for each row when (old.content = 'Word 300.')
      execute function refuse()`.execute(ctx.db);
    const { request_id } = await askForErasure(ctx, user_id, { now: true });
    await expect(workOnRequest(ctx, { request_id })).rejects.toThrow('disk');
    expect(await rowsWith(ctx, ['Word 0.', 'My bread is cold'])).toEqual([]);
    expect(await rowsWith(ctx, ['Word 299.'])).not.toEqual([]);
    await sql`drop function refuse cascade`.execute(ctx.db);
    await workOnRequest(ctx, { request_id });
    expect((await findRequest(ctx, request_id))?.state).toBe('done');
    expect((await rowsWith(ctx, ['Word '])).filter((row) => /ticket_messages/.test(row))).toEqual([]);
  });

  test('is not done before storage has removed the files', async () => {
    const { ctx } = world;
    const { request_id } = await askForErasure(ctx, person.user_id, { now: true });
    const { storage } = ctx;
    Object.assign(ctx, { storage: { ...storage, remove: () => Promise.reject(new Error('no answer')) } });
    await expect(workOnRequest(ctx, { request_id })).rejects.toThrow('no answer');
    expect((await findRequest(ctx, request_id))?.state).toBe('running');
    expect(await isKept(storage, person.own_file)).toBe(true);
    Object.assign(ctx, { storage });
    await workOnRequest(ctx, { request_id });
    expect((await findRequest(ctx, request_id))?.state).toBe('done');
    expect(await isKept(storage, person.own_file)).toBe(false);
  });

  test('asked for twice at once is one, and waits an hour in which it can be taken back', async () => {
    const { ctx } = world;
    const [one, two] = await Promise.all([
      askForErasure(ctx, person.user_id),
      askForErasure(ctx, person.user_id),
    ]);
    expect(one.request_id).toBe(two.request_id);
    await workOnRequest(ctx, one);
    await beginDueRequests(ctx);
    expect((await findRequest(ctx, one.request_id))?.state).toBe('waiting');
    await cancelErasure(ctx, person.user_id);
    clock.advance(2 * 3_600_000);
    await beginDueRequests(ctx);
    await workOnRequest(ctx, one);
    expect((await findRequest(ctx, one.request_id))?.state).toBe('cancelled');
    await expect(cancelErasure(ctx, person.user_id)).rejects.toThrow('nothing to cancel');
    expect((await rowsWith(ctx, [theirs.secret])).length).toBeGreaterThan(5);
  });

  test('begins by itself when its hour is over', async () => {
    const { ctx } = world;
    const { request_id } = await askForErasure(ctx, person.user_id);
    await beginDueRequests(ctx);
    const jobs = async () =>
      (
        await sql`select 1 from graphile_worker.jobs where task_identifier = 'data_request.work'`.execute(
          ctx.db,
        )
      ).rows;
    expect(await jobs()).toEqual([]);
    clock.advance(3_600_001);
    await beginDueRequests(ctx);
    await beginDueRequests(ctx);
    expect(await jobs()).toHaveLength(1);
    await workOnRequest(ctx, { request_id });
    expect((await findRequest(ctx, request_id))?.state).toBe('done');
  });

  test.each([
    ['opened', { status: 'open' }],
    ['opened and that is just closing', { status: 'closing' }],
    ['claimed', { status: 'open', claimed: true }],
  ] as const)(
    'is refused while a ticket is open that they %s, with its number',
    async (_, { status, ...how }) => {
      const { ctx } = world;
      const { guild_id, user_id } = person;
      const ticket = await buildTicket(ctx, {
        guild_id,
        status,
        ...('claimed' in how ? { claimed_by: user_id } : { opener_id: user_id }),
      });
      await expect(askForErasure(ctx, user_id)).rejects.toThrow(`#${ticket.ticket_id} in A server`);
    },
  );

  test('ends without a trace of having begun where a ticket was opened while it waited', async () => {
    const { ctx } = world;
    const { guild_id, user_id } = person;
    const { request_id } = await askForErasure(ctx, user_id);
    await buildTicket(ctx, { guild_id, opener_id: user_id });
    const before = await everything();
    clock.advance(3_600_001);
    await workOnRequest(ctx, { request_id });
    expect((await findRequest(ctx, request_id))?.state).toBe('refused');
    expect(await everything()).toEqual(before);
  });

  test('removes copies that were made before, and no copy is asked for while it runs', async () => {
    const { ctx } = world;
    const copy = await askForExport(ctx, person.user_id);
    await workOnRequest(ctx, copy);
    const { file_key } = await findExport(ctx, person.user_id);
    const { request_id } = await askForErasure(ctx, person.user_id, { now: true });
    await workOnStep(ctx, request_id);
    await expect(askForExport(ctx, person.user_id)).rejects.toThrow('is being erased');
    expect(await isKept(ctx.storage, file_key ?? '')).toBe(false);
  });

  test('is outlived by no copy that waits while it is interrupted, nor by one that was being made', async () => {
    const { ctx } = world;
    const copy = await askForExport(ctx, person.user_id);
    const { request_id } = await askForErasure(ctx, person.user_id, { now: true });
    await workOnStep(ctx, request_id);
    const before = await readdir(folder, { recursive: true });
    await workOnRequest(ctx, copy);
    expect((await findRequest(ctx, copy.request_id))?.state).toBe('cancelled');
    expect(await readdir(folder, { recursive: true })).toEqual(before);
    // As a process leaves it that is killed before the copy is done.
    const file_key = 'ab'.repeat(16);
    await ctx.storage.put(file_key, Buffer.from('all of it'));
    await ctx.db
      .updateTable('data_requests')
      .set({ file_key })
      .where('request_id', '=', copy.request_id)
      .execute();
    await workOnRequest(ctx, { request_id });
    expect(await isKept(ctx.storage, file_key)).toBe(false);
  });
});
