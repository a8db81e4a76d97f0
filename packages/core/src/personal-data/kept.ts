import { setTimeout } from 'node:timers/promises';
import type { KeptKind, OpenTicket } from '@tickets/contract/personal-data/personal-data';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { isUnanswered } from '../platform/discord/ask.ts';
import { warnUnlessOutage } from '../platform/outages.ts';
import { isBotGone } from '../servers/bot-gone.ts';
import { getMember } from '../servers/members.ts';
import { isReasonAuthor } from '../tickets/model/reason-authors.ts';

/** How long the page of one's own data waits for Discord. */
const shownAfterMs = 3_000;

/** How much is kept of somebody, by kind. */
export async function countKept(db: Db, user_id: string): Promise<Record<KeptKind, number>> {
  const own = sql`(select * from ticket_messages where author_id = ${user_id} and not author_bot
    union all select * from ticket_messages where sent_by = ${user_id})`;
  const { rows } = await sql<Record<KeptKind, number>>`
    select
      (select count(*)::int from guild_members where user_id = ${user_id} and present) as servers,
      (select count(*)::int from sessions where user_id = ${user_id} and revoked_at is null) as sessions,
      (select count(*)::int from tickets where opener_id = ${user_id}) as tickets_opened,
      (select count(*)::int from tickets t join ticket_answers a using (guild_id, ticket_id) where t.opener_id = ${user_id}) as answers,
      (select count(rating)::int from tickets where opener_id = ${user_id}) as ratings,
      (select count(*)::int from ${own} m) as messages,
      (select count(*)::int from ${own} m join ticket_attachments a using (guild_id, ticket_id, message_id)) as attachments,
      (select count(*)::int from (select guild_id, ticket_id from tickets where claimed_by = ${user_id}
        union select guild_id, ticket_id from tickets where closed_by = ${user_id}
        union select guild_id, ticket_id from tickets where ${isReasonAuthor(user_id)}) h) as handled,
      (select count(*)::int from permissions where user_id = ${user_id})
        + (select count(*)::int from support_team_users where user_id = ${user_id})
        + (select count(*)::int from bot_staff where user_id = ${user_id}) as staff,
      (select count(*)::int from blacklisted_users where user_id = ${user_id}) as blacklisted,
      (select count(*)::int from entitlements where user_id = ${user_id}) as premium`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('an aggregate has always a row');
  return row;
}

/** The tickets that keep somebody from being erased: others are at them with the person. As far as it is known where they are a member. */
export async function openTicketsOf(db: Db | Tx, user_id: string): Promise<OpenTicket[]> {
  return openWhere(db, user_id, sql<boolean>`not ${isBotGone(sql`g`)} and not ${hasLeft(user_id)}`);
}

/** As openTicketsOf(), for a screen: where Discord does not say soon whether they are a member, they count as one. */
export async function openTicketsToShow(
  ctx: Context,
  user_id: string,
  wait_ms = shownAfterMs,
): Promise<OpenTicket[]> {
  const learned = learnWhereLeft(ctx, user_id).catch((err: unknown) =>
    warnUnlessOutage(ctx.log, err, 'Discord did not tell where somebody is a member', {}),
  );
  // What comes later is kept, and found by the next look.
  await Promise.race([learned, setTimeout(wait_ms, undefined, { ref: false })]);
  return openTicketsOf(ctx.db, user_id);
}

/** Those that they opened in servers that they have left, where they cannot close them any more. */
export async function leftOpenBy(db: Db | Tx, user_id: string): Promise<OpenTicket[]> {
  return openWhere(db, user_id, sql<boolean>`not ${isBotGone(sql`g`)} and ${hasLeft(user_id)}`);
}

const hasLeft = (user_id: string) => sql<boolean>`(t.opener_id = ${user_id} and exists (
  select from guild_members m where m.guild_id = t.guild_id and m.user_id = ${user_id} and not m.present))`;

/** Asks Discord whether somebody is still in the servers where they have open tickets, as far as that is not known, as after a restart. */
export async function learnWhereLeft(ctx: Context, user_id: string): Promise<void> {
  const { rows } = await sql<{ guild_id: string }>`
    select distinct t.guild_id from tickets t join guilds g using (guild_id)
    where t.status <> 'closed' and t.opener_id = ${user_id} and g.left_at is null
      and not exists (select from guild_members m where m.guild_id = t.guild_id and m.user_id = ${user_id})`.execute(
    ctx.db,
  );
  for (const { guild_id } of rows) await getMember(ctx, guild_id, user_id);
}

/**
 * Asks Discord for the nicknames of somebody who is erased, which are not known after a restart: texts of the bot may contain them. Only
 * servers count in which they opened, wrote or handled anything. Where Discord does not answer, the erasure goes on without them.
 */
export async function learnNicknames(ctx: Context, user_id: string): Promise<void> {
  const { rows } = await sql<{ guild_id: string }>`
    select guild_id from (
      select guild_id from tickets where opener_id = ${user_id} or claimed_by = ${user_id} or closed_by = ${user_id}
      union select guild_id from ticket_messages where author_id = ${user_id}
      union select guild_id from ticket_messages where sent_by = ${user_id}
      union select guild_id from ticket_members where member_id = ${user_id}
    ) theirs join guilds g using (guild_id)
    where g.left_at is null
      and not exists (select from guild_members m where m.guild_id = g.guild_id and m.user_id = ${user_id})
    order by guild_id`.execute(ctx.db);
  for (const { guild_id } of rows)
    await getMember(ctx, guild_id, user_id).catch((err: unknown) => {
      if (!isUnanswered(err)) throw err;
      ctx.log.info({ err, guild_id }, 'Discord did not give the nickname of somebody who is being erased');
    });
}

/** Those in servers in which no bot of ours works any more, where nobody can close them or give them back. */
export async function leftBehindBy(db: Db | Tx, user_id: string): Promise<OpenTicket[]> {
  return openWhere(db, user_id, isBotGone(sql`g`));
}

async function openWhere(db: Db | Tx, user_id: string, which: RawBuilder<boolean>): Promise<OpenTicket[]> {
  const { rows } = await sql<OpenTicket>`
    select t.guild_id, g.name as guild_name, t.ticket_id, t.channel_id,
      case when t.opener_id = ${user_id} then 'opener' else 'claimer' end as part
    from tickets t join guilds g using (guild_id)
    where t.status <> 'closed' and (t.opener_id = ${user_id} or t.claimed_by = ${user_id}) and ${which}
    order by t.guild_id, t.ticket_id`.execute(db);
  return rows;
}

/** As an error names them, the first few. */
export function namesOf(tickets: readonly OpenTicket[]): string {
  const shown = tickets.slice(0, 5).map(({ ticket_id, guild_name }) => `#${ticket_id} in ${guild_name}`);
  return [...shown, ...(tickets.length > 5 ? ['…'] : [])].join(', ');
}
