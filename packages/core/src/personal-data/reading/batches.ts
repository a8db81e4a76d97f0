import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { nextLimit, readWithin } from '../../platform/db/within-bytes.ts';
import type { TicketKey } from '../../tickets/model/find.ts';

/** No statement about a person answers with more rows than that, or with more numbers of tickets than these, however many there are. */
export const batch = 200;

export const numbersAtOnce = 2_000;

interface Selection {
  select: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  /** By what they are in order. No two rows have the same, and none of it is null. */
  key: readonly RawBuilder<unknown>[];
}

/** Rows in the order of their key, some at a time: of a person there may be as many as a server cares to import. */
export async function* byKey<R extends object>(
  db: Db,
  { select, from, where, key }: Selection,
): AsyncGenerator<R, void> {
  const order = sql.join(key);
  const texts = sql.join(key.map((column) => sql`${column}::text`));
  let limit = batch;
  for (let after: readonly string[] | undefined; ; ) {
    const rest = after ? sql`and (${order}) > (${sql.join(after)})` : sql``;
    const window = sql`(
      select ${select}, array[${texts}] as last_key, row_number() over (order by ${order}) as place
      from ${from} where (${where}) ${rest} order by ${order} limit ${limit})`;
    const { rows, isCut } = await readWithin<R & { last_key: string[]; place: string }>(db, window, {
      order: sql`place`,
    });
    for (const { last_key, place, ...row } of rows) yield row as unknown as R; // without what was added above
    const last = rows.at(-1);
    if (!last || (rows.length < limit && !isCut)) return;
    after = last.last_key;
    limit = nextLimit(rows.length, batch);
  }
}

/**
 * The tickets that any of several tables (`tickets where ...`) names, by number. Only their numbers are read so many at a time:
 * finding the next ones may mean to look at all of them, as where a person closed every ticket of a large server.
 */
export async function* ticketsIn(
  db: Db,
  tables: readonly RawBuilder<unknown>[],
): AsyncGenerator<TicketKey, void> {
  let after: TicketKey = { guild_id: '0', ticket_id: 0 };
  for (;;) {
    const { guild_id, ticket_id } = after;
    const next = sql`and (guild_id, ticket_id) > (${guild_id}::bigint, ${ticket_id}::integer)
      order by guild_id, ticket_id limit ${numbersAtOnce}`;
    const each = tables.map((table) => sql`(select distinct guild_id, ticket_id from ${table} ${next})`);
    const { rows } = await sql<TicketKey>`select * from (${sql.join(each, sql` union `)}) found
      order by guild_id, ticket_id limit ${numbersAtOnce}`.execute(db);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < numbersAtOnce) return;
    after = last;
  }
}

/**
 * What is kept of such tickets (`t`), together with what is joined to them. Each is asked for by its order, so that it is found by
 * its number also with a plan from when there were few.
 */
export async function* rowsOfTickets<R extends object>(
  db: Db,
  tables: readonly RawBuilder<unknown>[],
  { select, joined }: { select: RawBuilder<unknown>; joined: RawBuilder<unknown> },
): AsyncGenerator<R, void> {
  for await (const keys of grouped(ticketsIn(db, tables)))
    yield* byKey<R>(db, {
      select,
      from: sql`unnest(${keys.map(({ guild_id }) => guild_id)}::bigint[], ${keys.map(({ ticket_id }) => ticket_id)}::integer[])
        as found (guild_id, ticket_id) cross join lateral (
          select * from tickets one
          where one.guild_id = found.guild_id and one.ticket_id between found.ticket_id and found.ticket_id
          order by one.ticket_id limit 1) t
        join guilds g on g.guild_id = t.guild_id ${joined}`,
      where: sql`true`,
      key: [sql`found.guild_id`, sql`found.ticket_id`],
    });
}

async function* grouped<One>(all: AsyncIterable<One>): AsyncGenerator<One[], void> {
  let group: One[] = [];
  for await (const one of all) {
    group.push(one);
    // Fewer than a batch, so that one statement finds that there are no more.
    if (group.length < batch - 1) continue;
    yield group;
    group = [];
  }
  if (group.length) yield group;
}
