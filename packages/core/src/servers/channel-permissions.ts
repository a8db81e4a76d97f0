import { OverwriteType, PermissionFlagsBits as P } from 'discord-api-types/v10';

/** As Discord sends it. */
export interface Overwrite {
  id: string;
  type: OverwriteType;
  allow: string;
  deny: string;
}

/** Someone with what they may do in the server as a whole. */
export interface Holder {
  guild_id: string;
  user_id: string;
  role_ids: readonly string[];
  permissions: bigint;
}

export const everything = (1n << 62n) - 1n;

/** What roles that hold these permissions allow together. */
export function heldBy(roles: readonly { permissions: string }[]): bigint {
  const held = roles.reduce((all, role) => all | BigInt(role.permissions), 0n);
  return held & P.Administrator ? everything : held;
}

/** What someone may do in a channel, computed in Discord's order: everyone, roles, the person. */
export function permissionsIn(
  { guild_id, user_id, role_ids, permissions }: Holder,
  overwrites: readonly Overwrite[],
): bigint {
  if (permissions & P.Administrator) return everything;
  const apply = (before: bigint, matching: readonly Overwrite[]) => {
    const allow = matching.reduce((all, overwrite) => all | BigInt(overwrite.allow), 0n);
    const deny = matching.reduce((all, overwrite) => all | BigInt(overwrite.deny), 0n);
    return (before & ~deny) | allow;
  };
  const roles = overwrites.filter(({ type }) => type === OverwriteType.Role);
  const steps = [
    roles.filter(({ id }) => id === guild_id),
    roles.filter(({ id }) => id !== guild_id && role_ids.includes(id)),
    overwrites.filter(({ type, id }) => type === OverwriteType.Member && id === user_id),
  ];
  return steps.reduce(apply, permissions);
}
