import type { Access } from '@tickets/core/access/access';
import { resolveUsers } from '@tickets/core/servers/users';
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
import { type ApiParts, mount } from '../mount.ts';

export function ticketRoutes(parts: ApiParts): void {
  const { ctx } = parts;

  mount(parts, 'tickets.list', async ({ params, access }) => ({
    success: true as const,
    ...(await listOpenTickets(ctx, access, params.guild_id)),
  }));

  mount(parts, 'tickets.waiting', async ({ params, access }) => ({
    success: true as const,
    waiting: await listWaitingTickets(ctx, access, params.guild_id),
  }));

  mount(parts, 'tickets.get', async ({ params, query, access }) => ({
    success: true as const,
    ...(await getTicketView(ctx, access, { ...params, ...query })),
  }));

  mount(parts, 'tickets.mark_read', async ({ params, body, access }) => {
    await markRead(ctx, access, { ...params, ...body });
    return undefined;
  });

  mount(parts, 'tickets.of_opener', async ({ params, access }) => ({
    success: true as const,
    ...(await earlierOfOpener(ctx, access, params)),
  }));

  mount(
    parts,
    'tickets.reply',
    async ({ params, body, files, access }) => ({
      success: true as const,
      ...(await replyToTicket(ctx, access, {
        ...params,
        content: body.message.content,
        files,
        idempotency_key: body.idempotency_key,
      })),
    }),
    { beforeUpload: (access) => requireReplyRights(ctx, access) },
  );

  mount(parts, 'tickets.send_tag', async ({ params, body, access }) => ({
    success: true as const,
    ...(await sendTag(ctx, access, { ...params, ...body })),
  }));

  mount(parts, 'tickets.claim', async ({ params, access }) => {
    if (await claimTicket(ctx, await staff(access), params)) await tellOfClaim(ctx, params);
    return { success: true as const };
  });

  mount(parts, 'tickets.unclaim', async ({ params, access }) => {
    await unclaimTicket(ctx, await staff(access), params);
    await tellOfClaim(ctx, params);
    return { success: true as const };
  });

  mount(parts, 'tickets.transfer_targets', async ({ params, query, access }) => ({
    success: true as const,
    people: await transferTargets(ctx, access, params, query.query),
  }));

  mount(parts, 'tickets.transfer', async ({ params, body, access }) => {
    if (await transferTicket(ctx, await staff(access), params, body.user_id)) await tellOfClaim(ctx, params);
    return { success: true as const };
  });

  mount(parts, 'tickets.close_reasons', async ({ params, access }) => ({
    success: true as const,
    reasons: await usualCloseReasons(ctx, access, params),
  }));

  mount(parts, 'tickets.close', async ({ params, body, actor }) => {
    await closeTicket(ctx, { ...params, actor, reason: body.reason, source: 'dashboard' });
    return { success: true as const };
  });

  /** With the name that Discord's audit log shows. */
  async function staff(access: Access) {
    const users = await resolveUsers(ctx, [access.user_id]);
    return { access, username: users.get(access.user_id)?.username ?? access.user_id };
  }
}
