import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from './db.ts';

/** How long rows may be together that lie in memory at once. */
export const bytesAtOnce = 2 * 1024 * 1024;

export interface Within<Row> {
  rows: Row[];
  bytes: number;
  /** There were more, and they were too long. */
  isCut: boolean;
}

/**
 * The first of the rows that `from` selects, and the next as long as all before them are not too long. So a batch of rows that
 * somebody made as long as they could is no longer than any other. `order` is the order of `from`.
 */
export async function readWithin<Row extends object>(
  db: Db | Tx,
  from: Expression<unknown>,
  {
    order,
    size = sql`octet_length(m::text)`,
    bytes = bytesAtOnce,
  }: { order: RawBuilder<unknown>; size?: RawBuilder<unknown>; bytes?: number },
): Promise<Within<Row>> {
  const { rows } = await sql<{ row_bytes: number; bytes_so_far: number; rows_found: number } & Row>`
    select * from (
      select sized.*, sum(row_bytes) over (order by ${order} rows unbounded preceding)::float8 as bytes_so_far,
        (count(*) over ())::int as rows_found
      from (select m.*, (${size})::int as row_bytes from ${from} m) sized
    ) summed
    where bytes_so_far - row_bytes < ${bytes} order by ${order}`.execute(db);
  const last = rows.at(-1);
  return {
    rows: rows.map(({ row_bytes, bytes_so_far, rows_found, ...row }) => row as unknown as Row), // what `from` selects
    bytes: last?.bytes_so_far ?? 0,
    isCut: last !== undefined && last.rows_found > rows.length,
  };
}

/** How many rows to ask for after a batch: no more than twice what it held, so that little is measured in vain. */
export const nextLimit = (found: number, max: number): number => Math.min(max, Math.max(1, 2 * found));
