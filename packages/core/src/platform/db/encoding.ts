import type pg from 'pg';

/** How a database keeps text, where that is not UTF8 and so lacks most of the characters that people write. */
export async function otherEncoding(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ encoding: string }>(
    `select current_setting('server_encoding') as encoding where current_setting('server_encoding') <> 'UTF8'`,
  );
  return rows[0]?.encoding;
}

/** What is wrong with a database of this encoding. */
export const keepsTextAs = (encoding: string) =>
  `The database keeps text as ${encoding}, which lacks most of the characters that people write.`;

/** What to do about it. */
export const makeInUtf8 =
  "Name one in DATABASE_URL that was made with: create database <name> encoding 'UTF8' template template0.";
