import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '@tickets/contract/platform/errors';
import type { SharedTranscript, ShareLink, ShareLinkMade } from '@tickets/contract/transcripts/sharing';
import { shareLinksMax } from '@tickets/contract/transcripts/transcript-limits';
import type { Selectable } from 'kysely';
import { authoriseTicket } from '../access/authorise.ts';
import { callBy, type UserCall } from '../access/caller.ts';
import { can } from '../access/can.ts';
import { loadAccess } from '../access/load.ts';
import { ticketFactsFor } from '../access/ticket-access.ts';
import { atOnce, type InTurn } from '../platform/async/turns.ts';
import type { Context } from '../platform/context.ts';
import type { TranscriptLinks } from '../platform/db/schema.generated.ts';
import { checkDutiesLater } from '../servers/duties-later.ts';
import { usersSoon } from '../servers/users.ts';
import { unknownUser } from '../tickets/conversation/message-views.ts';
import { areStaffUnnamed, serverAsUser } from '../tickets/model/closer.ts';
import { holdTicket, type TicketKey } from '../tickets/model/find.ts';
import { keptTranscript } from './kept.ts';
import { asOpener, type InBatches, viewInBatches } from './render.ts';

type LinkRow = Selectable<TranscriptLinks>;

const dayMs = 24 * 3_600_000;
/** Links that work no more are shown for as long as people may ask about them. */
const listedMax = 100;
const words = { denied: 'transcript.denied' } as const;

/** Makes a link with which anybody reads a transcript until it expires. The answer alone holds its address. */
export async function makeLink(
  call: UserCall,
  key: TicketKey,
  { days }: { days: number },
): Promise<ShareLinkMade> {
  await authoriseTicket(call, 'transcript.share', key, words);
  const sharer_unnamed = await areStaffUnnamed(call, key.guild_id);
  const token = randomBytes(32);
  const now = call.clock.now();
  const row = await call.db.transaction().execute(async (tx) => {
    // Two at once take turns at the ticket's row.
    await holdTicket(tx, key);
    await keptTranscript(tx, key);
    const working = await tx
      .selectFrom('transcript_links')
      .where('guild_id', '=', key.guild_id)
      .where('ticket_id', '=', key.ticket_id)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(working.count) >= shareLinksMax)
      throw new AppError('transcript.too_many_links', { params: { count: String(shareLinksMax) } });
    const made = await tx
      .insertInto('transcript_links')
      .values({
        guild_id: key.guild_id,
        ticket_id: key.ticket_id,
        token_hash: hashOf(token),
        made_by: call.caller.user_id,
        sharer_unnamed,
        made_at: now,
        expires_at: new Date(now.getTime() + days * dayMs),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    // What they may do was read before it: they may have lost it since.
    await checkDutiesLater(tx, key.guild_id, [call.caller.user_id]);
    return made;
  });
  const [link] = await viewLinks(call, [row]);
  if (!link) throw new Error('A row is a link');
  // Behind a #, so that no server and no address that the reader goes on to is told it.
  return { link, url: `${call.config.dashboard_url}/shared#${token.toString('base64url')}` };
}

/** The links of a transcript, the newest first. */
export async function listLinks(call: UserCall, key: TicketKey): Promise<ShareLink[]> {
  await authoriseTicket(call, 'transcript.share', key, { ...words, only_read: true });
  await keptTranscript(call.db, key);
  const rows = await call.db
    .selectFrom('transcript_links')
    .where('guild_id', '=', key.guild_id)
    .where('ticket_id', '=', key.ticket_id)
    .selectAll()
    .orderBy('made_at', 'desc')
    .limit(listedMax)
    .execute();
  return viewLinks(call, rows);
}

/** Ends a link, whoever made it. To end it again changes nothing. */
export async function revokeLink(
  call: UserCall,
  { link_id, ...key }: TicketKey & { link_id: string },
): Promise<void> {
  await authoriseTicket(call, 'transcript.share', key, words);
  const found = await call.db
    .updateTable('transcript_links')
    .set((eb) => ({
      revoked_at: eb.fn.coalesce('revoked_at', eb.val(call.clock.now())),
      revoked_by: eb.fn.coalesce('revoked_by', eb.val(call.caller.user_id)),
    }))
    .where('link_id', '=', link_id)
    .where('guild_id', '=', key.guild_id)
    .where('ticket_id', '=', key.ticket_id)
    .returning('link_id')
    .executeTakeFirst();
  if (!found) throw new AppError('transcript.link_unknown');
}

/**
 * The transcript that a link leads to, as its opener would read it: nothing that staff alone see comes along. A link ends with
 * the right of whoever made it, so nobody reads on through the link of somebody who left the staff.
 */
export async function openLink(
  ctx: Context,
  token: string,
  inTurn: InTurn = atOnce,
): Promise<InBatches<SharedTranscript>> {
  const gone = () => new AppError('transcript.link_gone');
  const now = ctx.clock.now();
  const link = await ctx.db
    .selectFrom('transcript_links')
    .where('token_hash', '=', hashOf(Buffer.from(token, 'base64url')))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .selectAll()
    .executeTakeFirst();
  const access = link && (await loadAccess(ctx, link.guild_id, link.made_by));
  if (!link || !access) throw gone();
  const { guild_id, ticket_id } = link;
  const call = callBy(ctx, access, 'dashboard');
  const facts = await ticketFactsFor(call, guild_id, ticket_id);
  if (!facts || !can(call.caller, 'transcript.share', { guild_id, ticket: facts }).allowed) throw gone();
  const ticket = await keptTranscript(ctx.db, link).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'transcript.not_found' ? gone() : error;
  });
  const isAnonymous = link.sharer_unnamed || (await areStaffUnnamed(call, guild_id));
  const [{ answer, messages }, server, people] = await Promise.all([
    viewInBatches(ticket, { call, reader: asOpener }, inTurn),
    ctx.db
      .selectFrom('guilds')
      .where('guild_id', '=', guild_id)
      .select(['guild_id as id', 'name', 'icon'])
      .executeTakeFirstOrThrow(),
    isAnonymous ? undefined : usersSoon(call, guild_id, [link.made_by]),
    ctx.db
      .updateTable('transcript_links')
      .set((eb) => ({ times_opened: eb('times_opened', '+', 1), last_opened_at: now }))
      .where('link_id', '=', link.link_id)
      .execute(),
  ]);
  const shared = {
    server,
    // Strangers read it, who are shown no more of staff than openers are.
    shared_by: people
      ? (people.get(link.made_by) ?? unknownUser(link.made_by))
      : await serverAsUser(call, guild_id),
    expires_at: link.expires_at.toISOString(),
    transcript: answer,
  };
  return { answer: shared, messages };
}

async function viewLinks(call: UserCall, rows: readonly LinkRow[]): Promise<ShareLink[]> {
  const people = await usersSoon(
    call,
    call.caller.access.guild_id,
    rows.flatMap(({ made_by, revoked_by }) => (revoked_by ? [made_by, revoked_by] : [made_by])),
  );
  const now = call.clock.now();
  return rows.map(({ link_id, made_by, revoked_by, times_opened, ...times }) => ({
    link_id,
    made_by: people.get(made_by) ?? unknownUser(made_by),
    made_at: times.made_at.toISOString(),
    expires_at: times.expires_at.toISOString(),
    revoked_at: times.revoked_at?.toISOString() ?? null,
    revoked_by: revoked_by ? (people.get(revoked_by) ?? unknownUser(revoked_by)) : null,
    times_opened,
    last_opened_at: times.last_opened_at?.toISOString() ?? null,
    works: times.revoked_at === null && times.expires_at > now,
  }));
}

const hashOf = (token: Buffer) => createHash('sha256').update(token).digest();
