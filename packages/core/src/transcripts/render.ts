import { AppError } from '@tickets/contract/platform/errors';
import type { EarlierTicket } from '@tickets/contract/tickets/tickets';
import { transcriptPlacePattern } from '@tickets/contract/transcripts/transcript-limits';
import type {
  Transcript,
  TranscriptMessage,
  TranscriptPiece,
  TranscriptPieceQuery,
  TranscriptQuery,
} from '@tickets/contract/transcripts/transcripts';
import { authoriseTicket } from '../access/authorise.ts';
import type { UserCall } from '../access/caller.ts';
import { can } from '../access/can.ts';
import type { TicketFacts } from '../access/ticket-access.ts';
import { atOnce, type InTurn } from '../platform/async/turns.ts';
import { type Earlier, earlierTickets, viewEarlier } from '../tickets/conversation/earlier.ts';
import type { Reader } from '../tickets/conversation/message-views.ts';
import { readerOf } from '../tickets/conversation/view.ts';
import { answersOf } from '../tickets/model/answers.ts';
import { findTicket, type Ticket, type TicketKey, wasImported } from '../tickets/model/find.ts';
import { noteRead } from '../tickets/model/note-read.ts';
import { aboutTicket } from './about.ts';
import { completenessOf } from './completeness.ts';
import { keptTranscript } from './kept.ts';
import { faceless, pieceInBatches, type Wanted, whole } from './piece.ts';

/** How many messages of earlier tickets a transcript holds beside its own. */
const joinedMax = 10_000;

/** A transcript, or a piece of one, whose messages come in batches, so that a long one does not lie in memory whole. */
export interface InBatches<Answer> {
  /** Without its messages. */
  answer: Answer;
  messages: AsyncIterable<TranscriptMessage[]>;
}

/**
 * The messages of a closed ticket, and of the ones that it goes on from, with everybody and everything that they name.
 * Its opener may always read it.
 */
export async function renderInBatches(
  call: UserCall,
  { deleted, limit, ...key }: TicketKey & TranscriptQuery,
  inTurn: InTurn = atOnce,
): Promise<InBatches<Transcript>> {
  const { ticket, facts } = await openToRead(call, key);
  const reader = readerOf(call.caller.access, facts);
  const [transcript] = await Promise.all([
    viewInBatches(ticket, { call, deleted, limit, reader, facts }, inTurn),
    noteRead(call, key, call.caller.user_id),
  ]);
  return transcript;
}

/** The same at once. */
export async function renderTranscript(
  call: UserCall,
  input: TicketKey & TranscriptQuery,
): Promise<Transcript> {
  const { answer, messages } = await renderInBatches(call, input, atOnce);
  return { ...answer, messages: await whole(messages) };
}

/** What follows in a transcript of which a piece was read. */
export async function readPiece(
  call: UserCall,
  { after, deleted, limit, ...key }: TicketKey & TranscriptPieceQuery,
  inTurn: InTurn = atOnce,
): Promise<InBatches<TranscriptPiece>> {
  const { ticket, facts } = await openToRead(call, key);
  const reader = readerOf(call.caller.access, facts);
  const [, ticket_id, message_id = ''] = transcriptPlacePattern.exec(after) ?? [];
  const wanted: Wanted = {
    tickets: [{ ...ticket, ...reader, imported: wasImported(ticket) }, ...(await joinedTo(call, ticket))],
    deleted,
    limit,
    after: { ticket_id: Number(ticket_id), message_id },
  };
  const [{ piece, messages }] = await Promise.all([
    pieceInBatches(call, wanted, inTurn),
    noteRead(call, key, call.caller.user_id),
  ]);
  return { answer: piece, messages };
}

async function openToRead(call: UserCall, key: TicketKey): Promise<{ ticket: Ticket; facts: TicketFacts }> {
  if (!(await findTicket(call.db, key))) throw new AppError('transcript.not_found');
  const denied = 'transcript.denied';
  const facts = await authoriseTicket(call, 'transcript.read', key, {
    claimed: denied,
    denied,
    only_read: true,
  });
  return { ticket: await keptTranscript(call.db, key), facts };
}

/** As the opener of a ticket reads it: nothing that is for staff alone. */
export const asOpener: Reader = { is_staff: false };

interface View extends TranscriptQuery {
  /** Of somebody who may read the ticket. */
  call: UserCall;
  reader: Reader;
  /** What decides which rights the caller has over the ticket; undefined for a reader who has none. */
  facts?: TicketFacts | undefined;
  /** For a file that is kept. */
  as_stored?: boolean;
}

/**
 * The messages of a kept ticket, and of the ones that it goes on from as far as the caller may read them, with the panels of those
 * that they read as staff. Without `facts` the caller shares it: each earlier one as far as they may share that, and whoever reads
 * is shown no more of any of them than its opener is.
 */
export async function viewInBatches(
  ticket: Ticket,
  { call, deleted, limit, reader, facts, as_stored }: View,
  inTurn: InTurn,
): Promise<InBatches<Transcript> & { panel_ids: (number | null)[] }> {
  const { guild_id, ticket_id, channel_name } = ticket;
  const imported = wasImported(ticket);
  const joined = await joinedTo(call, ticket);
  const earlier = facts ? joined : joined.map((one) => sharedBy(call, one));
  const wanted: Wanted = {
    tickets: [{ ...ticket, ...reader, imported }, ...earlier],
    is_shared: !facts,
    as_stored,
    deleted,
    limit,
  };
  const [{ piece, messages }, answers, history, about, completeness] = await Promise.all([
    pieceInBatches(call, wanted, inTurn),
    answersOf(call.db, { guild_id, ticket_id }, 'form'),
    viewEarlier(call, guild_id, earlier),
    aboutTicket({ call, ticket, facts, reader }),
    completenessOf(call, ticket, Boolean(deleted && reader.is_staff)),
  ]);
  const about_it = { ...about, completeness };
  const past = facts ? history : history.map(withoutFace);
  return {
    answer: { channel_name, ticket_id, imported, answers, ...piece, earlier: past, ticket: about_it },
    messages,
    panel_ids: [{ ...ticket, ...reader }, ...earlier].flatMap(({ is_staff, panel_id }) =>
      is_staff ? [panel_id] : [],
    ),
  };
}

/** Who opened it, or whom an override lets in, may read an earlier ticket and yet not share it. */
function sharedBy({ caller }: UserCall, earlier: Earlier): Earlier {
  const { guild_id, opener_id, panel } = earlier;
  const object = { guild_id, ticket: { opener_id, panel, claim: null } };
  const may = can(caller, 'transcript.share', object).allowed;
  return { ...earlier, ...asOpener, ...(!may && { history: 'denied' }) };
}

const withoutFace = (earlier: EarlierTicket): EarlierTicket => ({
  ...earlier,
  closed_by: earlier.imported && earlier.closed_by ? faceless(earlier.closed_by) : earlier.closed_by,
});

/** The tickets that one goes on from. Their messages come with it up to a number; what is before that is linked. */
async function joinedTo(call: UserCall, ticket: Ticket): Promise<Earlier[]> {
  let count = 0;
  return (await earlierTickets(call, call.caller.access, ticket)).map((earlier) => {
    if (earlier.history !== 'joined') return earlier;
    count += earlier.message_count;
    return count > joinedMax ? { ...earlier, history: 'linked' } : earlier;
  });
}
