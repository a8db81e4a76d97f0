import { sendTag } from '@tickets/core/tags/send';
import { closeTicket } from '@tickets/core/tickets/close';
import { listOpenTickets } from '@tickets/core/tickets/list';
import { replyToTicket } from '@tickets/core/tickets/reply';
import { getTicketView } from '@tickets/core/tickets/view';
import { type Doors, mount } from '../mount.ts';

export function ticketRoutes(doors: Doors): void {
  const { ctx } = doors;

  mount(doors, 'tickets.list', async ({ params, access }) => ({
    success: true as const,
    ...(await listOpenTickets(ctx, access, params.guild_id)),
  }));

  mount(doors, 'tickets.get', async ({ params, query, access }) => ({
    success: true as const,
    ...(await getTicketView(ctx, access, { ...params, before: query.before })),
  }));

  mount(doors, 'tickets.reply', async ({ params, body, access }) => ({
    success: true as const,
    ...(await replyToTicket(ctx, access, {
      ...params,
      content: body.message.content,
      idempotency_key: body.idempotency_key,
    })),
  }));

  mount(doors, 'tickets.send_tag', async ({ params, body, access }) => ({
    success: true as const,
    ...(await sendTag(ctx, access, { ...params, ...body })),
  }));

  mount(doors, 'tickets.close', async ({ params, body, actor }) => {
    await closeTicket(ctx, { ...params, actor, reason: body.reason, source: 'dashboard' });
    return { success: true as const };
  });
}
