import type { User } from '@tickets/contract/servers/guild';
import type { TicketChange } from '@tickets/contract/tickets/live';
import type { TicketList, TicketSummary } from '@tickets/contract/tickets/tickets';
import { sql } from 'kysely';
import type { Access } from '../../access/access.ts';
import { authorise } from '../../access/authorise.ts';
import type { UserCall } from '../../access/caller.ts';
import { notHiddenFrom, visibleTo } from '../../access/ticket-lists.ts';
import {
  type Parties,
  type PartiesRow,
  partiesColumns,
  partiesOf,
  partiesTables,
} from '../../access/ticket-parties.ts';
import { batched } from '../../platform/async/batched.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { usersSoon } from '../../servers/users.ts';
import { readMarks } from '../conversation/read-marks.ts';
import { waitingSince } from '../conversation/waiting.ts';

/** More open tickets than people work through; a list has an end all the same. */
const listMax = 5_000;

/** So long a list names what was closed, for pages that show it as open. */
const closedMs = 60 * 60_000;

/** The open tickets that someone may see, newest first. */
export async function listOpenTickets(
  call: UserCall,
  guild_id: string,
): Promise<Omit<TicketList, 'success'>> {
  authorise(call, 'ticket.list', guild_id);
  const { access } = call.caller;
  const [rows, closed, read] = await Promise.all([
    openTicketsOf(call, access, guild_id)
      .leftJoinLateral(lastMessage, (join) => join.onTrue())
      .select([
        'tickets.ticket_id',
        'tickets.panel_id',
        'tickets.opener_id',
        'tickets.claimed_by',
        'tickets.opened_at',
        'tickets.last_message_id',
        'tickets.last_message_at',
        'tickets.last_message_by',
        'tickets.last_message_is_staff',
        'panels.title',
        'said.text',
        'said.files',
        waitingSince.as('waiting_since'),
      ])
      .orderBy('tickets.ticket_id', 'desc')
      .limit(listMax)
      .execute(),
    closedOf(call, access, guild_id),
    readMarks(call.db, access),
  ]);
  const users = await usersSoon(call, guild_id, rows.flatMap(peopleOf));
  return {
    tickets: rows.map(summaryOf),
    closed,
    panel_titles: Object.fromEntries(
      rows.flatMap(({ panel_id, title }) => (panel_id !== null && title !== null ? [[panel_id, title]] : [])),
    ),
    resolved_users: Object.fromEntries(users),
    read,
    self_id: access.user_id,
  };
}

/** The numbers of the open tickets of someone's list that wait for staff. */
export async function listWaitingTickets(call: UserCall, guild_id: string): Promise<number[]> {
  authorise(call, 'ticket.list', guild_id);
  const { access } = call.caller;
  const rows = await openTicketsOf(call, access, guild_id)
    .where(waitingSince, 'is not', null)
    .select('tickets.ticket_id')
    .orderBy('tickets.ticket_id', 'desc')
    .limit(listMax)
    .execute();
  return rows.map(({ ticket_id }) => ticket_id);
}

async function closedOf(ctx: Context, access: Access, guild_id: string): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('tickets')
    .where('guild_id', '=', guild_id)
    .where((eb) =>
      eb.or([
        eb.and([eb('status', '=', 'closing'), notHiddenFrom(access)]),
        // As the index has it.
        eb.and([
          eb('status', '=', 'closed'),
          eb('close_source', 'is distinct from', 'undone'),
          eb('closed_at', '>', new Date(ctx.clock.now().getTime() - closedMs)),
        ]),
      ]),
    )
    .where(visibleTo(access))
    .select('ticket_id')
    .orderBy('ticket_id', 'desc')
    .limit(listMax)
    .execute();
  return rows.map(({ ticket_id }) => ticket_id);
}

const openTicketsOf = (ctx: Context, access: Access, guild_id: string) =>
  ticketsWithPanels(ctx.db)
    .where('tickets.guild_id', '=', guild_id)
    .where('tickets.status', '=', 'open')
    .where(visibleTo(access))
    .where(notHiddenFrom(access));

/** Tickets, each with its panel where that is still there. */
export const ticketsWithPanels = (db: Db) =>
  db
    .selectFrom('tickets')
    .leftJoin('panels', (join) =>
      join
        .onRef('panels.panel_id', '=', 'tickets.panel_id')
        .onRef('panels.guild_id', '=', 'tickets.guild_id'),
    );

/** As much of a message as stands in a line. */
const textMax = 160;

/**
 * The last words of ticket `tickets`, as `said`. Of what the bot said because someone asked it to, the ticket knows the
 * asking, and the bot's message is the next one.
 */
const lastMessage = sql<{ text: string; files: number }>`(
  select left(m.content, ${sql.lit(textMax)}) as text, (
    select count(*)::int from ticket_attachments a
    where a.guild_id = m.guild_id and a.ticket_id = m.ticket_id and a.message_id = m.message_id) as files
  from (
    select * from ticket_messages n
    where n.guild_id = tickets.guild_id and n.ticket_id = tickets.ticket_id and n.message_id >= tickets.last_message_id
    order by n.message_id limit 1) m
  where m.deleted_at is null and (m.message_id = tickets.last_message_id or tickets.last_message_id = tickets.said_id))`.as<'said'>(
  'said',
);

interface ListedRow {
  ticket_id: number;
  panel_id: number | null;
  opener_id: string;
  claimed_by: string | null;
  opened_at: Date;
  last_message_id: string | null;
  last_message_at: Date | null;
  last_message_by: string | null;
  last_message_is_staff: boolean | null;
  waiting_since: Date | null;
  /** Null where no message says it any more. */
  text: string | null;
  files: number | null;
}

const peopleOf = ({ opener_id, claimed_by, last_message_by }: ListedRow) =>
  [opener_id, claimed_by, last_message_by].filter((id) => id !== null);

const summaryOf = (row: ListedRow): TicketSummary => ({
  id: row.ticket_id,
  panel_id: row.panel_id,
  user_id: row.opener_id,
  claimed_by: row.claimed_by,
  opened_at: row.opened_at.toISOString(),
  last_response_time: row.last_message_at?.toISOString() ?? null,
  last_response_is_staff: row.last_message_is_staff,
  waiting_since: row.waiting_since?.toISOString() ?? null,
  last_message:
    row.last_message_id && row.last_message_by
      ? {
          id: row.last_message_id,
          author_id: row.last_message_by,
          text: row.text ?? '',
          files: row.files ?? 0,
        }
      : null,
});

/** A line of the list, and what decides who may see it. */
export interface ListedTicket {
  change: TicketChange;
  parties: Parties;
}

interface ListedRef {
  guild_id: string;
  ticket_id: number;
}

/** Single lines of the list, for many who are told of a change in the same moment: they share statements. */
export function listedTicketLoader(ctx: Context): (ticket: ListedRef) => Promise<ListedTicket | undefined> {
  return batched(
    async (all) => {
      const rows = await readListed(ctx, all);
      const names = new Map(
        [...Map.groupBy(rows.values(), ({ guild_id }) => guild_id)].map(([guild_id, of]) => [
          guild_id,
          usersSoon(ctx, guild_id, of.flatMap(peopleOf)),
        ]),
      );
      return all.map(async (_, place) => {
        const row = rows.get(place);
        const users = row && (await names.get(row.guild_id));
        return row && users && listedTicket(row, users);
      });
    },
    ({ guild_id, ticket_id }) => `${guild_id}/${ticket_id}`,
  );
}

type ReadRow = ListedRow & ListedRef & PartiesRow & { title: string | null };

/** By their place among the questions. */
async function readListed(ctx: Context, all: readonly ListedRef[]): Promise<Map<number, ReadRow>> {
  const guilds = all.map(({ guild_id }) => guild_id);
  const tickets = all.map(({ ticket_id }) => ticket_id);
  const { rows } = await sql<ReadRow & { place: string }>`
    select w.place, tickets.guild_id, tickets.ticket_id, tickets.panel_id, tickets.opened_at, tickets.last_message_id,
      tickets.last_message_at, tickets.last_message_by, tickets.last_message_is_staff, ${waitingSince} as waiting_since,
      said.text, said.files, p.title, ${partiesColumns}
    from unnest(${guilds}::bigint[], ${tickets}::int[]) with ordinality as w (guild_id, ticket_id, place)
    join tickets on tickets.guild_id = w.guild_id and tickets.ticket_id = w.ticket_id
    left join lateral ${lastMessage} on true
    join lateral (select tickets.*) t on true
    ${partiesTables}`.execute(ctx.db);
  return new Map(rows.map((row) => [Number(row.place) - 1, row]));
}

function listedTicket(row: ReadRow, users: ReadonlyMap<string, User>): ListedTicket {
  const { ticket_id, title } = row;
  return {
    change: {
      ticket_id,
      ticket: row.status === 'open' ? summaryOf(row) : null,
      closed: row.status === 'closing' || row.status === 'closed',
      panel_title: title,
      users: Object.fromEntries(
        peopleOf(row).flatMap((id) => {
          const user = users.get(id);
          return user ? [[id, user]] : [];
        }),
      ),
    },
    parties: partiesOf(row),
  };
}
