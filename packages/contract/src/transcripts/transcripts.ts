import { z } from 'zod';
import { PageNumber } from '../platform/page-number.ts';
import { Snowflake } from '../platform/snowflake.ts';
import { User } from '../servers/guild.ts';
import { Answer, Attachment, CloseInput, DeletedToo, EarlierTicket } from '../tickets/tickets.ts';
import { transcriptPieceMax, transcriptPlacePattern } from './transcript-limits.ts';

/** Blank, "null" and absent all mean: no such filter. */
const unset = (value: unknown) =>
  value === '' || value === null || value === 'null' || value === undefined ? undefined : value;
const whole = z.coerce.number().int().min(0).max(2_147_483_647);
/** JavaScript would also make numbers of `true`, of lists, of spaces and of "0x10". */
const plain = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value)) ? value : undefined;
/** No ticket has this rating. */
const noRating = 6;
/** Numbers of tickets and panels begin at 1: one that cannot be a number finds what 0 finds, nothing. */
const number = z.preprocess(unset, z.preprocess(plain, whole).catch(0).optional());
const place = z.preprocess(unset, whole.optional());
const id = z.preprocess(unset, Snowflake.optional());
const moment = z.preprocess(unset, z.iso.datetime({ offset: true }).optional());

const filters = {
  id: number,
  username: z.preprocess(unset, z.string().trim().max(32).optional()),
  user_id: id,
  closed_by_id: id,
  claimed_by_id: id,
  /** 1 to 5; 0 means any. What cannot be a rating finds nothing. */
  rating: z.preprocess(unset, z.preprocess(plain, whole.max(5)).catch(noRating).optional()),
  panel_id: number,
  /** Words that were said in it, answered to its form, or written as its close reason. */
  text: z.preprocess(unset, z.string().trim().max(200).optional()),
  /** Closed at this moment or later. */
  closed_from: moment,
  /** Closed before this moment. */
  closed_until: moment,
};

/** Filters of closed tickets, all of which must hold. Ids and numbers may be strings. */
export const TranscriptFilter = z.preprocess(
  (value) => value ?? {},
  z.object({
    ...filters,
    page: z.preprocess(unset, PageNumber.optional()),
    /** The page begins with this ticket, or the next older one; so it is found at once however far back it is. */
    from: place,
    /** The page ends right before this ticket: the way back. */
    ends_before: place,
  }),
);
export type TranscriptFilter = z.infer<typeof TranscriptFilter>;

/** How a ticket came to be closed, where no person pressed a button: `auto_close`, `user_left` ... */
export const CloseSource = z
  .enum(['discord', 'dashboard', 'auto_close', 'user_left', 'channel_deleted', 'thread_archived'])
  .nullable();
export type CloseSource = z.infer<typeof CloseSource>;

export const TranscriptRow = z.object({
  ticket_id: z.number().int(),
  username: z.string(),
  user_id: Snowflake,
  /** The opener. */
  opener: User,
  panel_id: z.number().int().nullable(),
  close_reason: z.string().nullable(),
  closed_by: Snowflake.nullable(),
  /** Who closed it; null where nobody did. */
  closer: User.nullable(),
  close_source: CloseSource,
  closed_at: z.iso.datetime().nullable(),
  rating: z.number().int().nullable(),
  has_transcript: z.boolean(),
  /** As in Transcript. */
  imported: z.boolean(),
});
export type TranscriptRow = z.infer<typeof TranscriptRow>;

/** As the list of closed tickets is filtered. */
export const NeighboursQuery = z.object(filters);
export type NeighboursQuery = z.infer<typeof NeighboursQuery>;

/** The tickets beside one in the list of closed tickets, of those that have a transcript. */
export const Neighbours = z.object({
  newer: z.number().int().nullable(),
  older: z.number().int().nullable(),
});
export type Neighbours = z.infer<typeof Neighbours>;

export const TranscriptMessage = z.object({
  id: Snowflake,
  /** Whose message it is: the ticket's own, or one of an earlier ticket that it goes on from. */
  ticket_id: z.number().int(),
  /** Discord's: a text, an answer, or a notice of what its author did, such as another name of the channel. */
  type: z.number().int(),
  /** The message that it answers. */
  reply_to: Snowflake.nullable(),
  /** A key of entities.users. */
  author: Snowflake,
  /**
   * Its author was staff of the ticket when it was written: anybody may take the name of somebody who is. False for all that was
   * imported, because an archive may name anybody as staff.
   */
  by_staff: z.boolean(),
  /** Unix milliseconds. */
  time: z.number().int(),
  content: z.string(),
  edited: z.boolean(),
  deleted: z.boolean(),
  embeds: z.array(z.record(z.string(), z.unknown())),
  attachments: z.array(Attachment),
  components: z.array(z.record(z.string(), z.unknown())),
});
export type TranscriptMessage = z.infer<typeof TranscriptMessage>;

const PieceSize = z.coerce.number().int().min(1).max(transcriptPieceMax);

/** `limit` asks for the first so many messages. Without it all of them are answered. */
export const TranscriptQuery = z.object({ deleted: DeletedToo, limit: PieceSize.optional() });
export type TranscriptQuery = z.infer<typeof TranscriptQuery>;

/** As `next` of the piece before told it. */
export const TranscriptPlace = z
  .string()
  .regex(transcriptPlacePattern, 'Use what the last answer had in `next`.');

export const TranscriptPieceQuery = z.object({
  after: TranscriptPlace,
  deleted: DeletedToo,
  limit: PieceSize.default(1000),
});
export type TranscriptPieceQuery = z.infer<typeof TranscriptPieceQuery>;

/** How much of what was said in a ticket stands in its transcript, and why the rest does not. */
export const Completeness = z.object({
  /** Of the ticket itself, without those of earlier tickets. */
  shown: z.number().int(),
  /** With those that are missing, as far as is known. */
  total: z.number().int(),
  /** Messages that were deleted before they were heard of. */
  unheard: z.number().int(),
  /** Messages whose author had them erased. */
  erased: z.number().int(),
  /** Files of which there is no copy. */
  files_not_kept: z.number().int(),
  /**
   * Null where all that stood in the channel at its end was read. Otherwise nobody could read it then: the time of the last
   * message that was heard of. What was said afterwards is not here.
   */
  read_until: z.string().nullable(),
});
export type Completeness = z.infer<typeof Completeness>;

export const closeSources = [
  'discord',
  'dashboard',
  'auto_close',
  'user_left',
  'channel_deleted',
  'thread_archived',
] as const;

/** What is known of a closed ticket beside its messages. */
export const TranscriptTicket = z.object({
  opener: User,
  panel_id: z.number().int().nullable(),
  panel_title: z.string().nullable(),
  subject: z.string(),
  source: z.enum(['panel', 'command', 'context_menu']),
  opened_at: z.string(),
  /** When its thread was opened again, the last time. */
  reopened_at: z.string().nullable(),
  closed_at: z.string().nullable(),
  /** Null for one that closed by itself. */
  closed_by: User.nullable(),
  close_source: z.enum(closeSources).nullable(),
  close_reason: z.string().nullable(),
  /** Who had it last, and since when; null also for anyone who is not on its staff. */
  claimed_by: User.nullable(),
  claimed_at: z.string().nullable(),
  /** Given by its opener, 1 to 5. */
  rating: z.number().int().nullable(),
  /** What the opener answered to the exit survey; null for whoever may not read it. */
  survey: z.array(Answer).nullable(),
  may_edit_reason: z.boolean(),
  may_share: z.boolean(),
  /** The ticket that goes on from this one, because it was reopened; null also for whoever may not see that one. */
  continued_by: z.object({ id: z.number().int(), is_open: z.boolean() }).nullable(),
  completeness: Completeness,
});
export type TranscriptTicket = z.infer<typeof TranscriptTicket>;

export const EditReasonInput = CloseInput;

/** Messages that follow one another, with everybody and everything that they name. */
export const TranscriptPiece = z.object({
  entities: z.object({
    users: z.record(
      z.string(),
      z.object({ username: z.string(), avatar: z.string(), badge: z.literal('bot').optional() }),
    ),
    channels: z.record(z.string(), z.object({ name: z.string() })),
    roles: z.record(z.string(), z.object({ name: z.string(), color: z.number().int() })),
  }),
  /** With those of the earlier tickets that are joined. */
  messages: z.array(TranscriptMessage),
  /** Where the next piece begins; null where this is the last. */
  next: TranscriptPlace.nullable(),
});
export type TranscriptPiece = z.infer<typeof TranscriptPiece>;

/** A transcript with its messages, or, where fewer were asked for, with the first of them. */
export const Transcript = TranscriptPiece.extend({
  channel_name: z.string(),
  ticket_id: z.number().int(),
  /** Its server brought it from elsewhere: nothing of it was recorded here, and it may be invented. */
  imported: z.boolean(),
  /** To the panel's form; what was not answered is "". */
  answers: z.array(Answer),
  /** The tickets that it goes on from, the latest first. */
  earlier: z.array(EarlierTicket),
  ticket: TranscriptTicket,
});
export type Transcript = z.infer<typeof Transcript>;

/** A closed ticket of the caller. */
export const OwnTranscript = z.object({
  ticket_id: z.number().int(),
  guild_id: Snowflake,
  guild_name: z.string(),
  /** As in Transcript. */
  imported: z.boolean(),
});
export type OwnTranscript = z.infer<typeof OwnTranscript>;

export const OwnTranscriptsQuery = z.object({ page: PageNumber });
