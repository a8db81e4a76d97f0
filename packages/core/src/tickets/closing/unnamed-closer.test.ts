import { accessIn } from '@tickets/testkit/data/access';
import { buildGuild, buildMember, buildTicket, buildUser } from '@tickets/testkit/data/factories';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { expect, test } from 'vitest';
import { callBy } from '../../access/caller.ts';
import { settingsFor } from '../../settings/read.ts';
import { makeLink, openLink } from '../../transcripts/links.ts';
import { renderTranscript } from '../../transcripts/render.ts';
import { wordingOf } from '../../wording/look.ts';
import { beginClosing } from '../model/begin-closing.ts';
import { findTicket, type TicketKey } from '../model/find.ts';
import { getOwnTicket } from '../own/view.ts';
import { openerMessage, threadMessage } from './closed-messages.ts';

/** A server that answers under its own name, or not, and what each reader is shown of who closed a ticket in it. */
async function start({ anonymous = true } = {}) {
  const context = await createTestContext();
  const { ctx } = context;
  const { guild_id } = await buildGuild(ctx, { name: 'Bakery' });
  await ctx.db
    .insertInto('guild_settings')
    .values({ guild_id, anonymise_dashboard_responses: anonymous })
    .onConflict((oc) => oc.column('guild_id').doUpdateSet({ anonymise_dashboard_responses: anonymous }))
    .execute();
  const opener_id = await buildMember(ctx, { guild_id });
  const sam = await buildUser(ctx, { username: 'sam' });
  await buildMember(ctx, { guild_id, user_id: sam.user_id, level: 2 });
  const call = async (user_id: string) =>
    callBy(ctx, await accessIn({ ctx, guild_id }, user_id), 'dashboard');
  const [opener, staff] = [await call(opener_id), await call(sam.user_id)];
  const closed = (values: object = {}) =>
    buildTicket(ctx, {
      guild_id,
      opener_id,
      status: 'closed',
      closed_at: new Date('2026-03-01T10:00:00Z'),
      closed_by: sam.user_id,
      close_source: 'dashboard',
      has_transcript: true,
      ...values,
    });
  return {
    closed,
    /** A ticket that sam closes from the dashboard now. */
    async closing() {
      const key = await buildTicket(ctx, { guild_id, opener_id, status: 'open' });
      await beginClosing(ctx, {
        ...key,
        guild_id,
        closed_by: sam.user_id,
        reason: null,
        source: 'dashboard',
      });
      await ctx.db
        .updateTable('tickets')
        .set({ status: 'closed', has_transcript: true })
        .where('guild_id', '=', guild_id)
        .where('ticket_id', '=', key.ticket_id)
        .execute();
      return { guild_id, ticket_id: key.ticket_id };
    },
    async anonymise(anonymise_dashboard_responses: boolean) {
      await ctx.db
        .updateTable('guild_settings')
        .set({ anonymise_dashboard_responses })
        .where('guild_id', '=', guild_id)
        .execute();
      settingsFor.forget(opener);
      settingsFor.forget(staff);
    },
    /** A link that sam makes now. Answers whom it names as its maker when it is opened. */
    async share(key: TicketKey) {
      const { url } = await makeLink(staff, key, { days: 1 });
      return async () => (await openLink(ctx, url.split('#')[1] ?? '')).answer.shared_by.username;
    },
    sam,
    opener_id,
    async shown(key: TicketKey) {
      const own = await getOwnTicket(opener, key);
      const { url } = await makeLink(staff, key, { days: 1 });
      const { answer: shared } = await openLink(ctx, url.split('#')[1] ?? '');
      const as_opener = await renderTranscript(opener, key);
      const as_staff = await renderTranscript(staff, key);
      const before = (earlier: typeof own.earlier) => earlier.map(({ closed_by }) => closed_by?.username);
      return {
        own: own.ticket.closed_by?.username,
        opener: as_opener.ticket.closed_by?.username,
        shared: shared.transcript.ticket.closed_by?.username,
        staff: as_staff.ticket.closed_by?.username,
        earlier: [own, as_opener, shared.transcript, as_staff].map(({ earlier }) => before(earlier)),
      };
    },
    async told(key: TicketKey) {
      const ticket = await findTicket(ctx.db, key);
      if (!ticket) throw new Error('no ticket');
      const wording = await wordingOf(ctx, guild_id);
      const guild = { name: 'Bakery', icon_url: undefined };
      const asked = { helpers: [], feedback: 'no', survey: false } as never;
      return JSON.stringify([
        openerMessage(ctx, wording, ticket, guild, asked),
        threadMessage(ctx, wording, ticket, 'Bakery'),
      ]);
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}

test('with anonymised answers who closed from the dashboard is named to staff alone', async () => {
  await using world = await start();
  const first = await world.closed();
  const second = await world.closed({ continues: first.ticket_id });
  expect(await world.shown(second)).toEqual({
    own: 'Bakery',
    opener: 'Bakery',
    shared: 'Bakery',
    staff: 'sam',
    earlier: [['Bakery'], ['Bakery'], ['Bakery'], ['sam']],
  });
  const told = await world.told(second);
  expect(told).toContain('Bakery');
  expect(told).not.toContain(world.sam.user_id);
});

test('who closed while answers were anonymised stays unnamed after the setting is turned off, and is unnamed once it is on', async () => {
  await using world = await start();
  const key = await world.closing();
  await world.anonymise(false);
  expect(await world.shown(key)).toMatchObject({
    own: 'Bakery',
    opener: 'Bakery',
    shared: 'Bakery',
    staff: 'sam',
  });
  const named = await world.closing();
  expect(await world.shown(named)).toMatchObject({ own: 'sam', shared: 'sam' });
  await world.anonymise(true);
  expect(await world.shown(named)).toMatchObject({ own: 'Bakery', shared: 'Bakery' });
});

test('with anonymised answers a shared link names the server, and not who shared it, also after the setting is turned off', async () => {
  await using world = await start();
  const key = await world.closed();
  const unnamed = await world.share(key);
  expect(await unnamed()).toBe('Bakery');
  await world.anonymise(false);
  expect(await unnamed()).toBe('Bakery');
  const named = await world.share(key);
  expect(await named()).toBe('sam');
  await world.anonymise(true);
  expect(await named()).toBe('Bakery');
});

test('who closed in Discord, where all could see it, is named, and so is an opener', async () => {
  await using world = await start();
  const inDiscord = await world.closed({ close_source: 'discord' });
  expect(await world.shown(inDiscord)).toMatchObject({ own: 'sam', opener: 'sam', shared: 'sam' });
  const byOpener = await world.closed({ closed_by: world.opener_id });
  expect((await world.shown(byOpener)).own).not.toBe('Bakery');
});

test('without anonymised answers all are told who closed', async () => {
  await using world = await start({ anonymous: false });
  const ticket = await world.closed();
  expect(await world.shown(ticket)).toMatchObject({ own: 'sam', opener: 'sam', shared: 'sam', staff: 'sam' });
  expect(await world.told(ticket)).toContain(world.sam.user_id);
});
