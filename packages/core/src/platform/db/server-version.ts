import type pg from 'pg';

/** The oldest PostgreSQL that the program works with. */
export const POSTGRES_MIN = 15;

/** Which version a server is that is older; undefined where it is not. */
export async function tooOldVersion(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ version: string }>(
    `select current_setting('server_version') as version where current_setting('server_version_num')::int < $1`,
    [POSTGRES_MIN * 10_000],
  );
  return rows[0]?.version;
}

/** The server is older than the program works with. */
export class ServerTooOldError extends Error {
  override readonly name = 'ServerTooOldError';
}

/** Migrations would fail on it by words that it does not know yet. */
export async function requireServerVersion(client: pg.ClientBase): Promise<void> {
  const version = await tooOldVersion(client);
  if (version !== undefined)
    throw new ServerTooOldError(
      `The server is PostgreSQL ${version}; Tickets needs ${POSTGRES_MIN} or newer. Nothing was changed. ` +
        'Upgrade the server, or name another one in DATABASE_URL.',
    );
}
