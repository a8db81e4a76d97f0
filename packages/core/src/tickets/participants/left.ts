import type { Context } from '../../platform/context.ts';
import { transact } from '../../platform/events/events.ts';
import { followLater } from '../following/follow-ticket.ts';

/**
 * Takes someone who left a server out of all tickets to which they were added: who comes back has to be let in again. Discord
 * keeps what a channel allows them, also while they are away. Safe to repeat.
 */
export async function takeOutGuestWhoLeft(
  ctx: Context,
  { guild_id, user_id }: { guild_id: string; user_id: string },
): Promise<void> {
  await transact(ctx, async (tx, emit) => {
    const left = await tx
      .deleteFrom('ticket_members as m')
      .using('tickets as t')
      .whereRef('t.guild_id', '=', 'm.guild_id')
      .whereRef('t.ticket_id', '=', 'm.ticket_id')
      .where('m.guild_id', '=', guild_id)
      .where('m.member_id', '=', user_id)
      .where('m.kind', '=', 'user')
      .returning(['m.ticket_id', 't.status'])
      .execute();
    for (const { ticket_id, status } of left) {
      if (status !== 'open') continue;
      const ticket = { guild_id, ticket_id };
      await followLater(tx, ticket, { what: 'permissions', of: user_id }, { in_background: true });
      emit({ type: 'ticket.changed', ...ticket });
    }
  });
}
