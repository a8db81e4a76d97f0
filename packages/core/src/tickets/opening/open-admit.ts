import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { holdGuild } from '../../servers/hold-guild.ts';
import { newTicketName } from '../channel/naming-facts.ts';
import type { Ticket } from '../model/find.ts';
import type { OpenRequest } from '../model/open-request.ts';
import { type OpeningPlan, planOpening } from './open-checks.ts';

/** When the steps in Discord are taken up by a job, should the process that took the press not finish them. */
export const takeOverMs = 30_000;

export const continueJobKey = ({ guild_id, ticket_id }: Pick<Ticket, 'guild_id' | 'ticket_id'>) =>
  `ticket:${guild_id}:${ticket_id}`;

/**
 * Checks a press and writes the ticket's row, in one transaction that holds the server's row: presses in one server
 * come one after the other, so nothing that was counted changes before the row is there.
 */
export function admitTicket(ctx: Context, request: OpenRequest): Promise<{ ticket: Ticket; isNew: boolean }> {
  const { guild_id } = request;
  return ctx.db.transaction().execute(async (tx) => {
    await holdGuild(tx, guild_id);
    const found = await planOpening(ctx, tx, request, { rehearsal: false });
    if (found.earlier) return { ticket: found.earlier, isNew: false };
    return { ticket: await insertTicket(tx, ctx, request, found.plan), isNew: true };
  });
}

async function insertTicket(tx: Tx, ctx: Context, request: OpenRequest, plan: OpeningPlan): Promise<Ticket> {
  const { settings, panel, subject, answers, parent_id } = plan;
  const { guild_id, from } = request;
  const { last_ticket_id: ticket_id } = await tx
    .updateTable('guilds')
    .set((eb) => ({ last_ticket_id: eb('last_ticket_id', '+', 1) }))
    .where('guild_id', '=', guild_id)
    .returning('last_ticket_id')
    .executeTakeFirstOrThrow();
  if (plan.category_is_gone)
    await tx.updateTable('guild_settings').set({ category: null }).where('guild_id', '=', guild_id).execute();
  const origin = from.source === 'context_menu' ? from.origin : null;
  const ticket = await tx
    .insertInto('tickets')
    .values({
      guild_id,
      ticket_id,
      status: 'opening',
      panel_id: panel?.panel_id ?? null,
      opener_id: request.access.user_id,
      source: from.source,
      interaction_id: request.interaction_id,
      subject,
      is_thread: settings.use_threads,
      parent_id,
      channel_name: await newTicketName(ctx, tx, { ticket_id, opener: request.opener, settings, panel }),
      origin: origin && JSON.stringify(origin),
      opened_at: ctx.clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const sender = origin?.author_id;
  if (sender && settings.context_menu_add_sender && !origin.author_is_bot && sender !== ticket.opener_id) {
    await tx
      .insertInto('ticket_members')
      .values({ guild_id, ticket_id, member_id: sender, kind: 'user' })
      .execute();
  }
  if (answers.length)
    await tx
      .insertInto('ticket_answers')
      .values(
        answers.map((answer, index) => ({
          guild_id,
          ticket_id,
          kind: 'form' as const,
          position: index + 1,
          ...answer,
        })),
      )
      .execute();
  await addJob(
    tx,
    'ticket.continue',
    { guild_id, ticket_id },
    { key: continueJobKey(ticket), runAt: new Date(Date.now() + takeOverMs) },
  );
  return ticket;
}
