import type { OwnLastMessage, OwnTicket, OwnTicketList } from '@tickets/contract/tickets/own';
import type { OwnTranscript } from '@tickets/contract/transcripts/transcripts';
import { type SqlBool, sql } from 'kysely';
import { accessLoader } from '../../access/load.ts';
import type { Context } from '../../platform/context.ts';
import { knownUsers } from '../../servers/users.ts';
import { unknownUser } from '../conversation/message-views.ts';
import { isImported } from '../model/find.ts';

const page = 25;
/** As much of a message as stands in a line. */
const textMax = 160;

/** A ticket of someone's: not one that is only being opened, or could not be. As the index has it. */
const isTicket = sql<SqlBool>`t.status <> 'opening' and t.close_source is distinct from 'undone'`;

/** Open ones before closed ones, and last those that servers imported: an archive can name anybody, and any time. As the index has it. */
const rank = sql<number>`(case when t.status = 'open' then 2 when ${isImported} then 0 else 1 end)`;

interface Row {
  guild_id: string;
  ticket_id: number;
  server_name: string;
  server_icon: string | null;
  panel_title: string | null;
  subject: string;
  is_open: boolean;
  rank: number;
  opened_at: Date;
  opened_us: string;
  closed_at: Date | null;
  imported: boolean;
  rating: number | null;
  asks_rating: boolean;
  is_unread: boolean;
  said: {
    author_id: string;
    author_name: string | null;
    /** What the ticket's server imported calls them. */
    imported_name: string | null;
    sent_by: string | null;
    text: string;
    files: number;
    time: string;
  } | null;
}

/**
 * The tickets that someone opened, in all servers, also those that they or the bot have left. Nobody else's are read, so
 * there is nothing to authorise. One statement finds them, by an index that leads with their opener.
 */
export async function listOwnTickets(
  ctx: Context,
  user_id: string,
  { after }: { after?: string | undefined } = {},
): Promise<Omit<OwnTicketList, 'success'>> {
  const { rows } = await sql<Row>`
    select t.guild_id, t.ticket_id, g.name as server_name, g.icon as server_icon, p.title as panel_title, t.subject,
      t.status = 'open' as is_open, ${rank} as rank, t.opened_at, (extract(epoch from t.opened_at) * 1000000)::bigint as opened_us,
      t.closed_at, t.rating, ${isImported} as imported,
      t.status <> 'open' and t.rating is null and coalesce(s.feedback_enabled, false) and not ${isImported} and exists (
        select from ticket_participants w
        where w.guild_id = t.guild_id and w.ticket_id = t.ticket_id and w.user_id = t.opener_id) as asks_rating,
      t.status = 'open' and coalesce(t.last_message_is_staff, false) and not exists (
        select from ticket_reads r where r.guild_id = t.guild_id and r.user_id = t.opener_id
          and r.ticket_id = t.ticket_id and r.message_id >= t.last_message_id) as is_unread,
      said.said
    from tickets t
    join guilds g on g.guild_id = t.guild_id
    left join guild_settings s on s.guild_id = t.guild_id
    left join panels p on p.panel_id = t.panel_id and p.guild_id = t.guild_id
    left join lateral (
      select json_build_object('author_id', m.author_id::text, 'author_name', m.author_name, 'sent_by', m.sent_by::text,
        'imported_name', (
          select coalesce(nullif(i.global_name, ''), i.username) from imported_people i
          where i.guild_id = m.guild_id and i.user_id = m.author_id),
        'text', left(m.content, ${sql.lit(textMax)}), 'time', m.created_at, 'files', (
          select count(*) from ticket_attachments a
          where a.guild_id = m.guild_id and a.ticket_id = m.ticket_id and a.message_id = m.message_id)) as said
      from (
        select * from ticket_messages n
        where n.guild_id = t.guild_id and n.ticket_id = t.ticket_id and n.message_id >= t.last_message_id
        order by n.message_id limit 1) m
      where m.deleted_at is null and (m.message_id = t.last_message_id or t.last_message_id = t.said_id)) said on true
    where t.opener_id = ${user_id} and ${isTicket} and ${comesAfter(after)}
    order by ${rank} desc, t.opened_at desc, t.guild_id desc, t.ticket_id desc
    limit ${page + 1}`.execute(ctx.db);
  const shown = rows.slice(0, page);
  const [users, asked] = await Promise.all([
    knownUsers(
      ctx.db,
      shown.flatMap(({ said }) => (said && said.author_name === null ? [said.author_id] : [])),
    ),
    askedForRatings(ctx, user_id, shown),
  ]);
  const last = shown.at(-1);
  return {
    tickets: shown.map((row) => viewRow(row, user_id, asked, users)),
    next: last && rows.length > page ? cursorOf(last) : null,
  };
}

function viewRow(
  row: Row,
  user_id: string,
  asked: ReadonlySet<string>,
  users: Awaited<ReturnType<typeof knownUsers>>,
): OwnTicket {
  const { guild_id, said } = row;
  const authorOf = ({ author_id, author_name, imported_name }: NonNullable<typeof said>) => {
    const known = users.get(author_id);
    if (!known && imported_name) return author_name ?? imported_name;
    const user = known ?? unknownUser(author_id);
    return author_name ?? user.global_name ?? user.username;
  };
  const last: OwnLastMessage | null = said && {
    is_mine: (said.sent_by ?? said.author_id) === user_id,
    author: authorOf(said),
    text: said.text,
    files: said.files,
    time: new Date(said.time).toISOString(),
  };
  return {
    id: row.ticket_id,
    server: { id: guild_id, name: row.server_name, icon: row.server_icon },
    panel_title: row.panel_title,
    subject: row.subject,
    is_open: row.is_open,
    opened_at: row.opened_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
    last_message: last,
    imported: row.imported,
    is_unread: row.is_unread,
    rating: row.rating,
    may_rate: row.asks_rating && asked.has(guild_id),
  };
}

/** The servers in which someone is asked for ratings: where they are no staff. While that cannot be told, in none. */
async function askedForRatings(ctx: Context, user_id: string, rows: readonly Row[]): Promise<Set<string>> {
  const guild_ids = [
    ...new Set(rows.flatMap(({ asks_rating, guild_id }) => (asks_rating ? [guild_id] : []))),
  ];
  const load = accessLoader(ctx);
  const asked = await Promise.allSettled(
    guild_ids.map(async (guild_id) => {
      const access = await load({ guild_id, user_id });
      return access && access.level > 0 ? [] : [guild_id];
    }),
  );
  return new Set(asked.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])));
}

/** Times to the microsecond, as the database has them. */
const cursorOf = ({ rank, opened_us, guild_id, ticket_id }: Row) =>
  [rank, opened_us, guild_id, ticket_id].join('.');

function comesAfter(cursor: string | undefined) {
  if (cursor === undefined) return sql<SqlBool>`true`;
  const [at, us, guild_id, ticket_id] = cursor.split('.');
  return sql<SqlBool>`(${rank}, t.opened_at, t.guild_id, t.ticket_id)
    < (${Number(at)}::integer, 'epoch'::timestamptz + ${us}::bigint * interval '1 microsecond', ${guild_id}::bigint,
      ${Number(ticket_id)}::integer)`;
}

/** As many as Discord's own lists of such things show; the page of the reference. */
const transcriptPage = 15;

/** The closed tickets of someone, the newest first and imported ones last, by page. */
export async function listOwnTranscripts(
  ctx: Context,
  user_id: string,
  number: number,
): Promise<OwnTranscript[]> {
  const { rows } = await sql<OwnTranscript>`
    select t.ticket_id, t.guild_id, g.name as guild_name, ${isImported} as imported
    from tickets t join guilds g on g.guild_id = t.guild_id
    where t.opener_id = ${user_id} and ${isTicket} and ${rank} < 2 and t.status = 'closed'
    order by ${rank} desc, t.opened_at desc, t.guild_id desc, t.ticket_id desc
    limit ${transcriptPage} offset ${(number - 1) * transcriptPage}`.execute(ctx.db);
  return rows;
}
