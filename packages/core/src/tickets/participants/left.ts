import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { EffectKind } from '../../platform/effects/effects.ts';
import { transact } from '../../platform/events/events.ts';
import type { Whom } from '../../servers/members.ts';
import { isGuestOfEarlierMembership } from '../../servers/membership.ts';
import { followLater } from '../following/follow-ticket.ts';

/**
 * Takes someone who left a server out of all tickets to which they were added: who comes back has to be let in again. Discord
 * keeps what a channel allows them, also while they are away. Safe to repeat.
 */
export function takeOutGuestWhoLeft(ctx: Context, whom: Whom): Promise<void> {
  return takeOut(ctx, whom, sql<boolean>`true`);
}

/** Whom a ticket has from an earlier membership. Noted by whoever hears when they joined (`servers/membership.ts`). */
export const formerGuests: EffectKind = {
  name: 'guest.former',
  lockOf: ({ guild_id, key }) => `guest.former:${guild_id}:${key}`,
  async settle(ctx, { guild_id, key }) {
    await takeOut(ctx, { guild_id, user_id: key }, isGuestOfEarlierMembership('m'));
    return undefined;
  },
};

async function takeOut(
  ctx: Context,
  { guild_id, user_id }: Whom,
  isOver: RawBuilder<boolean>,
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
      .where(isOver)
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
