import type { APIOverwrite } from 'discord-api-types/v10';
import { OverwriteType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { refusal } from '../../errors.ts';
import { ALL_PERMISSIONS } from '../../permissions/compute.ts';
import { requireOwn } from '../access.ts';
import type { Call } from '../call.ts';
import type { Form, Path } from './form.ts';

/** Reads the overwrites of a channel. One id has one overwrite; the last one given counts. */
export function readOverwrites(form: Form, value: unknown, path: Path): APIOverwrite[] {
  const byId = new Map<string, APIOverwrite>();
  form.list(value, path, { max: 1000 }).forEach((item, index) => {
    const here = `${path}.${index}`;
    const given = form.object(item, here);
    if (!given) return;
    const id = String(given.id ?? '');
    if (!/^\d+$/.test(id)) form.missing(`${here}.id`);
    byId.set(id, readOverwrite(form, { ...given, id }, here));
  });
  return [...byId.values()];
}

export function readOverwrite(form: Form, given: Record<string, unknown>, path: Path): APIOverwrite {
  const type = form.choice(Number(given.type), `${path}.type`, [
    OverwriteType.Role,
    OverwriteType.Member,
  ] as const);
  return {
    id: String(given.id),
    type: type ?? OverwriteType.Role,
    allow: readBits(form, given.allow, `${path}.allow`),
    deny: readBits(form, given.deny, `${path}.deny`),
  };
}

export function readBits(form: Form, value: unknown, path: Path): string {
  if (value === undefined || value === null) return '0';
  if (/^\d+$/.test(String(value))) return (BigInt(String(value)) & ALL_PERMISSIONS).toString();
  form.fail(path, 'NUMBER_TYPE_COERCE', `Value "${String(value)}" is not int.`);
  return '0';
}

/** Only what one may do oneself can be given or taken; passing on the right to do so needs an administrator. */
export function requireMayGive(
  own: bigint,
  before: readonly APIOverwrite[],
  after: readonly APIOverwrite[],
): void {
  if (own === ALL_PERMISSIONS) return;
  for (const overwrite of after) {
    const old = before.find((existing) => existing.id === overwrite.id);
    const allow = BigInt(overwrite.allow) ^ BigInt(old?.allow ?? 0);
    const deny = BigInt(overwrite.deny) ^ BigInt(old?.deny ?? 0);
    if ((allow | deny) & P.ManageRoles) throw refusal('missingPermissions');
    requireOwn(own, allow | deny);
  }
  for (const gone of before.filter((old) => !after.some((overwrite) => overwrite.id === old.id))) {
    requireOwn(own, BigInt(gone.allow) | BigInt(gone.deny));
  }
}

/** Every overwrite must name a role of this server or a user that exists. */
export function checkTargets(
  call: Call,
  form: Form,
  guildId: string,
  overwrites: readonly APIOverwrite[],
  path: Path,
): void {
  overwrites.forEach((overwrite, index) => {
    const known =
      overwrite.type === OverwriteType.Role
        ? call.world.roles.get(overwrite.id)?.guild_id === guildId
        : call.world.users.has(overwrite.id);
    if (!known)
      form.fail(`${path}.${index}`, 'PERMISSION_OVERWRITE_UNKNOWN_TARGET', 'Invalid overwrite target');
  });
}
