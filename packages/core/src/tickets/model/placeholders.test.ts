import { placeholders } from '@tickets/contract/embeds/placeholders';
import { callOf } from '@tickets/testkit/data/access';
import { buildGuild, buildTicket, buildUser } from '@tickets/testkit/data/factories';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { describe, expect, test } from 'vitest';
import { serverStats } from '../../stats/server.ts';
import { wordingOf } from '../../wording/look.ts';
import { fillerFor } from '../welcome/placeholder-facts.ts';
import { fillPlaceholders, type PlaceholderFacts } from './placeholders.ts';

const facts: PlaceholderFacts = {
  ticket_id: 12,
  channel_id: '700',
  user: { id: '175928847299117063', username: 'mia_b', global_name: 'Mia', nick: null },
  server: 'The *Bakery*',
  ticket_limit: 3,
  language: 'en',
  now: new Date('2026-02-03T04:05:06Z'),
  counts: { open: 4, total: 50, user_open: 1, user_total: 9 },
  ratings: { count: 8, average: 4.25 },
  first_response: { week: 42, month: 3_905, all: null },
};
const fill = (text: string, other: Partial<PlaceholderFacts> = {}) =>
  fillPlaceholders(text, { ...facts, ...other });

describe('a welcome message', () => {
  test('names the opener, the ticket and the server', () => {
    expect(fill('%user% %user_id% %ticket_id% %channel% %ticket_limit%')).toBe(
      '<@175928847299117063> 175928847299117063 12 <#700> 3',
    );
    expect(fill('%open_tickets%/%total_tickets% %user_open_tickets%/%user_total_tickets%')).toBe('4/50 1/9');
  });

  test('shows names as they are written, and never as markdown', () => {
    expect(fill('%username% in %server%')).toBe('mia\\_b in The \\*Bakery\\*');
    expect(fill('%nickname%', { user: { ...facts.user, nick: '[x](https://x.example)' } })).toBe(
      '\\[x\\]\\(https\\://x.example\\)',
    );
  });

  test('calls somebody without a nickname as Discord shows them', () => {
    expect(fill('%nickname%')).toBe('Mia');
    expect(fill('%nickname%', { user: { ...facts.user, global_name: null } })).toBe('mia\\_b');
  });

  test('tells times in each reader’s own zone', () => {
    const at = facts.now.getTime() / 1000;
    expect(fill('%time% %date% %datetime% %timestamp%')).toBe(`<t:${at}:t> <t:${at}:d> <t:${at}:f> ${at}`);
    expect(fill('%discord_account_creation_date% %discord_account_age%')).toBe(
      '<t:1462015105:d> <t:1462015105:R>',
    );
  });

  test('tells ratings and waiting times in the server’s language, and says where there are none', () => {
    expect(fill('%average_rating% of %rating_count%', { language: 'de' })).toBe('4,3 of 8');
    expect(fill('%average_rating%', { ratings: { count: 0, average: null } })).toBe('N/A');
    expect(fill('%first_response_time_weekly%')).toBe('42 sec');
    expect(fill('%first_response_time_monthly%')).toBe('1 hr, 5 min');
    expect(fill('%first_response_time_all_time%')).toBe('N/A');
  });

  test('has something to say for every placeholder that there is', () => {
    for (const name of placeholders) expect(fill(`%${name}%`)).not.toMatch(/^$|%/);
  });
});

describe('what a ticket’s placeholders are filled with', () => {
  async function start() {
    const context = await createTestContext({ config: { premium: 'entitlements' } });
    const { ctx } = context;
    const { guild_id } = await buildGuild(ctx, { name: 'Bakery' });
    const { user_id } = await buildUser(ctx, { username: 'mia' });
    const opened_at = new Date(ctx.clock.now().getTime() - 3_600_000);
    const first_response_at = new Date(opened_at.getTime() + 120_000);
    const closed = { status: 'closed' as const, close_source: 'discord' as const };
    await buildTicket(ctx, {
      guild_id,
      opener_id: user_id,
      ...closed,
      rating: 5,
      opened_at,
      first_response_at,
    });
    await buildTicket(ctx, { guild_id, ...closed, rating: 4 });
    await buildTicket(ctx, { guild_id, status: 'closed', close_source: 'undone' });
    await buildTicket(ctx, { guild_id });
    const ticket = await buildTicket(ctx, { guild_id, opener_id: user_id });
    const say = async (text: string) =>
      (await fillerFor(ctx, await wordingOf(ctx, guild_id), ticket, [text]))(text);
    return { ctx, guild_id, ticket, say, [Symbol.asyncDispose]: () => context.close() };
  }

  test('its own tickets and ratings, without the ones that never came to be', async () => {
    await using it = await start();
    expect(await it.say('%username% %server% %open_tickets%/%total_tickets%')).toBe('mia Bakery 2/4');
    expect(await it.say('%user_open_tickets%/%user_total_tickets%')).toBe('1/2');
    expect(await it.say('%rating_count% %average_rating%')).toBe('2 4.5');
  });

  test('waiting times with premium only', async () => {
    await using it = await start();
    expect(await it.say('%first_response_time_weekly%')).toBe('N/A');
    await it.ctx.db
      .insertInto('entitlements')
      .values({ guild_id: it.guild_id, source: 'operator', sku_label: 'Premium' })
      .execute();
    expect(await it.say('%first_response_time_weekly% %first_response_time_all_time%')).toBe('2 min 2 min');
  });

  test('waiting times of a month are those of /stats', async () => {
    await using it = await start();
    const { ctx, guild_id } = it;
    await ctx.db
      .insertInto('entitlements')
      .values({ guild_id, source: 'operator', sku_label: 'Premium' })
      .execute();
    for (const [daysAgo, minutes] of [
      [27, 6],
      [29, 60],
    ] as const) {
      const opened_at = new Date(ctx.clock.now().getTime() - daysAgo * 86_400_000);
      const first_response_at = new Date(opened_at.getTime() + minutes * 60_000);
      await buildTicket(ctx, { guild_id, opened_at, first_response_at });
    }
    expect(await it.say('%first_response_time_monthly%')).toBe('4 min');
    expect((await serverStats(callOf(ctx), guild_id)).first_response.month).toBe(240);
  });
});
