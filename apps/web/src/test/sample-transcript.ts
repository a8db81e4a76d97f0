import type {
  Transcript,
  TranscriptMessage,
  TranscriptTicket,
} from '@tickets/contract/transcripts/transcripts';

const ann = { id: '5', username: 'ann', global_name: null, avatar: '', bot: false };

export const sampleSaid = (values: Partial<TranscriptMessage> = {}): TranscriptMessage => ({
  id: '100',
  ticket_id: 5,
  type: 0,
  reply_to: null,
  author: '5',
  by_staff: false,
  time: Date.parse('2026-03-01T10:00:00Z'),
  content: 'Hello',
  edited: false,
  deleted: false,
  embeds: [],
  attachments: [],
  components: [],
  ...values,
});

/** A ticket that was closed two and a half hours after it was opened; all that was said in it is there. */
export const sampleTranscriptTicket = (values: Partial<TranscriptTicket> = {}): TranscriptTicket => ({
  opener: ann,
  panel_id: 3,
  panel_title: 'Billing',
  subject: 'Billing',
  source: 'panel',
  opened_at: '2026-03-01T09:59:00.000Z',
  reopened_at: null,
  closed_at: '2026-03-01T12:29:00.000Z',
  closed_by: null,
  close_source: 'discord',
  close_reason: null,
  claimed_by: null,
  claimed_at: null,
  rating: null,
  survey: null,
  may_edit_reason: false,
  may_share: false,
  continued_by: null,
  completeness: { shown: 1, total: 1, unheard: 0, erased: 0, files_not_kept: 0, read_until: null },
  ...values,
});

export const sampleTranscript = (values: Partial<Transcript> = {}): Transcript => ({
  channel_name: 'ticket-5',
  ticket_id: 5,
  imported: false,
  answers: [],
  entities: { users: { 5: { username: 'ann', avatar: '' } }, channels: {}, roles: {} },
  messages: [],
  next: null,
  earlier: [],
  ticket: sampleTranscriptTicket(),
  ...values,
});
