import { z } from 'zod';
import { GuildPath, minute, Ok, type Route, second } from '../platform/route.ts';
import { TicketPath } from '../tickets/routes.ts';
import { DownloadRequest, TranscriptDownload } from './downloads.ts';
import { Retention, RetentionChange, RetentionPreview, RetentionPreviewQuery } from './retention.ts';
import {
  ReadersAnswer,
  SharedTranscript,
  ShareLink,
  ShareLinkMade,
  ShareLinkRequest,
  ShareToken,
} from './sharing.ts';
import {
  EditReasonInput,
  Neighbours,
  NeighboursQuery,
  OwnTranscript,
  OwnTranscriptsQuery,
  Transcript,
  TranscriptFilter,
  TranscriptPiece,
  TranscriptPieceQuery,
  TranscriptQuery,
  TranscriptRow,
} from './transcripts.ts';

const DownloadPath = GuildPath.extend({ download_id: z.uuid() });

export const transcriptRoutes = {
  'transcripts.list': {
    summary: 'A page of closed tickets, newest first. The answer is the bare list.',
    subject: 'Transcripts',
    access: 'transcript.list',
    limits: [
      { per: 'user', max: 5, period_ms: 5 * second, why: 'Each may look through many tickets.' },
      { per: 'user', max: 20, period_ms: minute, why: 'Each may look through many tickets.' },
    ],
    params: GuildPath,
    body: TranscriptFilter,
    answers: { 200: z.array(TranscriptRow) },
    answer_headers: {
      'x-total-count':
        'How many closed tickets the filter finds, counted up to 10,000. Not told where they are found by words that are said often.',
      'x-current-page': 'The page that was answered.',
    },
  },
  'transcripts.self': {
    summary: 'A page of the closed tickets that the user had opened, in all servers, newest first.',
    subject: 'Transcripts',
    access: 'user',
    limits: [{ per: 'user', max: 5, period_ms: 5 * second, why: 'Each may look through many tickets.' }],
    query: OwnTranscriptsQuery,
    answers: { 200: z.array(OwnTranscript) },
  },
  'transcripts.render': {
    summary:
      'The messages of a closed ticket. With `Accept: text/html` as a page that needs nothing else, with `Accept: text/plain` as plain text.',
    subject: 'Transcripts',
    access: 'transcript.read',
    limits: [
      {
        per: 'user',
        max: 10,
        period_ms: 10 * second,
        why: 'Each may read thousands of messages. Members read here as well, so it is not counted by server.',
      },
    ],
    params: TicketPath,
    query: TranscriptQuery,
    is_long: true,
    answers: { 200: Transcript },
  },
  'transcripts.messages': {
    summary:
      'More messages of a closed ticket, from where the last answer ended. `transcripts.render` with a `limit` answers the first.',
    subject: 'Transcripts',
    access: 'transcript.read',
    limits: [
      { per: 'user', max: 60, period_ms: 10 * second, why: 'Each reads up to five thousand messages.' },
    ],
    params: TicketPath,
    query: TranscriptPieceQuery,
    is_long: true,
    answers: { 200: TranscriptPiece },
  },
  'transcripts.downloads': {
    summary: 'The downloads of transcripts that the user asked for in this server, and how far each is.',
    subject: 'Transcripts',
    access: 'transcript.list',
    params: GuildPath,
    answers: { 200: z.array(TranscriptDownload) },
  },
  'transcripts.start_download': {
    summary: 'Has all transcripts that a filter finds put into one file, in the background.',
    subject: 'Transcripts',
    access: 'transcript.download',
    limits: [{ per: 'user', max: 5, period_ms: minute, why: 'Each makes a file in the background.' }],
    params: GuildPath,
    body: DownloadRequest,
    answers: { 201: TranscriptDownload },
  },
  'transcripts.cancel_download': {
    summary: 'Stops a download that is being made.',
    subject: 'Transcripts',
    access: 'transcript.list',
    params: DownloadPath,
    answers: { 204: null },
  },
  'transcripts.download_link': {
    summary: 'A link with which the file of a download can be fetched for a minute.',
    subject: 'Transcripts',
    access: 'transcript.download',
    params: DownloadPath,
    answers: { 200: z.object({ url: z.string() }) },
  },
  'transcripts.retention': {
    summary: 'For how long transcripts are kept, and which were removed.',
    subject: 'Transcripts',
    access: 'transcript.keep',
    params: GuildPath,
    answers: { 200: Retention },
  },
  'transcripts.preview_retention': {
    summary: 'What would go if transcripts were kept for so many days.',
    subject: 'Transcripts',
    access: 'transcript.keep',
    limits: [{ per: 'user', max: 20, period_ms: 10 * second, why: 'Each counts through all transcripts.' }],
    params: GuildPath,
    query: RetentionPreviewQuery,
    answers: { 200: RetentionPreview },
  },
  'transcripts.keep_for': {
    summary:
      'Keeps transcripts and their files for so many days after a ticket was closed, or for good. What is older goes within the hour.',
    subject: 'Transcripts',
    access: 'transcript.keep',
    params: GuildPath,
    body: RetentionChange,
    answers: { 200: Retention },
  },
  'transcripts.remove': {
    summary:
      'Removes everything that was said, sent and answered in a closed ticket, and its close reason. It cannot be brought back.',
    subject: 'Transcripts',
    access: 'transcript.remove',
    params: TicketPath,
    answers: { 204: null },
  },
  'transcripts.reads': {
    summary:
      'Who read the transcript of a ticket, how often and when last; and how often its links were opened.',
    subject: 'Transcripts',
    access: 'transcript.see_reads',
    params: TicketPath,
    answers: { 200: ReadersAnswer },
  },
  'transcripts.links': {
    summary:
      'The links with which anybody can read a transcript, the newest first, also those that work no more.',
    subject: 'Transcripts',
    access: 'transcript.share',
    params: TicketPath,
    answers: { 200: z.array(ShareLink) },
  },
  'transcripts.make_link': {
    summary:
      'Makes a link with which anybody can read a transcript as its opener would, for some days. It is told once.',
    subject: 'Transcripts',
    access: 'transcript.share',
    limits: [{ per: 'user', max: 10, period_ms: minute, why: 'Each makes an address that is kept.' }],
    params: TicketPath,
    body: ShareLinkRequest,
    answers: { 201: ShareLinkMade },
  },
  'transcripts.revoke_link': {
    summary: 'Ends a link at once.',
    subject: 'Transcripts',
    access: 'transcript.share',
    params: TicketPath.extend({ link_id: z.uuid() }),
    answers: { 204: null },
  },
  'transcripts.open_link': {
    summary:
      'The transcript that a link leads to, as the ticket’s opener would read it. It works as long as whoever made it may read the ticket.',
    subject: 'Transcripts',
    access: 'public',
    body: z.object({ token: ShareToken }),
    is_long: true,
    answers: { 200: SharedTranscript },
  },
  'transcripts.neighbours': {
    summary:
      'The tickets with a transcript that stand before and after a ticket in the list, under its filter.',
    subject: 'Transcripts',
    access: 'transcript.list',
    limits: [{ per: 'user', max: 20, period_ms: 10 * second, why: 'Each may look through many tickets.' }],
    params: TicketPath,
    query: NeighboursQuery,
    answers: { 200: Neighbours },
  },
  'transcripts.edit_reason': {
    summary:
      'Gives a closed ticket another reason, also where Discord was told of it. Without one it has none.',
    subject: 'Transcripts',
    access: 'ticket.edit_close_reason',
    params: TicketPath,
    body: EditReasonInput,
    answers: { 200: Ok },
  },
} as const satisfies Record<string, Route>;
