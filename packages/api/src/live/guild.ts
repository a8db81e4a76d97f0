import type { GuildLiveFrame } from '@tickets/contract/live';
import type { Context } from '@tickets/core/context';
import type { Access } from '@tickets/core/permissions/access';
import { loadAccess } from '@tickets/core/permissions/load';
import { findTicketFacts } from '@tickets/core/permissions/ticket-access';
import { listRestriction, mayWorkPanel } from '@tickets/core/permissions/tickets';
import { LiveRefusal, type LiveSubject } from './channel.ts';

/** Tells staff that a ticket of their server's list changed; the reader asks again for what it shows. */
export function guildSubject(
  ctx: Context,
  guild_id: string,
  send: (frame: GuildLiveFrame) => void,
): LiveSubject {
  let access: Access | undefined;

  /** Somebody who is staff of some panels only hears of those. */
  const maySee = async (ticket_id: number) => {
    if (!access) return false;
    if (listRestriction(access) === 'all') return true;
    const ticket = await findTicketFacts(ctx, guild_id, ticket_id);
    return ticket !== undefined && mayWorkPanel(access, ticket.panel).allowed;
  };

  return {
    async check({ user_id }) {
      access = await loadAccess(ctx, guild_id, user_id);
      if (!access || access.level < 1)
        throw new LiveRefusal('You do not have permission to view this server');
    },
    async start() {
      send({ type: 'authenticated' });
    },
    async onEvent(event) {
      if (event.type === 'names.learned' && event.guild_id === guild_id) send({ type: 'names_learned' });
      if (event.type !== 'ticket.changed' || event.guild_id !== guild_id) return;
      const { ticket_id } = event;
      if (await maySee(ticket_id)) send({ type: 'tickets_changed', data: { ticket_id } });
    },
    concernsAccess: (event, { user_id }) =>
      event.type === 'access.changed' &&
      event.guild_id === guild_id &&
      (event.user_id === undefined || event.user_id === user_id),
  };
}
