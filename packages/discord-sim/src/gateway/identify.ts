import { GatewayCloseCodes as Close } from 'discord-api-types/v10';
import type { Actor } from '../rest/call.ts';
import type { World } from '../world/world.ts';
import { ALL_INTENTS, forbiddenIntents } from './intents.ts';
import { ownsGuild, type SessionOptions, type Shard } from './session.ts';

/** A close code and its reason. */
type CloseWords = readonly [code: number, reason: string];

export const AUTHENTICATION_FAILED: CloseWords = [Close.AuthenticationFailed, 'Authentication failed.'];
export const INVALID_SHARD: CloseWords = [Close.InvalidShard, 'Invalid shard.'];

/** Why a socket is refused by its address. */
export function protocolProblem(url: URL): CloseWords | undefined {
  const compress = url.searchParams.get('compress');
  if ((url.searchParams.get('v') ?? '10') !== '10') return [Close.InvalidAPIVersion, 'Invalid API version.'];
  if (url.searchParams.get('encoding') === 'etf') return [Close.DecodeError, 'Only json is spoken here.'];
  if (compress === null || compress === 'zlib-stream') return undefined;
  return [Close.DecodeError, `No ${compress} here: use zlib-stream or nothing.`];
}

/** Why nobody may come in who identifies like this. */
export function identifyProblem(
  world: World,
  actor: Actor,
  intents: unknown,
  shard: Shard | undefined,
): CloseWords | undefined {
  if (actor.kind === 'nobody') return AUTHENTICATION_FAILED;
  if (!shard) return INVALID_SHARD;
  if (actor.kind === 'user') return undefined;
  const { guildsPerSession } = world.sessionStarts;
  const assignedShards = world.sessionStarts.assigned(actor.applicationId);
  if (assignedShards && shard[1] % assignedShards !== 0) return INVALID_SHARD;
  const guilds = world.members.in('user', actor.userId).filter((member) => ownsGuild(shard, member.guild_id));
  if (guilds.length > guildsPerSession) return [Close.ShardingRequired, 'Sharding required.'];
  if (typeof intents !== 'number' || intents < 0 || (intents & ~ALL_INTENTS) !== 0) {
    return [Close.InvalidIntents, 'Invalid intent(s).'];
  }
  const flags = world.applications.get(actor.applicationId)?.flags ?? 0;
  return forbiddenIntents(intents, flags) ? [Close.DisallowedIntents, 'Disallowed intent(s).'] : undefined;
}

export function sessionOptions(actor: Actor, intents: unknown, shard: Shard): SessionOptions {
  const { userId } = actor;
  if (actor.kind !== 'bot') return { shard, viewer: { userId } };
  return { shard, viewer: { userId, applicationId: actor.applicationId }, intents: Number(intents) };
}

/** The shard that was asked for, the only one unless told; nothing when there is no such shard. */
export function readShard(value: unknown): Shard | undefined {
  if (value === undefined || value === null) return [0, 1];
  if (!Array.isArray(value)) return undefined;
  const [id, count] = value.map(Number);
  if (id === undefined || count === undefined) return undefined;
  const isShard = Number.isInteger(id) && Number.isInteger(count) && id >= 0 && id < count;
  return isShard ? [id, count] : undefined;
}
