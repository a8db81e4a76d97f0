import { deletedUser, erasedWords } from '@tickets/contract/platform/names';
import { updateMember } from '@tickets/discord-sim/world/members';
import { callAs } from '@tickets/testkit/data/access';
import { type BusyPerson, filesWith, rowsWith, theirs } from '@tickets/testkit/data/busy-person';
import { buildMessage, buildPanel, buildTicket, randomId } from '@tickets/testkit/data/factories';
import { isKept } from '@tickets/testkit/data/kept-file';
import { largestAnswers } from '@tickets/testkit/database/statements';
import { allowDatabaseError, allowWarning } from '@tickets/testkit/guard/watch';
import { type BusyWorld, startBusyWorld } from '@tickets/testkit/worlds/busy-world';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callBy, strangerTo } from '../access/caller.ts';
import { loadAccess } from '../access/load.ts';
import { writeState } from '../bots/users-bots.ts';
import { effects } from '../composition/effects.ts';
import { settleDue } from '../platform/effects/following.ts';
import { hurry } from '../platform/effects/settle.ts';
import { search } from '../search/search.ts';
import { getGuild } from '../servers/guilds.ts';
import { eventsMissed } from '../servers/members.ts';
import { readMessages, viewMessages } from '../tickets/conversation/message-views.ts';
import { recordMessage } from '../tickets/conversation/messages.ts';
import { reopenTicket } from '../tickets/reopening/reopen-ticket.ts';
import { noteWhitelabelError } from '../whitelabel/errors.ts';
import { submitToken } from '../whitelabel/submit.ts';
import { hasComeSince } from './erasure/last-look.ts';
import { personOf } from './erasure/person.ts';
import { erasureSteps } from './erasure/steps.ts';
import { numbersAtOnce } from './reading/batches.ts';
import { askForErasure } from './requests.ts';
import { workOnRequest } from './work.ts';

// What fails here on purpose is reported.
allowDatabaseError(/P0001: (disk of|refused here)/);
allowWarning(/"msg":"(Discord did not take back the keys of ended sessions)/);

let world: BusyWorld;
let person: BusyPerson;

beforeEach(async () => {
  world = await startBusyWorld();
  ({ person } = world);
});
afterEach(() => world[Symbol.asyncDispose]());

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

test('what somebody is called in a server is taken out of what the bot said there, also after a restart', async () => {
  const { ctx, sim, guild_id, member, staff, bot_id } = world;
  const there = sim.world.members.get(`${guild_id}:${member.user.id}`);
  if (!there) throw new Error('they are no member');
  updateMember(sim.world, there, { nick: 'Old Marmalade' });
  await world.settled();
  const opener_id = staff.user.id;
  const key = await world.openTicket({
    opener_id,
    claimed_by: member.user.id,
    status: 'closed',
    closed_at: new Date(),
  });
  const say = (author_id: string, content: string) =>
    buildMessage(ctx, {
      guild_id,
      ticket_id: key.ticket_id,
      author_id,
      content,
      author_bot: author_id === bot_id,
    });
  await say(member.user.id, 'It was me');
  await say(bot_id, 'Handled by Old Marmalade');
  await eventsMissed(ctx, [guild_id]);
  const { request_id } = await askForErasure(ctx, member.user.id, { now: true });
  expect(await workOnRequest(ctx, { request_id })).toBe(true);
  expect(await rowsWith(ctx, ['Old Marmalade'])).toEqual([]);
});

test('the links that an owner made to transcripts end with the erasure', async () => {
  const { ctx } = world;
  const ends = { revoked_at: null, expires_at: new Date(world.clock.now().getTime() + 86_400_000) };
  await ctx.db.updateTable('transcript_links').set(ends).execute();
  // Owners need no entry among the staff.
  for (const table of ['permissions', 'support_team_users', 'on_call'] as const)
    await ctx.db.deleteFrom(table).where('user_id', '=', person.user_id).execute();
  await eraseNow();
  const links = await ctx.db.selectFrom('transcript_links').select(['made_by', 'revoked_at']).execute();
  expect(links).toEqual([{ made_by: deletedUser.id, revoked_at: world.clock.now() }]);
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
  expect(
    left.filter((row) => !/^public\.(blacklisted_users|ticket_removals|data_requests):/.test(row)),
  ).toEqual([]);
}, 120_000);

describe('after the erasure of somebody who did everything', () => {
  test('no row and no file has their id, names or words, but for what protects a server', async () => {
    expect((await rowsWith(world.ctx, world.traces)).length).toBeGreaterThan(25);
    expect(await filesWith(world.folder, world.traces)).toHaveLength(1);
    await eraseNow();
    const left = await rowsWith(world.ctx, world.traces);
    expect(left.filter((row) => !/^public\.(blacklisted_users|ticket_removals):/.test(row))).toEqual([]);
    expect(left).toHaveLength(2);
    expect(await filesWith(world.folder, [...world.traces, person.own_file])).toEqual([]);
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
    expect(await rowsWith(world.ctx, [user_id])).toHaveLength(2);
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
      subject_author_id: person.user_id,
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

  test('is erased also where it was written in the dashboard', async () => {
    const { ctx } = world;
    const origin = {
      ...{ channel_id: '5', message_id: '88888', author_id: '99999', author_is_bot: true },
      ...{ sent_by: person.user_id, content: words },
    };
    await started({ origin: JSON.stringify(origin) });
    await eraseNow();
    expect(await rowsWith(ctx, [words])).toEqual([]);
    expect(await subjects()).toEqual([erasedWords]);
  });

  test.each([
    ['Max never paid for order 12', 'Deleted User never paid for order 12', true],
    ['<@1> may call 0171 2345678', '<@223344556677889900> may call 0171 2345678', true],
    ['Max never paid', 'Deleted User never came', false],
    ['Order 12345', 'Order #99871', false],
  ])('takes "%s" out of a greeting that is called "%s": %s', async (subject, title, isTaken) => {
    const { ctx } = world;
    const { guild_id } = person;
    const welcome_message_id = randomId();
    const { ticket_id } = await started({ subject, origin: null, welcome_message_id });
    const embeds = JSON.stringify([{ title }]);
    await buildMessage(ctx, {
      guild_id,
      ticket_id,
      message_id: welcome_message_id,
      author_bot: true,
      embeds,
    });
    await eraseNow();
    expect((await rowsWith(ctx, [title])).length).toBe(isTaken ? 0 : 1);
  });

  test('leaves a ticket the subject that is the name of its panel', async () => {
    const { panel_id } = await buildPanel(world.ctx, { guild_id: person.guild_id, title: ' Billing ' });
    await started({ panel_id, subject: 'Billing', subject_author_id: null });
    await eraseNow();
    expect(await subjects()).toEqual(['Billing']);
  });
});

test.each([null, [], [{ name: 'Why', value: 'Bread' }]])(
  'is erased also where a ticket tells of it in an embed whose fields are %j',
  async (fields) => {
    const { ctx } = world;
    const { guild_id } = person;
    const closed_at = new Date('2026-01-02T03:04:05Z');
    const { ticket_id } = await buildTicket(ctx, { guild_id, status: 'closed', closed_at });
    await buildMessage(ctx, { guild_id, ticket_id, author_id: person.user_id, content: 'My bread' });
    const { ticket_id: later } = await buildTicket(ctx, { guild_id, status: 'closed', continues: ticket_id });
    const embeds = JSON.stringify([{ timestamp: closed_at.toISOString(), fields }]);
    await buildMessage(ctx, { guild_id, ticket_id: later, author_bot: true, embeds });
    await eraseNow();
    expect(await rowsWith(ctx, ['My bread'])).toEqual([]);
  },
);

test('a ticket in which nothing can be changed holds up the erasure in none of the others', async () => {
  const { ctx } = world;
  const { guild_id, user_id: author_id } = person;
  const broken = await buildTicket(ctx, { guild_id, status: 'closed' });
  const sound = await buildTicket(ctx, { guild_id, status: 'closed' });
  for (const { ticket_id } of [broken, sound])
    await buildMessage(ctx, { guild_id, ticket_id, author_id, content: `My bread in ${ticket_id}` });
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused here'; end $$`.execute(
    ctx.db,
  );
  await sql
    .raw(`create trigger refuse before update on ticket_messages for each row
    when (old.guild_id = ${guild_id} and old.ticket_id = ${broken.ticket_id}) execute function refuse()`)
    .execute(ctx.db);
  try {
    await expect(eraseNow()).rejects.toThrow('refused here');
    expect(await rowsWith(ctx, [`My bread in ${sound.ticket_id}`])).toEqual([]);
  } finally {
    await sql`drop function refuse cascade`.execute(ctx.db);
  }
});

test('an erasure begins again for what was written before it began and has come since, and not for what is written meanwhile', async () => {
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
