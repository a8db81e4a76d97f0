import type { EarlierTicket } from '@tickets/contract/tickets/tickets';
import { sql } from 'kysely';
import type { Access } from '../../access/access.ts';
import { mayViewTicket, mayWorkPanel, type PanelTeams } from '../../access/tickets.ts';
import type { Context } from '../../platform/context.ts';
import { closersOf } from '../model/closer.ts';
import { isImported, type Ticket, type TicketKey } from '../model/find.ts';
import { panelTeamsOf } from '../model/panel-teams.ts';
import {
  type FoundMessages,
  type MessageWindow,
  type Reader,
  readMessages,
  type StoredMessage,
  shownAtOnce,
} from './message-views.ts';

/** A closed ticket that another one goes on from, and whether and how one reader may read it there. */
export interface Earlier extends TicketKey, Reader {
  history: EarlierTicket['history'];
  panel_id: number | null;
  panel: PanelTeams;
  closed_at: Date | null;
  opener_id: string;
  closed_by: string | null;
  close_source: Ticket['close_source'];
  closer_unnamed: boolean;
  close_reason: string | null;
  message_count: number;
  imported: boolean;
}

/**
 * The tickets that a ticket goes on from, the latest first. Seeing the later one gives no right to an earlier one: its
 * panel may have been switched in between, and each is decided by its own. The opener is the same in all of them.
 */
export async function earlierTickets(
  ctx: Context,
  access: Access,
  { guild_id, ticket_id, continues }: Pick<Ticket, 'guild_id' | 'ticket_id' | 'continues'>,
): Promise<Earlier[]> {
  if (continues === null || continues >= ticket_id) return [];
  const line = await readLine(ctx, guild_id, continues);
  const panels = new Map(
    await Promise.all(
      [...new Set(line.map(({ panel_id }) => panel_id))].map(
        async (panel_id) => [panel_id, await panelTeamsOf(ctx, guild_id, panel_id)] as const,
      ),
    ),
  );
  return line.map(({ has_transcript, ...ticket }) => {
    const { opener_id, panel_id } = ticket;
    const panel = panels.get(panel_id) ?? null;
    const may = mayViewTicket(access, { opener_id }, panel).allowed;
    const is_staff = mayWorkPanel(access, panel).allowed;
    return { ...ticket, panel, is_staff, history: may ? (has_transcript ? 'joined' : 'not_kept') : 'denied' };
  });
}

type LineRow = Omit<Earlier, 'history' | 'panel' | 'is_staff'> & Pick<Ticket, 'has_transcript'>;

/** Each is read by a statement of its own. Imports can hold lines as long as they like. */
const lineMax = 100;

async function readLine(ctx: Context, guild_id: string, continues: number): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    with recursive line as (
      select 1 as place, t.* from tickets t where t.guild_id = ${guild_id} and t.ticket_id = ${continues}
      union all
      select line.place + 1, t.* from line join tickets t
        on t.guild_id = ${guild_id} and t.ticket_id = line.continues and t.ticket_id < line.ticket_id
      where line.place < ${lineMax}
    )
    select guild_id, ticket_id, opener_id, panel_id, has_transcript, closed_at, closed_by, close_source, close_reason,
      closer_unnamed, message_count, ${isImported} as imported
    from line t order by ticket_id desc`.execute(ctx.db);
  return rows;
}

/**
 * A window on the messages of a ticket and of the ones before it that are joined, oldest first. `deleted` asks for what
 * was deleted too, where the reader is staff.
 */
export async function readJoined(
  ctx: Context,
  tickets: readonly (TicketKey & Reader & { history?: Earlier['history'] })[],
  {
    before,
    limit,
    deleted = false,
  }: Pick<MessageWindow, 'before' | 'limit'> & { deleted?: boolean | undefined },
): Promise<FoundMessages> {
  let found = nothingFound();
  for (const ticket of tickets) {
    if (ticket.history && ticket.history !== 'joined') continue;
    if (isFull(found, limit)) break;
    const window = { before, without_deleted: !(deleted && ticket.is_staff), ...roomIn(found, limit) };
    const more = await readMessages(ctx, ticket, window);
    found = joined(found, more, [...more.messages, ...found.messages]);
  }
  return found;
}

const nothingFound = (): FoundMessages => ({ messages: [], bytes: 0, isCut: false });
const roomIn = ({ messages, bytes }: FoundMessages, limit: number) => ({
  limit: limit - messages.length,
  bytes: shownAtOnce - bytes,
});
/** Where nothing more fits in, `isCut` says that there may be more. */
const isFull = ({ messages, isCut }: FoundMessages, limit: number) => isCut || messages.length >= limit;
const joined = (found: FoundMessages, more: FoundMessages, messages: StoredMessage[]): FoundMessages => {
  const bytes = found.bytes + more.bytes;
  return { messages, bytes, isCut: more.isCut || bytes >= shownAtOnce };
};

/** A place in a ticket and the ones that it goes on from: right behind a message. */
export interface JoinedPlace {
  ticket_id: number;
  message_id: string;
}

/**
 * The messages of a ticket and of the ones before it that are joined from a place on, or from their beginning, oldest
 * first. The latest ticket stands first in `tickets`.
 */
export async function readJoinedFrom(
  ctx: Context,
  tickets: readonly (TicketKey & Reader & { history?: Earlier['history'] })[],
  {
    after,
    limit,
    deleted = false,
  }: { after?: JoinedPlace | undefined; limit: number; deleted?: boolean | undefined },
): Promise<FoundMessages> {
  let found = nothingFound();
  for (const ticket of tickets.toReversed()) {
    if (ticket.history && ticket.history !== 'joined') continue;
    if (after && ticket.ticket_id < after.ticket_id) continue;
    if (isFull(found, limit)) break;
    const window = {
      after: ticket.ticket_id === after?.ticket_id ? after.message_id : '0',
      without_deleted: !(deleted && ticket.is_staff),
      ...roomIn(found, limit),
    };
    const more = await readMessages(ctx, ticket, window);
    found = joined(found, more, found.messages.concat(more.messages));
  }
  return found;
}

export async function viewEarlier(
  ctx: Context,
  guild_id: string,
  earlier: readonly Earlier[],
): Promise<EarlierTicket[]> {
  const closers = await closersOf(
    ctx,
    guild_id,
    earlier.filter(({ history }) => history !== 'denied'),
  );
  return earlier.map(({ ticket_id, history, closed_at, close_reason, imported }) =>
    history === 'denied'
      ? { id: ticket_id, history, closed_at: null, closed_by: null, close_reason: null, imported: false }
      : {
          id: ticket_id,
          history,
          closed_at: closed_at?.toISOString() ?? null,
          closed_by: closers.get(ticket_id) ?? null,
          close_reason,
          imported,
        },
  );
}
