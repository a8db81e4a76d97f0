import { z } from 'zod';
import { RowId } from '../platform/row-id.ts';
import { Snowflake } from '../platform/snowflake.ts';
import { User } from '../servers/guild.ts';
import { Answer, EarlierTicket, MentionNames, TicketMessage } from './tickets.ts';

/** The server of a ticket, as far as it is known; also after the bot, or its member, has left it. */
export const OwnTicketServer = z.object({
  id: Snowflake,
  name: z.string(),
  icon: z.string().nullable(),
});
export type OwnTicketServer = z.infer<typeof OwnTicketServer>;

/** What was said last in a ticket, as its opener sees it in Discord. */
export const OwnLastMessage = z.object({
  is_mine: z.boolean(),
  /** Who wrote it, under the name that stands in the channel. */
  author: z.string(),
  /** The beginning of its text; "" for one that has something else instead of words. */
  text: z.string(),
  files: z.number().int(),
  time: z.string(),
});
export type OwnLastMessage = z.infer<typeof OwnLastMessage>;

export const OwnTicket = z.object({
  id: z.number().int(),
  server: OwnTicketServer,
  panel_title: z.string().nullable(),
  subject: z.string(),
  is_open: z.boolean(),
  opened_at: z.string(),
  closed_at: z.string().nullable(),
  last_message: OwnLastMessage.nullable(),
  /** Its server brought it from elsewhere: nothing of it was recorded here, and it may be invented. */
  imported: z.boolean(),
  /** Staff answered last, and the opener has not seen it here. */
  is_unread: z.boolean(),
  rating: z.number().int().nullable(),
  /** It is closed, not rated yet, and its server asks for ratings. */
  may_rate: z.boolean(),
});
export type OwnTicket = z.infer<typeof OwnTicket>;

export const OwnTicketList = z.object({
  success: z.literal(true),
  /** Open ones first, then the newest first. */
  tickets: z.array(OwnTicket),
  /** Asks for those that come after these; null where these are the last. */
  next: z.string().nullable(),
});
export type OwnTicketList = z.infer<typeof OwnTicketList>;

const noPage = 'Load the list again: this page is not there.';

export const OwnTicketListQuery = z.object({
  after: z
    .string()
    .regex(/^[012]\.\d{1,17}\.\d{1,19}\.\d{1,10}$/, { error: noPage, abort: true })
    .refine((cursor) => {
      const [, , guild_id, ticket_id] = cursor.split('.');
      return Snowflake.safeParse(guild_id).success && RowId.safeParse(ticket_id).success;
    }, noPage)
    .optional(),
});

/** Why its opener cannot write in a ticket from the dashboard, as far as it is known before they try. */
export const WritingHindrance = z.enum(['closed', 'no_premium', 'bot_gone', 'left', 'blacklisted']);
export type WritingHindrance = z.infer<typeof WritingHindrance>;

/** A question of an exit survey, as Discord's modal asks it. */
export const SurveyQuestion = z.object({
  id: z.string(),
  label: z.string(),
  placeholder: z.string().nullable(),
  is_long: z.boolean(),
  required: z.boolean(),
  min_length: z.number().int(),
  max_length: z.number().int(),
});
export type SurveyQuestion = z.infer<typeof SurveyQuestion>;

export const OwnTicketDetail = z.object({
  id: z.number().int(),
  server: OwnTicketServer,
  panel_title: z.string().nullable(),
  subject: z.string(),
  is_open: z.boolean(),
  opened_at: z.string(),
  closed_at: z.string().nullable(),
  /** As the opener is told: null for one that closed by itself, or is open. */
  closed_by: User.nullable(),
  close_reason: z.string().nullable(),
  /** Null where its channel is gone. */
  channel_id: Snowflake.nullable(),
  channel_name: z.string(),
  /** Null until someone has written. */
  last_response_is_staff: z.boolean().nullable(),
  answers: z.array(Answer),
  /** As in OwnTicket. */
  imported: z.boolean(),
  rating: z.number().int().nullable(),
  /** Its server wants to know how its opener found it. */
  may_rate: z.boolean(),
  survey: z
    .object({ title: z.string(), questions: z.array(SurveyQuestion), is_answered: z.boolean() })
    .nullable(),
  /** Whether the conversation of a closed ticket was kept. */
  has_transcript: z.boolean(),
  hindrance: WritingHindrance.nullable(),
  may_close: z.boolean(),
});
export type OwnTicketDetail = z.infer<typeof OwnTicketDetail>;

export const OwnTicketView = z.object({
  success: z.literal(true),
  ticket: OwnTicketDetail,
  /** The opener, under the name that they write with. */
  self: User,
  messages: z.array(TicketMessage),
  earlier: z.array(EarlierTicket),
  mentions: MentionNames,
  /** The seq of the newest change that the messages contain. */
  seq: z.number().int(),
  has_more: z.boolean(),
});
export type OwnTicketView = z.infer<typeof OwnTicketView>;

export const OwnTicketQuery = z.object({
  /** A message id: answer the page of messages before it. */
  before: Snowflake.optional(),
});

export const RatingInput = z.object({
  rating: z.union(
    [z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)],
    'Choose 1 to 5 stars.',
  ),
});

export const SurveyInput = z.object({
  /** By the ids of the questions. */
  answers: z.record(z.string().max(100), z.string().max(4000)),
  /** When the questions were shown; they may have been changed since. */
  shown_at: z.iso.datetime(),
});
export type SurveyInput = z.infer<typeof SurveyInput>;
