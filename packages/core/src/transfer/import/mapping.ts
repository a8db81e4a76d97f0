import { ImportMapping } from '@tickets/contract/transfer/transfer';
import type { Db } from '../../platform/db/db.ts';
import { type Area, type IdSpace, idsOf, rememberId } from '../setup/ids.ts';
import type { UploadRow } from './upload-rows.ts';

type Chosen = Pick<UploadRow, 'mapping'>;

const kinds = [
  ['channels', 'channel'],
  ['roles', 'role'],
] as const satisfies readonly (readonly [keyof ImportMapping, Area])[];

/**
 * What stands here for channels and roles of the other server: as it was chosen for this archive, else as it was chosen for
 * an earlier one of the same server and is still there.
 */
export async function mappingFor(db: Db, { mapping }: Chosen, space: IdSpace): Promise<ImportMapping> {
  const chosen = ImportMapping.parse(mapping);
  const [channels, roles] = await Promise.all([
    db
      .selectFrom('guild_channels')
      .where('guild_id', '=', space.guild_id)
      .select('channel_id as id')
      .execute(),
    db.selectFrom('guild_roles').where('guild_id', '=', space.guild_id).select('role_id as id').execute(),
  ]);
  const here = { channels, roles };
  const all: ImportMapping = { channels: {}, roles: {} };
  for (const [kind, area] of kinds) {
    const there = new Set(here[kind].map(({ id }) => id));
    const before = [...(await idsOf(db, space, area))].filter(([, to]) => there.has(to));
    all[kind] = { ...Object.fromEntries(before), ...chosen[kind] };
  }
  return all;
}

/** Keeps what was chosen for the next archive of the same server. */
export async function rememberMapping(db: Db, { mapping }: Chosen, space: IdSpace): Promise<void> {
  const chosen = ImportMapping.parse(mapping);
  for (const [kind, area] of kinds)
    for (const [from, to] of Object.entries(chosen[kind]))
      if (to !== null) await rememberId(db, space, { area, from, to });
}
