import { type Action, actions, isProductAction, type ProductAction } from '@tickets/contract/access/actions';
import { PermissionLevel } from '@tickets/contract/access/levels';
import { AppError } from '@tickets/contract/platform/errors';
import type { Route } from '@tickets/contract/platform/route';
import { Snowflake } from '@tickets/contract/platform/snowflake';
import type { RouteName } from '@tickets/contract/route-paths';
import { TicketId } from '@tickets/contract/tickets/tickets';
import type { Access } from '@tickets/core/access/access';
import { callBy, type UserCall } from '@tickets/core/access/caller';
import { loadAccess, requireLevel } from '@tickets/core/access/load';
import { authoriseProduct, type ProductCall, productCallBy } from '@tickets/core/access/product';
import { ticketAccess } from '@tickets/core/access/ticket-access';
import type { Context } from '@tickets/core/platform/context';
import { withFacts } from '@tickets/core/platform/facts';
import type { Session, Sessions } from '@tickets/core/sessions/sessions';
import { requireWhitelabel } from '@tickets/core/whitelabel/required';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asStranger } from './by-address.ts';
import type { Limits, Reader } from './limits.ts';

/** Who calls, as far as the route's access has found out. */
export interface Admitted {
  session?: Session;
  call?: UserCall;
  product?: ProductCall;
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
  { name, route, template }: { name: RouteName; route: Route; template: string },
): Promise<Admitted> {
  if (template !== '/config.json') await guard.limits.address(request, reply, template);
  if (needsHeader(template) && request.headers['x-tickets'] !== 'true')
    throw new AppError('request.missing_header');
  if (route.access === 'public') {
    asStranger(request);
    return {};
  }
  const session = await guard.sessions.verify(tokenOf(request));
  request.caller.person_id = session.user_id;
  const admitted = await admitTo(withFacts(guard.ctx), route.access, session, request);
  const access = admitted.call?.caller.access;
  if (access && access.level >= PermissionLevel.support) request.caller.server_id = access.guild_id;
  guard.limits.requireAnswerRoom(reply, name, readerOf(request));
  if (route.limits) {
    const subject = { user: session.user_id, guild: admitted.call?.caller.access.guild_id ?? '' };
    await guard.limits.route(reply, template, route.limits, subject);
  }
  return admitted;
}

/** Who is sent an answer: a person, and their server where they are of its staff. */
export const readerOf = ({ caller }: FastifyRequest): Reader => ({
  user_id: caller.person_id ?? '',
  guild_id: caller.server_id,
});

/** How long what was asked before a body holds (milliseconds). A right that ended since is told only by asking anew. */
const holdsMs = 500;

/** As admit(), once the body is here: asks again who calls and what they may, unless that was just now. */
export async function admitAnew(
  { ctx, sessions }: Pick<Guard, 'ctx' | 'sessions'>,
  request: FastifyRequest,
  { access }: Route,
  waited_ms: number,
): Promise<Admitted> {
  if (access === 'public' || waited_ms < holdsMs) return request.admitted ?? {};
  return admitTo(withFacts(ctx), access, await sessions.verify(tokenOf(request)), request);
}

async function admitTo(
  ctx: Context,
  wanted: Exclude<Route['access'], 'public'>,
  session: Session,
  request: FastifyRequest,
): Promise<Admitted> {
  if (isProductAction(wanted)) {
    const product = productCallBy(ctx, session.user_id);
    authoriseProduct(product, wanted);
    return { session, product };
  }
  const access = await accessFor(ctx, wanted, session.user_id, request);
  return access ? { session, call: callBy(ctx, access, 'dashboard') } : { session };
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
  wanted: Exclude<Route['access'], 'public' | ProductAction>,
  user_id: string,
  request: FastifyRequest,
): Promise<Access | undefined> {
  if (wanted === 'whitelabel') await requireWhitelabel(ctx, user_id);
  if (wanted === 'user' || wanted === 'whitelabel') return undefined;
  const params = request.params as Record<string, unknown>; // Fastify's own type for an untyped route is unknown.
  const guild_id = Snowflake.safeParse(params.guild_id).data;
  if (guild_id === undefined) throw new AppError('guild.invalid_id');
  const ticket_id = 'ticket_id' in params ? ticketIdOf(params.ticket_id) : undefined;
  const { level }: Action = actions[wanted];
  if (level === PermissionLevel.none) return ticketAccess(ctx, { guild_id, user_id, ticket_id });
  return requireLevel(await loadAccess(ctx, guild_id, user_id), level);
}

function ticketIdOf(given: unknown): number {
  const { data } = TicketId.safeParse(given);
  if (data === undefined)
    throw new AppError('ticket.id_invalid', { params: { id: String(given).slice(0, 64) } });
  return data;
}
