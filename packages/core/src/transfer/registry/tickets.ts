import { ShownComponents, ShownEmbeds } from '@tickets/contract/tickets/shown';
import { z } from 'zod';
import {
  count,
  flag,
  hash,
  id,
  number,
  optionalFlag,
  optionalId,
  optionalNumber,
  optionalText,
  optionalTime,
  text,
  time,
} from './columns.ts';
import type { ExportedTable } from './entry.ts';

const itself = 'It is the server itself, which the manifest names.';
const ofOpen = 'It is of an open ticket, and an imported one is closed.';
const inDiscord = 'It names something in Discord that an imported ticket does not have.';

/** The id of nobody, where an archive of an earlier version does not say whose words a subject is. */
export const notSaid = '0';

/** The message that a ticket was started from, by which it is found when its author has their data erased. */
const Origin = z.looseObject({
  channel_id: id.optional(),
  message_id: id.optional(),
  author_id: id.optional(),
  author_is_bot: flag.optional(),
  sent_by: id.optional(),
  content: text(20_000).optional(),
});

const TicketNumber = number.min(1).max(100_000_000);

/** Tickets and what was said in them, some hundred tickets a folder. Their lines are sorted, so that they are read side by side. */
export const ticketTables = {
  tickets: {
    order: ['ticket_id'],
    columns: {
      ticket_id: TicketNumber,
      status: z.enum(['open', 'closing', 'closed']),
      panel_id: optionalNumber,
      opener_id: id,
      source: z.enum(['panel', 'command', 'context_menu']),
      subject: text(4000),
      subject_author_id: optionalId.default(notSaid),
      is_thread: flag,
      channel_name: text(200),
      thread_name: optionalText(200),
      origin: Origin.nullable(),
      claimed_by: optionalId,
      claimed_at: optionalTime,
      opened_at: time,
      first_response_at: optionalTime,
      last_message_id: optionalId,
      last_message_at: optionalTime,
      last_message_by: optionalId,
      last_message_is_staff: optionalFlag,
      answered_at: optionalTime,
      unanswered_at: optionalTime,
      message_count: count,
      last_seq: count,
      closed_at: optionalTime,
      closed_by: optionalId,
      close_reason: optionalText(1024),
      close_source: z
        .enum([
          'discord',
          'dashboard',
          'auto_close',
          'user_left',
          'channel_deleted',
          'thread_archived',
          'undone',
        ])
        .nullable(),
      closer_unnamed: flag.default(false),
      final_read_at: optionalTime,
      has_transcript: flag,
      rating: number.min(1).max(5).nullable(),
      rated_at: optionalTime,
      continues: optionalNumber,
      reopened_at: optionalTime,
    },
    left_out: {
      guild_id: itself,
      webhook_token: 'A secret.',
      [[
        'interaction_id parent_id channel_id welcome_message_id welcome_bot_id join_channel_id join_message_id webhook_id',
        'archive_channel_id archive_message_id dm_channel_id dm_message_id dm_result mention_message_id notes_thread_id',
        'channel_removed_at thread_left_open files_withheld_since webhook_application_id forgotten_up_to',
      ].join(' ')]: inDiscord,
      [[
        'renamed_at reopenings named_by_hand auto_close_excluded auto_close_kept_at auto_close_warned_at auto_close_warning_id',
        'awaits_opener awaits_changed_at claim_followed_at changed_by said_by said_by_staff said_id opener_was_gone',
      ].join(' ')]: ofOpen,
      'reason_authors erased_subject': 'It is for an erasure of words that Discord was told.',
    },
  },
  ticket_answers: {
    order: ['ticket_id', 'kind', 'position'],
    columns: {
      ticket_id: TicketNumber,
      kind: z.enum(['form', 'exit_survey']),
      position: number.max(99),
      label: text(200),
      value: text(10_000),
      answered_at: time,
    },
    left_out: { guild_id: itself },
  },
  ticket_members: {
    order: ['ticket_id', 'member_id'],
    columns: { ticket_id: TicketNumber, member_id: id, kind: z.enum(['user', 'role']) },
    left_out: {
      guild_id: itself,
      staff_of: 'An archive makes nobody staff, so it ends nothing either.',
      added_at: 'It is compared with when somebody joined this server.',
    },
  },
  ticket_participants: {
    order: ['ticket_id', 'user_id'],
    columns: {
      ticket_id: TicketNumber,
      user_id: id,
      as_staff: flag.default(true),
      unnamed: flag.default(false),
    },
    left_out: { guild_id: itself },
  },
  ticket_messages: {
    order: ['ticket_id', 'message_id'],
    columns: {
      ticket_id: TicketNumber,
      message_id: id,
      seq: count,
      first_seq: count,
      type: number.max(32_767),
      author_id: id,
      author_name: optionalText(200),
      author_avatar: optionalText(2000),
      author_bot: flag,
      by_staff: optionalFlag,
      sent_by: optionalId,
      content: text(20_000),
      embeds: ShownEmbeds,
      components: ShownComponents,
      reply_to: optionalId,
      created_at: time,
      edited_at: optionalTime,
      deleted_at: optionalTime,
      erased_at: optionalTime,
    },
    left_out: {
      guild_id: itself,
      rewritten_at: 'Discord has nothing of an imported ticket that could come back.',
    },
  },
  ticket_message_versions: {
    order: ['ticket_id', 'message_id', 'replaced_at'],
    columns: {
      ticket_id: TicketNumber,
      message_id: id,
      replaced_at: time,
      content: text(20_000),
      embeds: ShownEmbeds,
    },
    left_out: { guild_id: itself },
  },
  ticket_attachments: {
    order: ['ticket_id', 'message_id', 'attachment_id'],
    columns: {
      ticket_id: TicketNumber,
      message_id: id,
      attachment_id: id,
      filename: text(1000),
      size: number,
      content_type: optionalText(500),
      // Under this name its bytes lie in the folder `files`.
      sha256: hash.nullable(),
      state: z.enum(['pending', 'stored', 'too_large', 'over_quota', 'gone']),
    },
    left_out: {
      guild_id: itself,
      url: 'It leads to Discord, and is good for a day.',
      tried_at: 'It is of a copy that is still to be made.',
    },
  },
} as const satisfies Record<string, ExportedTable>;
