import type { TableEntry } from './entry.ts';

const repeated =
  'It is made of the messages, answers and reasons themselves, and follows when one of them changes.';
const ofLink = 'It says that somebody ended a link, and nothing of what they read or wrote.';

/** Tickets, and what was said in them. What another person wrote stays theirs; in it the id alone is replaced. */
export const conversations = {
  tickets: {
    nothing:
      'guild_id ticket_id status panel_id source interaction_id is_thread parent_id channel_id welcome_message_id welcome_bot_id ' +
      'join_channel_id join_message_id webhook_id webhook_token webhook_application_id claimed_at opened_at first_response_at last_message_id ' +
      'last_message_at last_message_is_staff message_count last_seq renamed_at auto_close_excluded closed_at close_source closer_unnamed ' +
      'has_transcript channel_removed_at thread_left_open archive_channel_id archive_message_id dm_result rated_at named_by_hand ' +
      'mention_message_id awaits_opener awaits_changed_at answered_at unanswered_at auto_close_kept_at ' +
      'auto_close_warned_at auto_close_warning_id claim_followed_at continues final_read_at files_withheld_since notes_thread_id ' +
      'reopened_at reopenings said_id said_by_staff opener_was_gone forgotten_up_to erased_subject',
    holds: {
      opener_id: { held: 'id', erased: 'replaced', exported: 'tickets.json' },
      subject: { held: 'words', erased: 'replaced', exported: 'tickets.json' },
      subject_author_id: {
        held: 'id',
        erased: 'null',
        exported: null,
        because: 'It says whose words the subject is.',
      },
      channel_name: { held: 'name', erased: 'replaced', exported: 'tickets.json' },
      thread_name: { held: 'name', erased: 'null', exported: 'tickets.json' },
      origin: { held: 'words', erased: 'replaced', exported: 'quoted.json' },
      claimed_by: { held: 'id', erased: 'replaced', exported: 'handled.json' },
      closed_by: { held: 'id', erased: 'replaced', exported: 'handled.json' },
      close_reason: { held: 'words', erased: 'null', exported: 'handled.json' },
      reason_authors: { held: 'id', erased: 'null', exported: 'handled.json' },
      last_message_by: {
        held: 'id',
        erased: 'replaced',
        exported: null,
        because: 'messages.json has the message itself.',
        plain: true,
      },
      said_by: {
        held: 'id',
        erased: 'replaced',
        exported: null,
        because: 'It says that the bot spoke last for somebody, as by a tag, until somebody else does.',
        plain: true,
      },
      changed_by: {
        held: 'id',
        erased: 'replaced',
        exported: null,
        because:
          'It says who moved, renamed, reopened or gave back the ticket last, and nothing of what they wrote.',
        plain: true,
      },
      dm_channel_id: {
        held: 'id',
        erased: 'null',
        exported: null,
        because: "A number of Discord's for the direct messages of the bot with the person.",
      },
      dm_message_id: {
        held: 'id',
        erased: 'null',
        exported: null,
        because: "A number of Discord's for a message of the bot to the person.",
      },
      rating: {
        held: 'words',
        erased: 'stays',
        exported: 'tickets.json',
        because: 'A number from one to five, which belongs to nobody once the opener is replaced.',
      },
    },
  },
  ticket_messages: {
    nothing:
      'guild_id ticket_id message_id seq first_seq type author_bot by_staff reply_to created_at edited_at deleted_at erased_at rewritten_at',
    holds: {
      author_id: { held: 'id', erased: 'replaced', exported: 'messages.json' },
      author_name: { held: 'name', erased: 'replaced', exported: 'messages.json' },
      author_avatar: { held: 'name', erased: 'null', exported: 'messages.json' },
      sent_by: { held: 'id', erased: 'replaced', exported: 'messages.json' },
      content: { held: 'words', erased: 'replaced', exported: 'messages.json' },
      embeds: { held: 'words', erased: 'replaced', exported: 'messages.json' },
      components: { held: 'words', erased: 'replaced', exported: 'messages.json' },
    },
  },
  search_texts: {
    nothing: 'guild_id ticket_id source text_id said_at has_file',
    holds: {
      author_id: { held: 'id', erased: 'replaced', exported: null, because: repeated, plain: true },
      words: { held: 'words', erased: 'replaced', exported: null, because: repeated },
    },
  },
  transcript_reads: {
    nothing: 'guild_id ticket_id times first_read_at last_read_at',
    holds: { user_id: { held: 'id', erased: 'row', exported: 'transcripts.json', plain: true } },
  },
  transcript_links: {
    nothing:
      'link_id guild_id ticket_id token_hash made_at sharer_unnamed expires_at revoked_at times_opened last_opened_at',
    holds: {
      made_by: { held: 'id', erased: 'replaced', exported: 'transcripts.json', plain: true },
      revoked_by: { held: 'id', erased: 'replaced', exported: null, because: ofLink, plain: true },
    },
  },
  ticket_message_versions: {
    nothing: 'guild_id ticket_id message_id replaced_at',
    holds: {
      content: { held: 'words', erased: 'row', exported: 'messages.json' },
      embeds: {
        held: 'words',
        erased: 'row',
        exported: null,
        because: 'Previews that Discord made of links in the text.',
      },
    },
  },
  ticket_attachments: {
    nothing: 'guild_id ticket_id message_id attachment_id size content_type state tried_at',
    holds: {
      filename: { held: 'words', erased: 'row', exported: 'messages.json' },
      url: { held: 'file', erased: 'row', exported: null, because: 'It expires after a day.' },
      sha256: { held: 'file', erased: 'row', exported: 'files/' },
    },
  },
  stored_files: {
    nothing: 'size content_type created_at',
    holds: {
      storage_key: {
        held: 'file',
        erased: 'row',
        exported: null,
        because: 'It is where the bytes of the file are, which are in the copy.',
      },
      sha256: {
        held: 'file',
        erased: 'row',
        exported: 'files/',
        because: 'As soon as nobody else sent the same.',
      },
    },
  },
  ticket_answers: {
    nothing: 'guild_id ticket_id kind position label answered_at',
    holds: { value: { held: 'words', erased: 'row', exported: 'tickets.json' } },
  },
  ticket_members: {
    nothing: 'guild_id ticket_id kind staff_of added_at',
    holds: { member_id: { held: 'id', erased: 'row', exported: 'staff.json' } },
  },
  ticket_removals: {
    nothing: 'guild_id ticket_id removed_at',
    holds: {
      user_id: {
        held: 'id',
        erased: 'stays',
        exported: null,
        because:
          'It protects the ticket. It is an id and a time without name or words; whoever could erase it would be let in again.',
      },
    },
  },
  ticket_participants: {
    nothing: 'guild_id ticket_id as_staff unnamed',
    holds: {
      user_id: {
        held: 'id',
        erased: 'row',
        exported: null,
        because: 'messages.json has what they wrote there.',
        plain: true,
      },
    },
  },
  thread_staff: {
    nothing: 'guild_id ticket_id staff_of',
    holds: {
      user_id: {
        held: 'id',
        erased: 'row',
        exported: null,
        because: 'It says in which threads of tickets they are as staff.',
      },
    },
  },
  ticket_reads: {
    nothing: 'guild_id ticket_id message_id',
    holds: {
      user_id: {
        held: 'id',
        erased: 'row',
        exported: null,
        because: 'It marks what is new in the list of tickets, and goes when the ticket closes.',
        plain: true,
      },
    },
  },
  ticket_replies: {
    nothing: 'guild_id ticket_id idempotency_key message_id unnamed created_at',
    holds: {
      user_id: {
        held: 'id',
        erased: 'row',
        exported: null,
        because: 'messages.json has the reply.',
        plain: true,
      },
      content: { held: 'words', erased: 'row', exported: null, because: 'messages.json has the reply.' },
    },
  },
  close_requests: {
    nothing: 'guild_id ticket_id message_id close_at created_at by_staff',
    holds: {
      requester_id: { held: 'id', erased: 'replaced', exported: 'handled.json' },
      reason: { held: 'words', erased: 'null', exported: 'handled.json' },
    },
  },
} as const satisfies Record<string, TableEntry>;

/** Columns with words of others, in which the id of a person is replaced. Messages are changed by a step of their own. */
export const mentioning: Readonly<Record<string, readonly { column: string; json?: true }[]>> = {
  tickets: [
    { column: 'subject' },
    { column: 'close_reason' },
    { column: 'channel_name' },
    { column: 'thread_name' },
    { column: 'origin', json: true },
  ],
  ticket_message_versions: [{ column: 'content' }, { column: 'embeds', json: true }],
  ticket_answers: [{ column: 'value' }],
  ticket_replies: [{ column: 'content' }],
  close_requests: [{ column: 'reason' }],
};
