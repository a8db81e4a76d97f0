import { z } from 'zod';
import { GuildPath, hour, minute, type Route } from '../platform/route.ts';
import {
  ConfirmInput,
  CopyRequest,
  CopySource,
  ExportRequest,
  ImportLog,
  ImportQueue,
  ImportRun,
  ImportStarted,
  ImportStartQuery,
  ImportUpload,
  ListedUpload,
  LogsQuery,
  Presigned,
  PresignQuery,
  ServerExport,
} from './transfer.ts';
import { importLimits } from './transfer-limits.ts';

const ExportPath = GuildPath.extend({ export_id: z.uuid() });
const UploadPath = GuildPath.extend({ upload_id: z.uuid() });

export const transferRoutes = {
  'export.list': {
    summary: 'The exports of this server that the user asked for, the newest first, and how far each is.',
    subject: 'Import and export',
    access: 'export.read',
    params: GuildPath,
    answers: { 200: z.array(ServerExport) },
  },
  'export.start': {
    summary:
      'Has what belongs to this server put into one file, in the background. The format is described in the guide.',
    subject: 'Import and export',
    access: 'export.start',
    limits: [
      {
        per: 'guild',
        max: 10,
        period_ms: hour,
        why: 'Each makes a file in the background, and one server has one queue.',
      },
    ],
    params: GuildPath,
    body: ExportRequest,
    answers: { 201: ServerExport },
  },
  'export.cancel': {
    summary: 'Stops an export that is being made.',
    subject: 'Import and export',
    access: 'export.start',
    params: ExportPath,
    answers: { 204: null },
  },
  'export.link': {
    summary: 'A link with which the file of an export can be fetched for a minute.',
    subject: 'Import and export',
    access: 'export.start',
    params: ExportPath,
    answers: { 200: z.object({ url: z.string() }) },
  },
  'import.start': {
    summary:
      'Takes one archive as `data_file`, or one as `transcripts_file`, or both, and imports them in the background. With `preview=true` they are checked first and wait to be confirmed. For administrators of the server.',
    subject: 'Import and export',
    access: 'import.start',
    limits: [
      {
        per: 'guild',
        max: 20,
        period_ms: hour,
        why: 'Each is an archive to be read, and one server has one queue.',
      },
    ],
    params: GuildPath,
    query: ImportStartQuery,
    streams: { fields: ['data_file', 'transcripts_file'], file_bytes: importLimits.file_bytes },
    answers: { 200: ImportStarted },
  },
  'import.presign': {
    summary:
      'An address to which one archive can be sent by PUT within ten minutes, with the content type and of the size that were named. What waited for this server under the same type is replaced. For administrators of the server.',
    subject: 'Import and export',
    access: 'import.start',
    limits: [
      { per: 'guild', max: 20, period_ms: minute, why: 'Each opens a place for an archive of this server.' },
    ],
    params: GuildPath,
    query: PresignQuery,
    answers: { 200: Presigned },
  },
  'import.queue': {
    summary: 'How many imports wait or run, in all servers.',
    subject: 'Import and export',
    access: 'import.read',
    params: GuildPath,
    answers: { 200: ImportQueue },
  },
  'import.runs': {
    summary: 'The imports of this server, the newest first, each with the last lines of its log.',
    subject: 'Import and export',
    access: 'import.read',
    params: GuildPath,
    answers: { 200: z.array(ImportRun) },
  },
  'import.logs': {
    summary: 'Lines of the log of one import, from the oldest on.',
    subject: 'Import and export',
    access: 'import.read',
    params: GuildPath.extend({ run_id: z.uuid() }),
    query: LogsQuery,
    answers: { 200: z.array(ImportLog) },
  },
  'import.uploads': {
    summary:
      'The archives that were sent for this server lately, with how much importing them would create, change and skip.',
    subject: 'Import and export',
    access: 'import.read',
    params: GuildPath,
    answers: { 200: z.array(ListedUpload) },
  },
  'import.upload': {
    summary: 'One of these archives, with the report of what importing it would do.',
    subject: 'Import and export',
    access: 'import.read',
    params: UploadPath,
    answers: { 200: ImportUpload },
  },
  'import.check': {
    summary:
      'Makes the report of an archive again, as it would be with other channels and roles in place of those that are missing.',
    subject: 'Import and export',
    access: 'import.start',
    limits: [
      {
        per: 'guild',
        max: 20,
        period_ms: minute,
        why: 'Each reads an archive, and one server has one queue.',
      },
    ],
    params: UploadPath,
    body: ConfirmInput,
    answers: { 200: ImportUpload },
  },
  'import.confirm': {
    summary:
      'Imports an archive whose report is there, or goes on with one that failed. For administrators of the server.',
    subject: 'Import and export',
    access: 'import.start',
    params: UploadPath,
    body: ConfirmInput,
    answers: { 200: ImportUpload },
  },
  'import.discard': {
    summary: 'Throws away an archive that is not being imported.',
    subject: 'Import and export',
    access: 'import.start',
    params: UploadPath,
    answers: { 204: null },
  },
  'copy.sources': {
    summary:
      'The other servers of which the user is an administrator too, from which a set-up can be copied.',
    subject: 'Import and export',
    access: 'setup.copy',
    params: GuildPath,
    answers: { 200: z.array(CopySource) },
  },
  'copy.prepare': {
    summary: 'Reads the set-up of another server, and reports what copying it into this one would do.',
    subject: 'Import and export',
    access: 'setup.copy',
    limits: [{ per: 'user', max: 20, period_ms: minute, why: 'Each reads all that a server has set up.' }],
    params: GuildPath,
    body: CopyRequest,
    answers: { 201: ImportUpload },
  },
  'copy.check': {
    summary: 'Makes that report again, with other channels and roles in place of those that are missing.',
    subject: 'Import and export',
    access: 'setup.copy',
    limits: [{ per: 'user', max: 20, period_ms: minute, why: 'Each reads all that a server has set up.' }],
    params: UploadPath,
    body: ConfirmInput,
    answers: { 200: ImportUpload },
  },
  'copy.start': {
    summary: 'Copies what was prepared into this server, in the background.',
    subject: 'Import and export',
    access: 'setup.copy',
    params: UploadPath,
    body: ConfirmInput,
    answers: { 200: ImportUpload },
  },
} as const satisfies Record<string, Route>;
