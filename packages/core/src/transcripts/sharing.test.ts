import { AppError } from '@tickets/contract/platform/errors';
import { accessIn } from '@tickets/testkit/data/access';
import {
  buildGuild,
  buildMember,
  buildMessage,
  buildPanel,
  buildTeam,
  buildTicket,
} from '@tickets/testkit/data/factories';
import { createTestClock } from '@tickets/testkit/worlds/clock';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { settleAll } from '@tickets/testkit/worlds/effects';
import { describe, expect, test } from 'vitest';
import { callBy } from '../access/caller.ts';
import { removeMember } from '../servers/members.ts';
import { takeOffStaffWhoLeft } from '../staff/left.ts';
import { removeStaff } from '../staff/staff.ts';
import { getOwnTicket } from '../tickets/own/view.ts';
import { listLinks, makeLink, openLink, revokeLink } from './links.ts';
import { whole } from './piece.ts';
import { listReaders } from './reads.ts';
import { renderTranscript } from './render.ts';

async function start() {
  const clock = createTestClock();
  const context = await createTestContext({ clock });
  const { ctx } = context;
  const { guild_id } = await buildGuild(ctx);
  const panel = await buildPanel(ctx, { guild_id });
  const opener_id = await buildMember(ctx, { guild_id });
  const ticket = await buildTicket(ctx, {
    guild_id,
    opener_id,
    panel_id: panel.panel_id,
    status: 'closed',
    has_transcript: true,
    closed_at: ctx.clock.now(),
  });
  const key = { guild_id, ticket_id: ticket.ticket_id };
  await buildMessage(ctx, { ...key, author_id: opener_id, content: 'Where is my parcel?' });
  await buildMessage(ctx, { ...key, content: 'Taken back', deleted_at: ctx.clock.now() });
  const as = async (user_id: string) => callBy(ctx, await accessIn({ ctx, guild_id }, user_id), 'dashboard');
  const staff = await as(await buildMember(ctx, { guild_id, level: 1 }));
  const admin = await as(await buildMember(ctx, { guild_id, level: 2 }));
  return {
    ctx,
    guild_id,
    key,
    as,
    staff,
    admin,
    opener_id,
    clock,
    token: (url: string) => url.split('#')[1] ?? '',
    [Symbol.asyncDispose]: () => context.close(),
  };
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

describe('the record of who read a transcript', () => {
  test('names everybody who read it, its opener too, how often and when last', async () => {
    await using it = await start();
    const opener = await it.as(it.opener_id);
    await renderTranscript(it.staff, it.key);
    await renderTranscript(it.staff, it.key);
    await getOwnTicket(opener, it.key);
    it.clock.advance(5 * 60_000);
    await renderTranscript(it.staff, it.key);
    const { readers, total } = await listReaders(it.admin, it.key);
    expect(readers.map(({ user, times }) => [user.id, times])).toEqual([
      [it.staff.caller.user_id, 2],
      [it.opener_id, 1],
    ]);
    expect(readers[0]?.last_read_at).toBe(it.ctx.clock.now().toISOString());
    expect(total).toBe(2);
  });

  test('is for administrators alone', async () => {
    await using it = await start();
    expect(await codeOf(listReaders(it.staff, it.key))).toBe('permission.denied');
  });

  test('says nothing of whoever was refused', async () => {
    await using it = await start();
    const other = await it.as(await buildMember(it.ctx, { guild_id: it.guild_id }));
    expect(await codeOf(renderTranscript(other, it.key))).toBe('transcript.denied');
    expect((await listReaders(it.admin, it.key)).total).toBe(0);
  });
});

describe('a link to a transcript', () => {
  test('shows it to anybody as its opener would read it, and names who made it', async () => {
    await using it = await start();
    const { url, link } = await makeLink(it.staff, it.key, { days: 7 });
    expect(url).toMatch(/\/shared#[\w-]{43}$/);
    const shared = await openLink(it.ctx, it.token(url));
    expect(shared.answer.shared_by.id).toBe(it.staff.caller.user_id);
    expect((await whole(shared.messages)).map(({ content }) => content)).toEqual(['Where is my parcel?']);
    expect(link.works).toBe(true);
    expect(await listLinks(it.staff, it.key)).toMatchObject([{ times_opened: 1, works: true }]);
    expect((await listReaders(it.admin, it.key)).links_opened).toBe(1);
  });

  test('is nowhere in the database', async () => {
    await using it = await start();
    const { url } = await makeLink(it.staff, it.key, { days: 7 });
    const [row] = await it.ctx.db.selectFrom('transcript_links').selectAll().execute();
    const token = it.token(url);
    expect(JSON.stringify(row)).not.toContain(token);
    expect(row?.token_hash.equals(Buffer.from(token, 'base64url'))).toBe(false);
  });

  test('ends with its time', async () => {
    await using it = await start();
    const { url } = await makeLink(it.staff, it.key, { days: 1 });
    it.clock.advance(24 * 3_600_000);
    expect(await codeOf(openLink(it.ctx, it.token(url)))).toBe('transcript.link_gone');
    expect(await listLinks(it.staff, it.key)).toMatchObject([{ works: false, revoked_at: null }]);
  });

  test('ends when any staff of the ticket revoke it, and they are named', async () => {
    await using it = await start();
    const { url, link } = await makeLink(it.staff, it.key, { days: 7 });
    await revokeLink(it.admin, { ...it.key, link_id: link.link_id });
    await revokeLink(it.staff, { ...it.key, link_id: link.link_id });
    expect(await codeOf(openLink(it.ctx, it.token(url)))).toBe('transcript.link_gone');
    expect(await listLinks(it.staff, it.key)).toMatchObject([
      { works: false, revoked_by: { id: it.admin.caller.user_id } },
    ]);
  });

  test('ends with the right of whoever made it', async () => {
    await using it = await start();
    const { url } = await makeLink(it.staff, it.key, { days: 7 });
    await it.ctx.db.deleteFrom('permissions').where('user_id', '=', it.staff.caller.user_id).execute();
    expect(await codeOf(openLink(it.ctx, it.token(url)))).toBe('transcript.link_gone');
  });

  test.each(['taken off the staff', 'kicked'])(
    'stays ended when whoever made it was %s and is staff again',
    async (how) => {
      await using it = await start();
      const { ctx, guild_id } = it;
      const maker = it.staff.caller.user_id;
      const others = await makeLink(it.admin, it.key, { days: 7 });
      const { url } = await makeLink(it.staff, it.key, { days: 7 });
      const target = { guild_id, kind: 'user', id: maker } as const;
      if (how === 'kicked') {
        await takeOffStaffWhoLeft(ctx, guild_id, maker);
        await removeMember(ctx, guild_id, maker);
      } else await removeStaff(it.admin, target, 'support');
      await settleAll(ctx);
      await ctx.db
        .insertInto('permissions')
        .values({ guild_id, user_id: maker, support: true })
        .onConflict((oc) => oc.columns(['guild_id', 'user_id']).doUpdateSet({ support: true }))
        .execute();
      await ctx.db.updateTable('guild_members').set({ present: true }).where('user_id', '=', maker).execute();
      const again = await it.as(maker);
      expect(again.caller.access.level).toBe(1);
      expect(await codeOf(openLink(ctx, it.token(url)))).toBe('transcript.link_gone');
      const theirs = (await listLinks(again, it.key)).filter(({ made_by }) => made_by.id === maker);
      expect(theirs).toMatchObject([{ works: false, revoked_by: null, revoked_at: expect.any(String) }]);
      expect(await codeOf(openLink(ctx, it.token(others.url)))).toBe('done');
    },
  );

  test('ends for good also where whoever made it was taken off the staff while they asked for it', async () => {
    await using it = await start();
    const { ctx, guild_id } = it;
    const maker = it.staff.caller.user_id;
    await removeStaff(it.admin, { guild_id, kind: 'user', id: maker }, 'support');
    await settleAll(ctx);
    const { url } = await makeLink(it.staff, it.key, { days: 7 });
    await settleAll(ctx);
    await ctx.db.insertInto('permissions').values({ guild_id, user_id: maker, support: true }).execute();
    expect(await codeOf(openLink(ctx, it.token(url)))).toBe('transcript.link_gone');
  });

  test('is made by staff of the ticket alone, not by its opener and not by another team', async () => {
    await using it = await start();
    const { ctx, guild_id } = it;
    const elsewhere = await buildMember(ctx, { guild_id });
    const team_id = await buildTeam(ctx, { guild_id, user_ids: [elsewhere] });
    const panel = await buildPanel(ctx, { guild_id, team_ids: [team_id] });
    expect(panel.panel_id).toBeGreaterThan(0);
    for (const id of [it.opener_id, elsewhere])
      expect(await codeOf(makeLink(await it.as(id), it.key, { days: 7 }))).toMatch(/denied$/);
  });

  test.each(['opened', 'sees by an override alone'])(
    'does not hold an earlier ticket of another team that whoever made it %s',
    async (why) => {
      await using it = await start();
      const { ctx, guild_id, clock } = it;
      const { panel_id } = await buildPanel(ctx, { guild_id, default_team: false });
      const maker = it.staff.caller.user_id;
      const closed = { guild_id, status: 'closed', has_transcript: true, closed_at: clock.now() } as const;
      const opener_id = why === 'opened' ? maker : it.opener_id;
      const first = await buildTicket(ctx, { ...closed, opener_id, panel_id, close_reason: 'Secret reason' });
      const second = await buildTicket(ctx, { ...closed, opener_id, continues: first.ticket_id });
      await buildMessage(ctx, { guild_id, ticket_id: first.ticket_id, content: 'Secret' });
      await buildMessage(ctx, { guild_id, ticket_id: second.ticket_id, content: 'Hello' });
      if (why !== 'opened') {
        await ctx.db.insertInto('bot_staff').values({ user_id: maker }).execute();
        const expires_at = new Date(clock.now().getTime() + 3_600_000);
        await ctx.db.insertInto('staff_overrides').values({ guild_id, expires_at }).execute();
      }
      const { url } = await makeLink(await it.as(maker), second, { days: 7 });
      const { answer, messages } = await openLink(ctx, it.token(url));
      expect((await whole(messages)).map(({ content }) => content)).toEqual(['Hello']);
      expect(answer.transcript.earlier).toMatchObject([
        { id: first.ticket_id, history: 'denied', close_reason: null },
      ]);
    },
  );

  test('of another transcript cannot be revoked by way of this one', async () => {
    await using it = await start();
    const { link } = await makeLink(it.staff, it.key, { days: 7 });
    const other = await buildTicket(it.ctx, {
      guild_id: it.guild_id,
      status: 'closed',
      has_transcript: true,
    });
    expect(
      await codeOf(
        revokeLink(it.staff, {
          guild_id: it.guild_id,
          ticket_id: other.ticket_id,
          link_id: link.link_id,
        }),
      ),
    ).toBe('transcript.link_unknown');
  });

  test('that nobody made leads nowhere', async () => {
    await using it = await start();
    expect(await codeOf(openLink(it.ctx, 'a'.repeat(43)))).toBe('transcript.link_gone');
  });

  test('is one of twenty at most, also when several are made at once', async () => {
    await using it = await start();
    const made = await Promise.all(
      Array.from({ length: 23 }, () => codeOf(makeLink(it.staff, it.key, { days: 1 }))),
    );
    expect(made.filter((code) => code === 'done')).toHaveLength(20);
    expect(new Set(made)).toEqual(new Set(['done', 'transcript.too_many_links']));
  });
});
