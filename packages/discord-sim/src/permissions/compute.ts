import { OverwriteType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import type { SimChannel, SimGuild, SimMember, SimRole } from '../world/entities.ts';

export const ALL_PERMISSIONS: bigint = Object.values(P).reduce((all, bit) => all | bit, 0n);

/** What someone in time-out keeps. */
const TIMED_OUT = P.ViewChannel | P.ReadMessageHistory;

const NEEDS_SEND =
  P.EmbedLinks | P.AttachFiles | P.MentionEveryone | P.SendTTSMessages | P.SendVoiceMessages | P.SendPolls;

export interface PermissionFacts {
  guild: Pick<SimGuild, 'id' | 'owner_id'>;
  member: Pick<SimMember, 'user_id' | 'roles' | 'communication_disabled_until'>;
  role: (id: string) => Pick<SimRole, 'permissions'> | undefined;
  now: number;
  /** The channel itself, or the parent when the question is about a thread. */
  channel?: Pick<SimChannel, 'permission_overwrites'>;
  isThread?: boolean;
}

/**
 * What a member may do in a guild, or in one of its channels: owner, then Administrator, then @everyone and the
 * roles together, then the overwrites of @everyone, of all roles as one, and of the member.
 */
export function computePermissions(facts: PermissionFacts): bigint {
  if (facts.guild.owner_id === facts.member.user_id) return ALL_PERMISSIONS;
  const base = basePermissions(facts);
  if (base & P.Administrator) return ALL_PERMISSIONS;
  const granted = facts.channel ? withImplicitDenials(applyOverwrites(base, facts), facts) : base;
  const until = facts.member.communication_disabled_until;
  return until && Date.parse(until) > facts.now ? granted & TIMED_OUT : granted;
}

function basePermissions({ guild, member, role }: PermissionFacts): bigint {
  let permissions = BigInt(role(guild.id)?.permissions ?? 0);
  for (const id of member.roles) permissions |= BigInt(role(id)?.permissions ?? 0);
  return permissions;
}

function applyOverwrites(base: bigint, { guild, member, channel }: PermissionFacts): bigint {
  let permissions = base;
  let roleAllow = 0n;
  let roleDeny = 0n;
  let own: { allow: bigint; deny: bigint } | undefined;
  for (const overwrite of channel?.permission_overwrites ?? []) {
    const allow = BigInt(overwrite.allow);
    const deny = BigInt(overwrite.deny);
    if (overwrite.type === OverwriteType.Member) {
      if (overwrite.id === member.user_id) own = { allow, deny };
    } else if (overwrite.id === guild.id) {
      permissions = (permissions & ~deny) | allow;
    } else if (member.roles.includes(overwrite.id)) {
      roleAllow |= allow;
      roleDeny |= deny;
    }
  }
  permissions = (permissions & ~roleDeny) | roleAllow;
  return own ? (permissions & ~own.deny) | own.allow : permissions;
}

function withImplicitDenials(permissions: bigint, { isThread }: PermissionFacts): bigint {
  if (!(permissions & P.ViewChannel)) return 0n;
  const send = isThread ? P.SendMessagesInThreads : P.SendMessages;
  return permissions & send ? permissions : permissions & ~NEEDS_SEND;
}

export function has(permissions: bigint, needed: bigint): boolean {
  return (permissions & needed) === needed;
}
