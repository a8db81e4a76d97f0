import { rateTicket } from '@tickets/core/tickets/closing/rating';
import { answerOwnSurvey } from '@tickets/core/tickets/own/afterwards';
import { closeOwnTicket } from '@tickets/core/tickets/own/close';
import { listOwnTickets, listOwnTranscripts } from '@tickets/core/tickets/own/list';
import { getOwnTicket } from '@tickets/core/tickets/own/view';
import { requireMemberOf, writeInOwnTicket } from '@tickets/core/tickets/own/write';
import { type ApiParts, mount } from '../http/mount.ts';

export function ownTicketRoutes(parts: ApiParts): void {
  const { ctx } = parts;

  mount(parts, 'own_tickets.list', async ({ query, session }) => ({
    success: true as const,
    ...(await listOwnTickets(ctx, session.user_id, query)),
  }));

  mount(parts, 'transcripts.self', ({ query, session }) =>
    listOwnTranscripts(ctx, session.user_id, query.page),
  );

  mount(parts, 'own_tickets.get', async ({ params, query, call }) => ({
    success: true as const,
    ...(await getOwnTicket(call, { ...params, ...query })),
  }));

  mount(
    parts,
    'own_tickets.write',
    async ({ params, body, files, call }) => ({
      success: true as const,
      ...(await writeInOwnTicket(call, {
        ...params,
        content: body.message.content,
        files,
        idempotency_key: body.idempotency_key,
      })),
    }),
    { beforeUpload: (call) => requireMemberOf(call, call.caller.access.guild_id) },
  );

  mount(parts, 'own_tickets.close', async ({ params, call }) => {
    await closeOwnTicket(call, params);
    return { success: true as const };
  });

  mount(parts, 'own_tickets.rate', async ({ params, body, call }) => {
    await rateTicket(call, { ...params, ...body });
    return { success: true as const };
  });

  mount(parts, 'own_tickets.answer_survey', async ({ params, body, call }) => {
    await answerOwnSurvey(call, params, body);
    return { success: true as const };
  });
}
