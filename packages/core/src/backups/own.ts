import type pg from 'pg';

/** The table in which a database writes down its backups. Older schemas have none. */
export async function writesBackupsDown(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ name: string | null }>(
    "select to_regclass('public.backups') as name",
  );
  return Boolean(rows[0]?.name);
}

/** Whose backups they are. */
export interface Owner {
  /** As `databaseId` names it. A copy of the installation has the same one. */
  database: string;
  /** The folders that it knows to be of its backups, which a copy does not; undefined where it does not write them down. */
  own: ReadonlySet<string> | undefined;
}

export async function ownFolders(client: pg.ClientBase): Promise<Owner['own']> {
  if (!(await writesBackupsDown(client))) return undefined;
  const { rows } = await client.query<{ folder: string }>(
    'select folder from public.backups where folder is not null',
  );
  return new Set(rows.map(({ folder }) => folder));
}

/** Backups of older programs do not say of which database they are. */
export const isOwn = (
  { folder, database }: { folder: string; database: string | undefined },
  { database: ours, own }: Owner,
): boolean => (database === undefined || database === ours) && (own?.has(folder) ?? true);
