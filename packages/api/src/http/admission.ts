import { AppError } from '@tickets/contract/errors';
import type { Route } from '@tickets/contract/routes';
import { Snowflake } from '@tickets/contract/snowflake';
import { TicketId } from '@tickets/contract/tickets';
import type { Access } from '@tickets/core/access/access';
import { loadAccess, requireLevel } from '@tickets/core/access/load';
import { ticketAccess } from '@tickets/core/access/ticket-access';
import type { Actor, Context } from '@tickets/core/platform/context';
import type { Session, Sessions } from '@tickets/core/sessions/sessions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Limits } from './limits.ts';

/** Who calls, as far as the route's access has found out. */
export interface Admitted {
  session?: Session;
  actor?: Actor;
  access?: Access;
}

interface Guard {
  ctx: Context;
  sessions: Sessions;
  limits: Limits;
}

/** Everything that is asked before a body is read, in the order in which refusals are told. */
export async function admit(
  guard: Guard,
  request: FastifyRequest,
  reply: FastifyReply,
  { route, template }: { route: Route; template: string },
): Promise<Admitted> {
  if (template !== '/config.json') await guard.limits.address(request, reply, template);
  if (needsHeader(template) && request.headers['x-tickets'] !== 'true')
    throw new AppError('request.missing_header');
  if (route.access === 'public') return {};
  const session = await guard.sessions.verify(tokenOf(request));
  const access = await accessFor(guard.ctx, route.access, session.user_id, request);
  if (route.limits) {
    const subject = { user: session.user_id, guild: access?.guild_id ?? '' };
    await guard.limits.route(reply, template, route.limits, subject);
  }
  const actor: Actor = { kind: 'user', user_id: session.user_id };
  return access ? { session, actor, access } : { session, actor };
}

function needsHeader(template: string): boolean {
  return template.startsWith('/api/') || template === '/callback' || template === '/logout';
}

function tokenOf({ headers }: FastifyRequest): string {
  const token = headers.authorization?.replace(/^Bearer /i, '').trim();
  if (!token) throw new AppError('session.missing');
  return token;
}

async function accessFor(
  ctx: Context,
  wanted: Exclude<Route['access'], 'public'>,
  user_id: string,
  request: FastifyRequest,
): Promise<Access | undefined> {
  if (wanted === 'user') return undefined;
  if (wanted === 'admin') {
    if (!ctx.config.admins.has(user_id)) throw new AppError('permission.admin_only');
    return undefined;
  }
  const params = request.params as Record<string, unknown>; // Fastify's own type for an untyped route is unknown.
  const guild_id = Snowflake.safeParse(params.guild_id).data;
  if (guild_id === undefined) throw new AppError('guild.invalid_id');
  const ticket_id = 'ticket_id' in params ? ticketIdOf(params.ticket_id) : undefined;
  if (wanted === 'ticket') return ticketAccess(ctx, { guild_id, user_id, ticket_id });
  return requireLevel(await loadAccess(ctx, guild_id, user_id), wanted === 'guild:2' ? 2 : 1);
}

function ticketIdOf(given: unknown): number {
  const { data } = TicketId.safeParse(given);
  if (data === undefined)
    throw new AppError('ticket.id_invalid', { params: { id: String(given).slice(0, 64) } });
  return data;
}
