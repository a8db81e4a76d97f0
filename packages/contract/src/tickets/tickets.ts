import { z } from 'zod';
import { limits } from '../platform/limits.ts';
import { QueryFlag } from '../platform/query-flag.ts';
import { RowId } from '../platform/row-id.ts';
import { Snowflake } from '../platform/snowflake.ts';
import { User } from '../servers/guild.ts';

export const TicketId = RowId;

/** What was said last in a ticket, as far as one line of a list tells it. */
export const LastMessage = z.object({
  id: Snowflake,
  author_id: Snowflake,
  /** The beginning of its text; "" for one that has something else instead of words. */
  text: z.string(),
  files: z.number().int(),
});
export type LastMessage = z.infer<typeof LastMessage>;

export const TicketSummary = z.object({
  id: z.number().int(),
  panel_id: z.number().int().nullable(),
  user_id: Snowflake,
  claimed_by: Snowflake.nullable(),
  opened_at: z.string(),
  last_response_time: z.string().nullable(),
  last_response_is_staff: z.boolean().nullable(),
  /**
   * Since when it waits for staff: the first message that they have not answered, or its opening where they have not
   * answered at all. Null while it waits for its opener.
   */
  waiting_since: z.string().nullable(),
  last_message: LastMessage.nullable(),
});
export type TicketSummary = z.infer<typeof TicketSummary>;

export const TicketList = z.object({
  success: z.literal(true),
  tickets: z.array(TicketSummary),
  /** Those that were closed within the hour, by number: what left the list otherwise is not for the caller any more. */
  closed: z.array(z.number().int()),
  panel_titles: z.record(z.string(), z.string()),
  resolved_users: z.record(z.string(), User),
  /** The newest message that the caller has seen, by ticket. */
  read: z.record(z.string(), Snowflake),
  self_id: Snowflake,
});
export type TicketList = z.infer<typeof TicketList>;

/** The numbers of the open tickets that wait for staff. */
export const WaitingTickets = z.object({ success: z.literal(true), waiting: z.array(z.number().int()) });
export type WaitingTickets = z.infer<typeof WaitingTickets>;

/** The newest message that someone has seen. */
export const ReadInput = z.object({ message_id: Snowflake });

export const Attachment = z.object({
  id: Snowflake,
  filename: z.string(),
  /** Bytes. */
  size: z.number().int(),
  url: z.string(),
  proxy_url: z.string(),
  content_type: z.string().nullable(),
  /** Whether there is a copy of ours at `url`, or will be; else why there is none. Then `url` is Discord's, and soon nowhere. */
  copy: z.enum(['stored', 'pending', 'too_large', 'over_quota', 'gone']),
});
export type Attachment = z.infer<typeof Attachment>;

/** A message as a person reads it in the ticket view. Embeds and components are Discord's own objects. */
export const TicketMessage = z.object({
  id: Snowflake,
  /** Whose message it is: the ticket's own, or one of an earlier ticket that it goes on from. */
  ticket_id: z.number().int(),
  /** Rises with every change of a message in its ticket: what a reconnecting reader has not seen has a higher one. */
  seq: z.number().int(),
  /** Discord's: a text, an answer, or a notice of what its author did, such as a pin. */
  type: z.number().int(),
  /** The message that it answers. */
  reply_to: Snowflake.nullable(),
  author: User,
  /**
   * Its author was staff of the ticket when it was written: anybody may take the name of somebody who is. False for all that was
   * imported, because an archive may name anybody as staff.
   */
  by_staff: z.boolean(),
  content: z.string(),
  timestamp: z.string(),
  edited_timestamp: z.string().nullable(),
  deleted_timestamp: z.string().nullable(),
  attachments: z.array(Attachment),
  embeds: z.array(z.record(z.string(), z.unknown())),
  components: z.array(z.record(z.string(), z.unknown())),
});
export type TicketMessage = z.infer<typeof TicketMessage>;

/**
 * A closed ticket that another one goes on from, because it was reopened. Of one that the reader may not see nothing is
 * told but its number.
 */
export const EarlierTicket = z.object({
  id: z.number().int(),
  /**
   * `joined`: its messages stand before those of the later ticket. `linked`: they are too many for that, and stand in its
   * own transcript. `denied`: the reader may not see it. `not_kept`: none of its messages was kept.
   */
  history: z.enum(['joined', 'linked', 'denied', 'not_kept']),
  closed_at: z.string().nullable(),
  /** Null for one that closed by itself. */
  closed_by: User.nullable(),
  close_reason: z.string().nullable(),
  /** Its server brought it from elsewhere, so that nothing of it was recorded here; false also for `denied`. */
  imported: z.boolean(),
});
export type EarlierTicket = z.infer<typeof EarlierTicket>;

/** What the opener answered, under the question as it was asked then. */
export const Answer = z.object({ label: z.string(), value: z.string() });
export type Answer = z.infer<typeof Answer>;

export const TicketDetail = z.object({
  id: z.number().int(),
  channel_id: Snowflake.nullable(),
  channel_name: z.string(),
  subject: z.string(),
  is_thread: z.boolean(),
  panel_id: z.number().int().nullable(),
  panel_title: z.string().nullable(),
  opener: User,
  claimed_by: User.nullable(),
  opened_at: z.string(),
  /** Null until someone has written. */
  last_response_is_staff: z.boolean().nullable(),
  /** The closed ticket that this one goes on from, because it was reopened. */
  continues: z.number().int().nullable(),
  /** To the panel's form; what was not answered is "". */
  answers: z.array(Answer),
});
export type TicketDetail = z.infer<typeof TicketDetail>;

/** Names for the ids that messages mention, as far as they are known. */
export const MentionNames = z.object({
  users: z.record(z.string(), z.string()),
  roles: z.record(z.string(), z.string()),
  channels: z.record(z.string(), z.string()),
});
export type MentionNames = z.infer<typeof MentionNames>;

export const TicketView = z.object({
  success: z.literal(true),
  ticket: TicketDetail,
  /** The reader, as staff see them beside what they reply. */
  self: User,
  /** Where the ticket has fewer than a page, the earlier tickets that it goes on from fill it up. */
  messages: z.array(TicketMessage),
  /** The tickets that it goes on from, the latest first. */
  earlier: z.array(EarlierTicket),
  mentions: MentionNames,
  /** False when someone else has claimed the ticket and the settings leave them alone with it. */
  may_write: z.boolean(),
  /** Whether replies stand under the name of the server, as its settings say, so that members do not see whose they are. */
  anonymous: z.boolean(),
  /** The seq of the newest change that the messages contain. */
  seq: z.number().int(),
  /** Whether older messages exist than the ones answered. */
  has_more: z.boolean(),
});
export type TicketView = z.infer<typeof TicketView>;

/** True: staff get the deleted messages as well, each with its mark. A client that knows no mark does not ask. */
export const DeletedToo = QueryFlag.optional();

export const TicketViewQuery = z.object({
  /** A message id: answer the page of messages before it. */
  before: Snowflake.optional(),
  deleted: DeletedToo,
});
export type TicketViewQuery = z.infer<typeof TicketViewQuery>;

export const ReplyInput = z.object({
  message: z.object({
    type: z.literal('message').optional(),
    /** May be left out beside files. */
    content: z.string().default(''),
  }),
  /** Chosen by the sender; the same key never sends twice. */
  idempotency_key: z.string().min(8).max(64).optional(),
});
export type ReplyInput = z.infer<typeof ReplyInput>;

export const ReplyAnswer = z.object({ success: z.literal(true), message_id: Snowflake });

export const SendTagInput = z.object({
  tag_id: z.preprocess(
    (value) => (typeof value === 'string' ? value.trim().toLowerCase() : value),
    z.string('Choose a tag.').min(1, 'Choose a tag.').max(100, 'Choose a tag.'),
  ),
  /** Chosen by the sender; the same key never sends twice. */
  idempotency_key: z.string().min(8).max(64).optional(),
});
export type SendTagInput = z.infer<typeof SendTagInput>;

export const TransferTargets = z.object({ success: z.literal(true), people: z.array(User) });
export type TransferTargets = z.infer<typeof TransferTargets>;

export const TransferInput = z.object({ user_id: Snowflake });
export type TransferInput = z.infer<typeof TransferInput>;

/** What closed tickets like this one were closed for, the usual reasons first. */
export const CloseReasons = z.object({ success: z.literal(true), reasons: z.array(z.string()) });
export type CloseReasons = z.infer<typeof CloseReasons>;

export const CloseInput = z
  .object({ reason: z.string().max(limits.close_reason, 'Reasons have at most 1024 characters.').nullish() })
  .nullish()
  .transform((value) => ({ reason: value?.reason?.trim() || null }));
export type CloseInput = z.infer<typeof CloseInput>;
