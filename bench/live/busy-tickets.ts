import { systemClock } from '../../packages/core/src/platform/clock.ts';
import { createSealer } from '../../packages/core/src/platform/crypto/seal.ts';
import { createSession } from '../../packages/core/src/sessions/sessions.ts';
import { createTokens } from '../../packages/core/src/sessions/tokens.ts';
import type { BusyServer, BusyServers } from '../../packages/testkit/src/data/busy-servers.ts';

export const token_secret = 'a benchmark signs with this and nothing else';

export interface BusyTicket {
  guild_id: string;
  ticket_id: number;
  channel_id: string;
  path: string;
}

/** Open tickets in every server, each with its channel, as if they had been opened a while ago. */
export async function openTickets(world: BusyServers, each: number): Promise<BusyTicket[]> {
  const opened: BusyTicket[] = [];
  for (const { guild_id, category, members } of world.servers) {
    const opener_id = members[0]?.id;
    if (!opener_id) throw new Error('every server has a member');
    const tickets = Array.from({ length: each }, (_, i) => {
      const ticket_id = i + 1;
      const { id: channel_id } = world.sim.world.addChannel({
        guild_id,
        parent_id: category.id,
        name: `ticket-${ticket_id}`,
      });
      return { guild_id, ticket_id, channel_id, path: `/api/${guild_id}/tickets/${ticket_id}/live-chat` };
    });
    await world.db
      .insertInto('tickets')
      .values(
        tickets.map(({ path: _, ...ticket }) => ({
          ...ticket,
          status: 'open' as const,
          opener_id,
          source: 'panel' as const,
          interaction_id: ticket.channel_id,
          subject: 'Help',
          channel_name: `ticket-${ticket.ticket_id}`,
        })),
      )
      .execute();
    await world.db
      .updateTable('guilds')
      .set({ last_ticket_id: each })
      .where('guild_id', '=', guild_id)
      .execute();
    opened.push(...tickets);
  }
  return opened;
}

export async function givePremium({ db, servers }: BusyServers): Promise<void> {
  await db
    .insertInto('entitlements')
    .values(
      servers.map(({ guild_id }) => ({ guild_id, sku_label: 'bench', source: 'operator' as const, tier: 0 })),
    )
    .execute();
}

/** Signs the staff of a server in; one token each. */
export async function signStaffIn(world: BusyServers, server: BusyServer): Promise<string[]> {
  return Promise.all(server.staff.map(({ id }) => signIn(world, id)));
}

export async function signIn({ db }: BusyServers, user_id: string): Promise<string> {
  const ctx = {
    db,
    clock: systemClock,
    sealer: createSealer(['a benchmark seals with this and nothing else']),
  };
  const { sign } = createTokens({ clock: systemClock, config: { token_secret } });
  return sign(
    await createSession(ctx, user_id, {
      access_token: 'a',
      refresh_token: 'r',
      expires_at: new Date(Date.now() + 86_400_000),
      scopes: ['identify'],
    }),
  );
}
