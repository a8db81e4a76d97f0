import { parseSearch } from '@tickets/contract/search/parse';
import { callAs } from '@tickets/testkit/data/access';
import {
  buildGuild,
  buildMember,
  buildMessage,
  buildPanel,
  buildTicket,
  buildUser,
  randomId,
} from '@tickets/testkit/data/factories';
import { seededRandom } from '@tickets/testkit/data/random';
import { buildAccessWorld } from '@tickets/testkit/worlds/access-worlds';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { can } from '../access/can.ts';
import { findTicketFacts } from '../access/ticket-access.ts';
import type { Context } from '../platform/context.ts';
import { findTexts } from './find.ts';
import { search } from './search.ts';
import { wordQuery } from './words.ts';

let context: Awaited<ReturnType<typeof createTestContext>>;
let ctx: Context;
beforeAll(async () => {
  context = await createTestContext();
  ({ ctx } = context);
});
afterAll(() => context.close());

async function attach(message: { guild_id: string; ticket_id: number; message_id: string }) {
  const { guild_id, ticket_id, message_id } = message;
  await ctx.db
    .insertInto('ticket_attachments')
    .values({
      guild_id,
      ticket_id,
      message_id,
      attachment_id: randomId(),
      filename: 'a.png',
      size: 1,
      url: 'u',
    })
    .execute();
}

describe('of what was said in three tickets', () => {
  let guild_id: string;
  let find: (q: string, tz?: string) => Promise<string[]>;
  beforeAll(async () => {
    ({ guild_id } = await buildGuild(ctx));
    const mia = await buildUser(ctx, { username: 'mia' });
    const sam = await buildUser(ctx, { username: 'sam' });
    await buildMember(ctx, { guild_id, user_id: mia.user_id });
    await ctx.db
      .updateTable('guild_members')
      .set({ nick: 'Little Mia' })
      .where('user_id', '=', mia.user_id)
      .execute();
    await buildMember(ctx, { guild_id, user_id: sam.user_id, level: 2 });
    const parcels = await buildPanel(ctx, { guild_id, title: 'Lost parcels' });
    const other = await buildPanel(ctx, { guild_id, title: 'Other' });
    const say = async (
      ticket: { ticket_id: number },
      content: string,
      author_id: string,
      day: string,
      file = false,
    ) => {
      const message = await buildMessage(ctx, {
        guild_id,
        ticket_id: ticket.ticket_id,
        content,
        author_id,
        created_at: new Date(day),
      });
      if (file) await attach(message);
    };
    const ticket = (values: object) =>
      buildTicket(ctx, { guild_id, opened_at: new Date('2026-01-01'), ...values });
    const one = await ticket({ panel_id: parcels.panel_id, rating: 5, status: 'closed' });
    await say(one, 'parcel A', mia.user_id, '2026-02-28T12:00Z');
    await say(one, 'parcel B', sam.user_id, '2026-02-28T23:30Z', true);
    const two = await ticket({ panel_id: other.panel_id, rating: 2, status: 'closed' });
    await say(two, 'parcel C', mia.user_id, '2026-03-01T12:00Z', true);
    await say(two, 'letter D', sam.user_id, '2026-03-02T12:00Z');
    const three = await ticket({});
    await say(three, 'parcel E', randomId(), '2026-03-03T12:00Z');
    await say(three, '', sam.user_id, '2026-03-04T12:00Z', true);
    find = async (q, tz = 'UTC') => {
      const { results } = await search(await callAs({ ctx, guild_id }, sam.user_id), guild_id, { q, tz });
      return results
        .map(({ snippet }) =>
          snippet
            .map(({ text }) => text)
            .join('')
            .slice(-1),
        )
        .sort();
    };
  });

  test.each([
    ['parcel', 'ABCE'],
    ['from:mia', 'AC'],
    ['from:"little mia" parcel', 'AC'],
    ['from:mi', 'AC'],
    ['from:me', ['', 'B', 'D']],
    ['from:me from:mia parcel', 'ABC'],
    ['from:nobody', ''],
    ['panel:"lost parcels"', 'AB'],
    ['panel:lost', 'AB'],
    ['panel:lost panel:other from:me', 'BD'],
    ['rating:5', 'AB'],
    ['rating:2+ parcel', 'ABC'],
    ['rating:1', ''],
    ['has:file', ['', 'B', 'C']],
    ['has:file parcel', 'BC'],
    ['has:file from:me', ['', 'B']],
    ['before:2026-03-01', 'AB'],
    ['after:2026-03-01', ['', 'D', 'E']],
    ['after:2026-02-28 before:2026-03-02', 'C'],
    ['after:2026-02-27 before:2026-03-03 from:mia parcel rating:1+ panel:other has:file -letter', 'C'],
  ])('%s', async (q, expected) => {
    expect(await find(q)).toEqual([...expected]);
  });

  test('a day begins where the reader is', async () => {
    expect(await find('before:2026-03-01', 'Europe/Berlin')).toEqual(['A']);
    expect(await find('after:2026-02-28 parcel', 'Europe/Berlin')).toEqual(['B', 'C', 'E']);
    expect(await find('after:2026-02-28 parcel', 'America/Los_Angeles')).toEqual(['C', 'E']);
  });

  test('people and panels are named by their ids too', async () => {
    const panel = await ctx.db
      .selectFrom('panels')
      .where('title', '=', 'Other')
      .where('guild_id', '=', guild_id)
      .select('panel_id')
      .executeTakeFirstOrThrow();
    const mia = await ctx.db
      .selectFrom('users')
      .where('username', '=', 'mia')
      .select('user_id')
      .executeTakeFirstOrThrow();
    expect(await find(`panel:${panel.panel_id} from:${mia.user_id}`)).toEqual(['C']);
  });

  test('what was said in a closed ticket whose panel is gone is found, and names no panel', async () => {
    const { panel_id } = await buildPanel(ctx, { guild_id, title: 'Gone' });
    const { ticket_id } = await buildTicket(ctx, { guild_id, panel_id, status: 'closed' });
    await buildMessage(ctx, { guild_id, ticket_id, content: 'quince' });
    const named = async () => {
      const admin = await callAs({ ctx, guild_id }, await buildMember(ctx, { guild_id, level: 2 }));
      return (await search(admin, guild_id, { q: 'quince', tz: 'UTC' })).results.map((one) => one.panel_id);
    };
    expect(await named()).toEqual([panel_id]);
    await ctx.db.deleteFrom('panels').where('panel_id', '=', panel_id).execute();
    expect(await named()).toEqual([null]);
  });

  test('several mistakes are told at once, each with what would be right', async () => {
    await expect(find('before:soon rating:9 panel:x')).rejects.toMatchObject({
      code: 'request.invalid',
      fields: [
        { path: 'q', message: 'before: takes a date such as 2026-03-01.' },
        { path: 'q', message: 'rating: takes a number from 1 to 5, or 4+ for 4 and more.' },
      ],
    });
    await expect(find('panel:x')).rejects.toMatchObject({ code: 'search.panel_unknown' });
  });
});

test.each([1, 2, 3, 4])(
  'whoever searches finds what can() lets them work, and no more (seed %i)',
  async (seed) => {
    const { guild_id, people, open, closed } = await buildAccessWorld(ctx, seededRandom(seed), {
      people: 6,
      open: 8,
      closed: 5,
    });
    for (const ticket_id of [...open, ...closed])
      await buildMessage(ctx, { guild_id, ticket_id, content: 'kumquat', author_id: '4711' });
    let seen = 0;
    for (const user_id of people) {
      const call = await callAs({ ctx, guild_id }, user_id);
      const expected: number[] = [];
      for (const ticket_id of [...open, ...closed]) {
        const ticket = await findTicketFacts(ctx.db, { guild_id, ticket_id });
        if (ticket && can(call.caller, 'ticket.work', { guild_id, ticket }).allowed) expected.push(ticket_id);
      }
      const found = async (q: string) =>
        (await search(call, guild_id, { q, tz: 'UTC' })).results
          .map(({ ticket_id }) => ticket_id)
          .sort((a, b) => a - b);
      if (!call.caller.access.level) {
        await expect(found('kumquat')).rejects.toThrow();
        continue;
      }
      for (const q of ['kumquat', 'from:471100000000000', 'after:2020-01-01'])
        expect(await found(q)).toEqual(q.startsWith('from') ? [] : expected);
      seen += expected.length;
    }
    expect(seen).toBeGreaterThan(0);
  },
);

test('pages do not overlap and miss nothing, whichever way is taken to what is found', async () => {
  const { guild_id } = await buildGuild(ctx);
  const user_id = await buildMember(ctx, { guild_id, level: 2 });
  const author_id = (await buildUser(ctx, { username: 'zoe' })).user_id;
  const all: string[] = [];
  for (let n = 0; n < 9; n += 1) {
    const { ticket_id } = await buildTicket(ctx, { guild_id, status: 'closed', close_reason: 'plum' });
    for (let m = 0; m < 5; m += 1)
      all.push(
        (
          await buildMessage(ctx, {
            guild_id,
            ticket_id,
            content: 'plum',
            author_id,
            message_id: String(10_000 + all.length),
          })
        ).message_id,
      );
  }
  const call = await callAs({ ctx, guild_id }, user_id);
  for (const [q, count] of [
    ['plum', 54],
    ['plum from:zoe', 45],
    ['before:2999-01-01', 54],
    ['from:zoe', 45],
  ] as const) {
    const found: (string | null)[] = [];
    let cursor: string | undefined;
    do {
      const page = await search(call, guild_id, { q, tz: 'UTC', ...(cursor && { cursor }) });
      found.push(...page.results.map(({ ticket_id, message_id }) => message_id ?? `reason ${ticket_id}`));
      cursor = page.cursor ?? undefined;
    } while (cursor);
    expect([q, found.length, new Set(found).size]).toEqual([q, count, count]);
    expect(found.filter((id) => !id?.startsWith('reason'))).toEqual(
      [...all].sort((a, b) => Number(BigInt(b) - BigInt(a))),
    );
  }
});

test.each([5, 6])('the newest texts and the index find the same (seed %i)', async (seed) => {
  const random = seededRandom(seed);
  const { guild_id, people, open, closed } = await buildAccessWorld(ctx, random, {
    people: 4,
    open: 8,
    closed: 8,
  });
  const fruits = ['plum', 'fig', 'pear', 'quince'];
  for (let n = 0; n < 120; n += 1) {
    const said = [1, 2, 3].map(() => random.pick(fruits)).join(' ');
    const ticket_id = random.pick([...open, ...closed]);
    const author_id = random.pick(people);
    const message = await buildMessage(ctx, {
      guild_id,
      ticket_id,
      content: said,
      author_id,
      message_id: String(n + 1),
    });
    if (random.chance(0.2)) await attach(message);
  }
  const base = {
    guild_id,
    has_positive: true,
    author_ids: undefined,
    panel_ids: undefined,
    before: undefined,
    after: undefined,
    has_file: false,
    ratings: [],
    below: undefined,
    limit: 4,
  };
  let seen = 0;
  for (const user_id of people) {
    const { access } = (await callAs({ ctx, guild_id }, user_id)).caller;
    for (const written of ['plum', 'fig pear', '"plum fig"', 'quince -plum']) {
      const words = (await wordQuery(ctx.db, guild_id, parseSearch(written).terms, { is_open_ended: false }))
        ?.in_index;
      for (const more of [
        {},
        { author_ids: people.slice(0, 2) },
        { has_file: true },
        { before: new Date() },
      ]) {
        const wanted = { ...base, words, ...more };
        const whole = await findTexts(ctx.db, access, wanted, { first: 10_000, second: 0 });
        for (const looks of [
          { first: 3, second: 0 },
          { first: 5, second: 40 },
        ])
          expect(await findTexts(ctx.db, access, wanted, looks)).toEqual(whole);
        const rest = { ...wanted, below: whole[1] };
        expect((await findTexts(ctx.db, access, rest, { first: 3, second: 0 })).slice(0, 2)).toEqual(
          whole[1] ? whole.slice(2) : whole.slice(0, 2),
        );
        seen += whole.length;
      }
    }
  }
  expect(seen).toBeGreaterThan(0);
});
