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

/** What is done by the clock, whatever happens: when (minute, hour, day, month, weekday) and what. */
export const timers: { name: string; when: string; run: (ctx: Context) => Promise<unknown> }[] = [
  { name: 'tickets.auto_close', when: '* * * * *', run: sweepAutoClose },
  { name: 'tickets.close_requests', when: '* * * * *', run: sweepCloseRequests },
  { name: 'tickets.compare', when: '17 * * * *', run: (ctx) => compareServers(ctx) },
  { name: 'attachments.resume', when: '19 * * * *', run: resumeAttachments },
  { name: 'files.remove', when: '*/10 * * * *', run: removeUnusedFiles },
  { name: 'premium.compare', when: '47 * * * *', run: compareEntitlements },
  { name: 'whitelabel.end_unpaid', when: '* * * * *', run: endUnpaidBots },
  { name: 'forms.forget_past_questions', when: '31 3 * * *', run: forgetPastQuestions },
  { name: 'transcript_downloads.begin', when: '* * * * *', run: beginWaitingDownloads },
  { name: 'transcript_downloads.purge', when: '53 * * * *', run: purgeDownloads },
  { name: 'server_exports.begin', when: '* * * * *', run: beginWaitingExports },
  { name: 'server_exports.purge', when: '51 * * * *', run: purgeServerExports },
  { name: 'imports.look_for_arrivals', when: '* * * * *', run: lookForArrivals },
  { name: 'imports.begin', when: '* * * * *', run: beginWaitingImports },
  { name: 'imports.purge', when: '* * * * *', run: purgeImports },
  { name: 'audit.remove_oldest_changes', when: '37 * * * *', run: removeOldestChanges },
  { name: 'transcripts.remove_old', when: '7 * * * *', run: removeOldTranscripts },
  { name: 'sessions.purge', when: '41 3 * * *', run: purgeSessions },
  { name: 'data_requests.begin', when: '* * * * *', run: beginDueRequests },
  { name: 'data_requests.purge', when: '47 * * * *', run: purgeExports },
  { name: 'outgoing_deliveries.purge', when: '29 * * * *', run: purgeDeliveries },
  { name: 'outgoing_deliveries.line_up', when: '* * * * *', run: lineUpAgain },
  { name: 'events.purge', when: '23 * * * *', run: purgeEvents },
  { name: 'jobs.forget_killed', when: '43 * * * *', run: forgetKilledJobs },
];
