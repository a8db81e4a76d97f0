import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { EffectKind } from '../../platform/effects/effects.ts';
import { transact } from '../../platform/events/events.ts';
import type { Whom } from '../../servers/members.ts';
import { isGuestOfEarlierMembership, isRemovalOfEarlierMembership } from '../../servers/membership.ts';
import { followLater } from '../following/follow-ticket.ts';

/**
 * Takes someone who left a server out of all tickets to which they were added: who comes back has to be let in again. That they were
 * taken out of others ends, too. Discord keeps what a channel says of them, also while they are away. Safe to repeat.
 */
export function takeOutGuestWhoLeft(ctx: Context, whom: Whom): Promise<void> {
  return takeOut(ctx, whom, { added: sql<boolean>`true`, removed: sql<boolean>`true` });
}

/** Whom a ticket has from an earlier membership. Noted by whoever hears when they joined (`servers/membership.ts`). */
export const formerGuests: EffectKind = {
  name: 'guest.former',
  lockOf: ({ guild_id, key }) => `guest.former:${guild_id}:${key}`,
  async settle(ctx, { guild_id, key }) {
    await takeOut(
      ctx,
      { guild_id, user_id: key },
      { added: isGuestOfEarlierMembership('m'), removed: isRemovalOfEarlierMembership },
    );
    return undefined;
  },
};

async function takeOut(
  ctx: Context,
  { guild_id, user_id }: Whom,
  over: { added: RawBuilder<boolean>; removed: RawBuilder<boolean> },
): Promise<void> {
  await transact(ctx, async (tx, emit) => {
    const { rows } = await sql<{ ticket_id: number }>`
      with added as (
        delete from ticket_members m
        where guild_id = ${guild_id} and member_id = ${user_id} and kind = 'user' and ${over.added} returning ticket_id),
      removed as (
        delete from ticket_removals r
        where guild_id = ${guild_id} and user_id = ${user_id} and ${over.removed} returning ticket_id)
      select t.ticket_id from tickets t join (select * from added union select * from removed) changed using (ticket_id)
      where t.guild_id = ${guild_id} and t.status = 'open'`.execute(tx);
    for (const { ticket_id } of rows) {
      const ticket = { guild_id, ticket_id };
      await followLater(tx, ticket, { what: 'permissions', of: user_id }, { in_background: true });
      emit({ type: 'ticket.changed', ...ticket });
    }
  });
}
