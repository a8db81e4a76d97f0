import { buildMessage, buildTicket } from '@tickets/testkit/data/factories';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { createTestClock } from '@tickets/testkit/worlds/clock';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

type Values = Omit<NonNullable<Parameters<typeof buildTicket>[1]>, 'guild_id'>;
const hour = 3_600_000;
const day = 24 * hour;
const clock = createTestClock();
let w: BotWorld;
beforeEach(async () => {
  clock.set(new Date('2026-05-20T12:00:00Z'));
  w = await startBotWorld({ clock });
});
afterEach(() => w[Symbol.asyncDispose]());

const ago = (ms: number) => new Date(clock.now().getTime() - ms);
const ticket = (values: Values) => buildTicket(w.ctx, { guild_id: w.guild_id, ...values });
const closed = (opened: number, lasted: number, values: Values = {}) =>
  ticket({ status: 'closed', opened_at: ago(opened), closed_at: ago(opened - lasted), ...values });
const answeredAfter = (opened: number, waited: number) => ({ first_response_at: ago(opened - waited) });
const stats = async (options?: { user: string }, by = w.staff) =>
  saidIn(await by.goes(w.lobby).slash(options ? 'stats user' : 'stats server', options));

describe('/stats server', () => {
  test('counts, averages by when tickets were opened, and the last seven days', async () => {
    await ticket({ opened_at: ago(hour), ...answeredAfter(hour, hour / 2) });
    await closed(day, 2 * hour, { rating: 5, ...answeredAfter(day, hour) });
    await closed(20 * day, 4 * hour, { rating: 4, ...answeredAfter(20 * day, 3 * hour) });
    await closed(100 * day, 12 * hour, { close_source: 'discord' });
    await closed(hour, hour, { close_source: 'undone', rating: 1 });
    const said = (await stats()).split('\n');
    const after = (name: string, lines = 1) =>
      said.slice(said.indexOf(name) + 1, said.indexOf(name) + 1 + lines);
    expect(after('Total Tickets')).toEqual(['4']);
    expect(after('Open Tickets')).toEqual(['1']);
    expect(after('Feedback Rating')).toEqual(['4.5 / 5 ⭐']);
    expect(after('Feedback Count')).toEqual(['2']);
    expect(after('Average First Response Time', 3)).toEqual([
      'Total: **1 hr, 30 min**',
      'Monthly: **1 hr, 30 min**',
      'Weekly: **45 min**',
    ]);
    expect(after('Average Ticket Duration', 3)).toEqual([
      'Total: **6 hr**',
      'Monthly: **3 hr**',
      'Weekly: **2 hr**',
    ]);
    const opened = after('Tickets Opened in the Last 7 Days', 9);
    expect(opened.slice(1, -1)).toHaveLength(7);
    expect(opened.slice(-3, -1)).toEqual(['May 19, 2026  1', 'May 20, 2026  1']);
  });

  test('says where there is nothing', async () => {
    const said = await stats();
    expect(said).toContain('Feedback Rating\nNo data');
    expect(said).toContain('Total: **No data**\nMonthly: **No data**\nWeekly: **No data**');
  });
});

describe('/stats user', () => {
  test('tells of somebody who opens tickets', async () => {
    const opener_id = w.member.id;
    await ticket({ opener_id });
    await closed(day, hour, { opener_id });
    await ticket({ opener_id: w.other.id });
    const said = await stats({ user: opener_id });
    expect(said).toContain(
      'Permission Level\nEveryone\nBlacklisted\nNo\nTotal Tickets\n2\nOpen Tickets\n1 / 5',
    );
    await w.ctx.db
      .insertInto('blacklisted_users')
      .values({ guild_id: w.guild_id, user_id: opener_id })
      .execute();
    expect(await stats({ user: opener_id })).toContain('Blacklisted\nYes');
  });

  test('tells of staff what they answered, answered first, and claimed', async () => {
    const { guild_id } = w;
    const user_id = w.staff.id;
    const first = await closed(day, hour, {
      claimed_by: user_id,
      rating: 4,
      ...answeredAfter(day, hour / 2),
    });
    const second = await closed(20 * day, hour, answeredAfter(20 * day, hour));
    const own = await ticket({ opener_id: user_id, opened_at: ago(hour) });
    await ticket({ opened_at: ago(60 * day), claimed_by: user_id });
    const guest = await ticket({ opened_at: ago(hour) });
    for (const { ticket_id } of [first, second, own, guest]) {
      const as_staff = ticket_id === first.ticket_id || ticket_id === second.ticket_id;
      await w.ctx.db
        .insertInto('ticket_participants')
        .values({ guild_id, ticket_id, user_id, as_staff })
        .execute();
    }
    // The first answer of the second ticket is somebody else's.
    await buildMessage(w.ctx, { ...pick(first), author_id: user_id, created_at: ago(day - hour / 2) });
    await buildMessage(w.ctx, { ...pick(second), author_id: w.owner.id, created_at: ago(20 * day - hour) });
    const said = await stats({ user: user_id });
    expect(said).toContain('Permission Level\nSupport\nFeedback Rating\n4.0 / 5 ⭐\nFeedback Count\n1');
    expect(said).toContain('Total: **30 min**\nMonthly: **30 min**\nWeekly: **30 min**');
    expect(said).toContain('Tickets Answered\nTotal: **2 / 5**\nMonthly: **2 / 4**\nWeekly: **1 / 3**');
    expect(said).toContain('Tickets Claimed\nTotal: **2**\nMonthly: **1**\nWeekly: **1**');
  });
});

const pick = ({ guild_id, ticket_id }: { guild_id: string; ticket_id: number }) => ({ guild_id, ticket_id });

describe('refusals', () => {
  test('somebody who is not staff', async () => {
    expect(await stats(undefined, w.member)).toContain('Only support staff');
  });

  test('a server without premium', async () => {
    w.ctx.config.premium = 'entitlements';
    for (const options of [undefined, { user: w.member.id }])
      expect(await stats(options)).toContain('This needs premium: statistics.');
  });
});
