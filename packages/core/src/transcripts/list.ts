import { AppError } from '@tickets/contract/platform/errors';
import { limits } from '@tickets/contract/platform/limits';
import type {
  Neighbours,
  NeighboursQuery,
  TranscriptFilter,
  TranscriptRow,
} from '@tickets/contract/transcripts/transcripts';
import { authorise } from '../access/authorise.ts';
import type { UserCall } from '../access/caller.ts';
import { usersSoon } from '../servers/users.ts';
import { unknownUser } from '../tickets/conversation/message-views.ts';
import { findTicket, type TicketKey, wasImported } from '../tickets/model/find.ts';
import { closedTickets } from './closed-tickets.ts';

export interface TranscriptPage {
  rows: TranscriptRow[];
  /** Counted up to 10,000; undefined where it would take long, because they are found by words that are said often. */
  total: number | undefined;
  page: number;
}

const countMax = 10_000;
const numberMax = 2_147_483_647;

/** A page of closed tickets, newest first. */
export async function listTranscripts(
  call: UserCall,
  guild_id: string,
  filter: TranscriptFilter,
): Promise<TranscriptPage> {
  authorise(call, 'transcript.list', guild_id);
  const page = Math.max(1, filter.page ?? 1);
  const closed = await closedTickets(call, call.caller.access, filter);
  if (!closed) return { rows: [], total: 0, page };
  const { within, are_many } = closed;
  const { from, ends_before } = filter;
  const isBackwards = from === undefined && ends_before !== undefined;

  // Above the largest number there is no ticket.
  const below = from === undefined || from === numberMax ? undefined : from + 1;
  const bounds = from === undefined ? { above: ends_before } : { below };
  const isByNumber = from !== undefined || ends_before !== undefined;
  const numbers = within(bounds)
    .select('tickets.ticket_id')
    .orderBy('tickets.ticket_id', isBackwards ? 'asc' : 'desc')
    .limit(limits.transcript_page)
    .$if(!isByNumber, (query) => query.offset((page - 1) * limits.transcript_page));

  const [rows, counted] = await Promise.all([
    call.db
      .selectFrom(numbers.as('page'))
      .innerJoin('tickets', (join) =>
        join.onRef('tickets.ticket_id', '=', 'page.ticket_id').on('tickets.guild_id', '=', guild_id),
      )
      // Null where it was deleted.
      .leftJoin('panels', 'panels.panel_id', 'tickets.panel_id')
      .select([
        'tickets.ticket_id',
        'opener_id',
        'panels.panel_id',
        'close_reason',
        'closed_by',
        'close_source',
      ])
      .select(['closed_at', 'rating', 'has_transcript', 'interaction_id'])
      .orderBy('tickets.ticket_id', 'desc')
      .execute(),
    are_many
      ? undefined
      : call.db
          .selectFrom(within({}).select('tickets.ticket_id').limit(countMax).as('found'))
          .select(({ fn }) => fn.countAll<string>().as('total'))
          .executeTakeFirstOrThrow(),
  ]);
  const users = await usersSoon(
    call,
    guild_id,
    rows.flatMap(({ opener_id, closed_by }) => (closed_by ? [opener_id, closed_by] : [opener_id])),
  );
  return {
    rows: rows.map(({ opener_id, close_source, closed_at, interaction_id, ...row }) => {
      const opener = users.get(opener_id) ?? unknownUser(opener_id);
      return {
        ...row,
        user_id: opener_id,
        username: opener.username,
        opener,
        closer: row.closed_by ? (users.get(row.closed_by) ?? unknownUser(row.closed_by)) : null,
        // One that could not be opened is in no list.
        close_source: close_source === 'undone' ? null : close_source,
        closed_at: closed_at?.toISOString() ?? null,
        imported: wasImported({ ...row, interaction_id }),
      };
    }),
    total: counted && Number(counted.total),
    page,
  };
}

/** The tickets with a transcript that stand beside one in the list. It need not be in the list itself. */
export async function neighboursOf(
  call: UserCall,
  { guild_id, ticket_id }: TicketKey,
  filter: NeighboursQuery,
): Promise<Neighbours> {
  authorise(call, 'transcript.list', guild_id);
  if (!(await findTicket(call.db, { guild_id, ticket_id }))) throw new AppError('transcript.not_found');
  const closed = await closedTickets(call, call.caller.access, filter);
  const beside = async (side: '<' | '>') => {
    const row = await closed
      ?.within(side === '<' ? { below: ticket_id } : { above: ticket_id })
      .where('tickets.has_transcript', '=', true)
      .select('tickets.ticket_id')
      .orderBy('tickets.ticket_id', side === '<' ? 'desc' : 'asc')
      .limit(1)
      .executeTakeFirst();
    return row?.ticket_id ?? null;
  };
  const [newer, older] = await Promise.all([beside('>'), beside('<')]);
  return { newer, older };
}
