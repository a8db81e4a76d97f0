import type { TicketList, TicketMessage, TicketSummary } from '@tickets/contract/tickets/tickets';

export const sampleMessage = (values: Partial<TicketMessage> = {}): TicketMessage => ({
  id: '100',
  ticket_id: 3,
  seq: 1,
  type: 0,
  reply_to: null,
  author: { id: '5', username: 'ann', global_name: null, avatar: '', bot: false },
  by_staff: false,
  content: 'Hello',
  timestamp: '2026-01-01T00:00:00.000Z',
  edited_timestamp: null,
  deleted_timestamp: null,
  attachments: [],
  embeds: [],
  components: [],
  ...values,
});

/** A line of the list: a ticket that nobody has written in or answered. */
export const sampleSummary = (id: number, values: Partial<TicketSummary> = {}): TicketSummary => ({
  id,
  panel_id: null,
  user_id: '7',
  claimed_by: null,
  opened_at: '2026-01-01T00:00:00.000Z',
  last_response_time: null,
  last_response_is_staff: null,
  waiting_since: '2026-01-01T00:00:00.000Z',
  last_message: null,
  ...values,
});

/** What the server answers of the open tickets, to whom a test signs in as. */
export const sampleList = (values: Partial<TicketList> = {}): TicketList => ({
  success: true,
  tickets: [],
  closed: [],
  panel_titles: {},
  resolved_users: {},
  read: {},
  self_id: '9',
  ...values,
});

/** What the server answers of an open ticket in which nothing was written. */
export const sampleTicketView = (id: number) => ({
  success: true,
  ticket: {
    id,
    channel_id: '30',
    channel_name: `ticket-${id}`,
    subject: 'Help',
    is_thread: false,
    panel_id: null,
    panel_title: null,
    opener: { id: '7', username: 'mia', avatar: '', bot: false },
    claimed_by: null,
    last_response_is_staff: null,
    opened_at: '2026-01-01T00:00:00.000Z',
    continues: null,
    answers: [],
  },
  self: { id: '9', username: 'nelly', global_name: 'Nelly Oak', avatar: '', bot: false },
  messages: [],
  earlier: [],
  mentions: { users: {}, roles: {}, channels: {} },
  may_write: true,
  anonymous: false,
  seq: 0,
  has_more: false,
});
