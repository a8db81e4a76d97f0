import { removeOldestChanges } from '../audit/room.ts';
import { resumeAttachments, storeAttachments } from '../files/attachments.ts';
import { removeUnusedFiles } from '../files/unused.ts';
import { forgetPastQuestions } from '../forms/past-questions.ts';
import { lineUpAgain } from '../outgoing-webhooks/line-up.ts';
import { purgeDeliveries } from '../outgoing-webhooks/log.ts';
import { purgeExports } from '../personal-data/erasure/copies.ts';
import { beginDueRequests, workOnRequest } from '../personal-data/work.ts';
import type { Context } from '../platform/context.ts';
import { purgeEvents } from '../platform/events/postgres-events.ts';
import { forgetKilledJobs, type JobName, type JobPayloads } from '../platform/jobs/jobs.ts';
import type { Timer } from '../platform/jobs/timers.ts';
import { compareEntitlements } from '../premium/discord-store.ts';
import { purgeSessions } from '../sessions/sessions.ts';
import { closeQuiet, sweepAutoClose } from '../tickets/autoclose/auto-close.ts';
import { sweepCloseRequests } from '../tickets/closing/close-request.ts';
import { compareServers } from '../tickets/recovery/compare.ts';
import { beginWaitingDownloads, makeDownload, purgeDownloads } from '../transcripts/make-download.ts';
import { removeOldTranscripts } from '../transcripts/retention.ts';
import { beginWaitingExports, makeExport, purgeServerExports } from '../transfer/export/make-export.ts';
import { lookForArrivals, purgeImports } from '../transfer/import/arrivals.ts';
import { beginWaitingImports, workOnServer } from '../transfer/import/work.ts';
import { endUnpaidBots } from '../whitelabel/unpaid.ts';

/** What each job does. A job that throws is tried again, later each time. */
export const tasks: { [N in JobName]: (ctx: Context, payload: JobPayloads[N]) => Promise<unknown> } = {
  'ticket.auto_close': closeQuiet,
  'attachment.store': storeAttachments,
  'files.remove_unused': removeUnusedFiles,
  'data_request.work': workOnRequest,
  'transcripts.download': makeDownload,
  'server.export': makeExport,
  'import.work': workOnServer,
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What is done again and again, whatever happens. */
export const timers: (Timer & { run: (ctx: Context) => Promise<unknown> })[] = [
  { name: 'tickets.auto_close', every_s: MINUTE, run: sweepAutoClose },
  { name: 'tickets.close_requests', every_s: MINUTE, run: sweepCloseRequests },
  { name: 'tickets.compare', every_s: HOUR, run: (ctx) => compareServers(ctx) },
  { name: 'attachments.resume', every_s: HOUR, run: resumeAttachments },
  { name: 'files.remove', every_s: 10 * MINUTE, run: removeUnusedFiles },
  { name: 'premium.compare', every_s: HOUR, run: compareEntitlements },
  { name: 'whitelabel.end_unpaid', every_s: MINUTE, run: endUnpaidBots },
  { name: 'forms.forget_past_questions', every_s: DAY, run: forgetPastQuestions },
  { name: 'transcript_downloads.begin', every_s: MINUTE, run: beginWaitingDownloads },
  { name: 'transcript_downloads.purge', every_s: HOUR, run: purgeDownloads },
  { name: 'server_exports.begin', every_s: MINUTE, run: beginWaitingExports },
  { name: 'server_exports.purge', every_s: HOUR, run: purgeServerExports },
  { name: 'imports.look_for_arrivals', every_s: MINUTE, run: lookForArrivals },
  { name: 'imports.begin', every_s: MINUTE, run: beginWaitingImports },
  { name: 'imports.purge', every_s: MINUTE, run: purgeImports },
  { name: 'audit.remove_oldest_changes', every_s: HOUR, run: removeOldestChanges },
  { name: 'transcripts.remove_old', every_s: HOUR, run: removeOldTranscripts },
  { name: 'sessions.purge', every_s: DAY, run: purgeSessions },
  { name: 'data_requests.begin', every_s: MINUTE, run: beginDueRequests },
  { name: 'data_requests.purge', every_s: HOUR, run: purgeExports },
  { name: 'outgoing_deliveries.purge', every_s: HOUR, run: purgeDeliveries },
  { name: 'outgoing_deliveries.line_up', every_s: MINUTE, run: lineUpAgain },
  { name: 'events.purge', every_s: HOUR, run: purgeEvents },
  { name: 'jobs.forget_killed', every_s: HOUR, run: forgetKilledJobs },
];
