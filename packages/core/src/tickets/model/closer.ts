import { unknownUsername } from '@tickets/contract/platform/names';
import type { User } from '@tickets/contract/servers/guild';
import type { Context } from '../../platform/context.ts';
import { toUser, usersSoon } from '../../servers/users.ts';
import { settingsFor } from '../../settings/read.ts';
import type { Ticket } from './find.ts';

type Closed = Pick<Ticket, 'ticket_id' | 'opener_id' | 'closed_by' | 'close_source' | 'closer_unnamed'>;

/**
 * Where replies from the dashboard stand under the name of the server, or did when the ticket was closed, the name of who closed
 * there stays with staff.
 */
export const isCloserUnnamed = (
  { anonymise_dashboard_responses }: { anonymise_dashboard_responses: boolean },
  { opener_id, closed_by, close_source, closer_unnamed }: Omit<Closed, 'ticket_id'>,
): boolean =>
  (anonymise_dashboard_responses || closer_unnamed) &&
  close_source === 'dashboard' &&
  closed_by !== null &&
  closed_by !== opener_id;

/** Whether what staff do in the dashboard stands under the name of the server. */
export const areStaffUnnamed = async (ctx: Context, guild_id: string): Promise<boolean> =>
  (await settingsFor(ctx, guild_id)).anonymise_dashboard_responses;

/** Who closed tickets of one server, by their numbers, as each reader is shown it. Nobody closed one that is missing. */
export async function closersOf(
  ctx: Context,
  guild_id: string,
  tickets: readonly (Closed & { is_staff: boolean })[],
): Promise<Map<number, User>> {
  const closed = tickets.flatMap(({ closed_by, ...ticket }) => (closed_by ? [{ ...ticket, closed_by }] : []));
  if (!closed.length) return new Map();
  const settings = await settingsFor(ctx, guild_id);
  const unnamed = closed.filter((ticket) => !ticket.is_staff && isCloserUnnamed(settings, ticket));
  const named = closed.filter((ticket) => !unnamed.includes(ticket));
  const [people, server] = await Promise.all([
    usersSoon(
      ctx,
      guild_id,
      named.map(({ closed_by }) => closed_by),
    ),
    unnamed.length ? serverAsUser(ctx, guild_id) : undefined,
  ]);
  return new Map([
    ...named.map(
      ({ ticket_id, closed_by }) =>
        [
          ticket_id,
          people.get(closed_by) ?? toUser({ user_id: closed_by, username: unknownUsername }),
        ] as const,
    ),
    ...unnamed.flatMap(({ ticket_id }) => (server ? [[ticket_id, server] as const] : [])),
  ]);
}

export const serverName = async ({ db }: Pick<Context, 'db'>, guild_id: string): Promise<string> =>
  (await db.selectFrom('guilds').where('guild_id', '=', guild_id).select('name').executeTakeFirstOrThrow())
    .name;

/** The server, where it stands in place of a person. */
export const serverAsUser = async (ctx: Context, guild_id: string): Promise<User> =>
  toUser({ user_id: guild_id, username: await serverName(ctx, guild_id), bot: true });
