import { sendTag } from '@tickets/core/tags/send';
import {
  claimTicket,
  tellOfClaim,
  transferTicket,
  unclaimTicket,
} from '@tickets/core/tickets/claiming/claim';
import { transferTargets } from '@tickets/core/tickets/claiming/transfer';
import { closeTicket } from '@tickets/core/tickets/closing/close';
import { usualCloseReasons } from '@tickets/core/tickets/closing/close-reason';
import { markRead } from '@tickets/core/tickets/conversation/read-marks';
import { replyToTicket, requireReplyRights } from '@tickets/core/tickets/conversation/reply';
import { getTicketView } from '@tickets/core/tickets/conversation/view';
import { listOpenTickets, listWaitingTickets } from '@tickets/core/tickets/lists/list';
import { earlierOfOpener } from '@tickets/core/tickets/lists/opener-tickets';
import { type ApiParts, mount } from '../http/mount.ts';

export function ticketRoutes(parts: ApiParts): void {
  mount(parts, 'tickets.list', async ({ params, call }) => ({
    success: true as const,
    ...(await listOpenTickets(call, params.guild_id)),
  }));

  mount(parts, 'tickets.waiting', async ({ params, call }) => ({
    success: true as const,
    waiting: await listWaitingTickets(call, params.guild_id),
  }));

  mount(parts, 'tickets.get', async ({ params, query, call }) => ({
    success: true as const,
    ...(await getTicketView(call, { ...params, ...query })),
  }));

  mount(parts, 'tickets.mark_read', async ({ params, body, call }) => {
    await markRead(call, { ...params, ...body });
    return undefined;
  });

  mount(parts, 'tickets.of_opener', async ({ params, call }) => ({
    success: true as const,
    ...(await earlierOfOpener(call, params)),
  }));

  mount(
    parts,
    'tickets.reply',
    async ({ params, body, files, call }) => ({
      success: true as const,
      ...(await replyToTicket(call, {
        ...params,
        content: body.message.content,
        files,
        idempotency_key: body.idempotency_key,
      })),
    }),
    { beforeUpload: (call) => requireReplyRights(call, call.caller.access.guild_id) },
  );

  mount(parts, 'tickets.send_tag', async ({ params, body, call }) => ({
    success: true as const,
    ...(await sendTag(call, { ...params, ...body })),
  }));

  mount(parts, 'tickets.claim', async ({ params, call }) => {
    if (await claimTicket(call, params)) await tellOfClaim(call, params);
    return { success: true as const };
  });

  mount(parts, 'tickets.unclaim', async ({ params, call }) => {
    await unclaimTicket(call, params);
    await tellOfClaim(call, params);
    return { success: true as const };
  });

  mount(parts, 'tickets.transfer_targets', async ({ params, query, call }) => ({
    success: true as const,
    people: await transferTargets(call, params, query.query),
  }));

  mount(parts, 'tickets.transfer', async ({ params, body, call }) => {
    if (await transferTicket(call, params, body.user_id)) await tellOfClaim(call, params);
    return { success: true as const };
  });

  mount(parts, 'tickets.close_reasons', async ({ params, call }) => ({
    success: true as const,
    reasons: await usualCloseReasons(call, params),
  }));

  mount(parts, 'tickets.close', async ({ params, body, call }) => {
    await closeTicket(call, { ...params, reason: body.reason, source: 'dashboard' });
    return { success: true as const };
  });
}
