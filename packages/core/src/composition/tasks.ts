import { storeAttachments } from '../files/attachments.ts';
import { forgetPastQuestions } from '../forms/past-questions.ts';
import { removeRolesOfNobody } from '../on-call/roles.ts';
import type { Context } from '../platform/context.ts';
import type { JobName, JobPayloads } from '../platform/jobs/jobs.ts';
import { reconcilePosted } from '../posted-messages/background.ts';
import { enforcePanelQuota } from '../premium/panel-quota.ts';
import { purgeSessions } from '../sessions/sessions.ts';
import { endAllLapsedDuties, endLapsedDuties } from '../staff/duties.ts';
import { syncStaff } from '../staff/sync.ts';
import { reconcileTagCommands } from '../tags/commands.ts';
import { closeQuiet, sweepAutoClose } from '../tickets/autoclose/auto-close.ts';
import { nameTicketChannel } from '../tickets/channel/claim-name.ts';
import { moveWaitingTickets } from '../tickets/channel/waiting-category.ts';
import { sweepCloseRequests } from '../tickets/closing/close-request.ts';
import { syncClaimedTickets } from '../tickets/following/sync-claimed.ts';
import { syncTicket } from '../tickets/following/sync-later.ts';
import { continueTicket } from '../tickets/recovery/continue.ts';
import { reconcileTickets } from '../tickets/recovery/reconcile.ts';
import { kinds } from './posted-messages.ts';

/** What each job does. A job that throws is tried again, later each time. */
export const tasks: { [N in JobName]: (ctx: Context, payload: JobPayloads[N]) => Promise<unknown> } = {
  'ticket.continue': async (ctx, key) => {
    if ((await continueTicket(ctx, key)) === 'busy') throw new Error('another process is at this ticket');
  },
  'ticket.auto_close': closeQuiet,
  'ticket.name': nameTicketChannel,
  'ticket.sync': syncTicket,
  'staff.sync': syncStaff,
  'staff.duties': endLapsedDuties,
  'claims.sync': syncClaimedTickets,
  'attachment.store': storeAttachments,
};

/** What is done by the clock, whatever happens: when (minute, hour, day, month, weekday) and what. */
export const timers: { name: string; when: string; run: (ctx: Context) => Promise<unknown> }[] = [
  { name: 'tickets.auto_close', when: '* * * * *', run: sweepAutoClose },
  { name: 'tickets.close_requests', when: '* * * * *', run: sweepCloseRequests },
  { name: 'tickets.move_waiting', when: '* * * * *', run: moveWaitingTickets },
  { name: 'tickets.reconcile', when: '17 * * * *', run: (ctx) => reconcileTickets(ctx) },
  { name: 'staff.duties_everywhere', when: '47 * * * *', run: endAllLapsedDuties },
  { name: 'claims.sync_everywhere', when: '* * * * *', run: (ctx) => syncClaimedTickets(ctx) },
  { name: 'on_call.roles', when: '* * * * *', run: removeRolesOfNobody },
  { name: 'panels.reconcile', when: '* * * * *', run: (ctx) => reconcilePosted(ctx, kinds) },
  { name: 'panels.quota', when: '* * * * *', run: (ctx) => enforcePanelQuota(ctx) },
  { name: 'tags.reconcile', when: '* * * * *', run: reconcileTagCommands },
  { name: 'forms.forget_past_questions', when: '31 3 * * *', run: forgetPastQuestions },
  { name: 'sessions.purge', when: '41 3 * * *', run: purgeSessions },
];
