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
  messages: [],
  earlier: [],
  mentions: { users: {}, roles: {}, channels: {} },
  seq: 0,
  has_more: false,
});
