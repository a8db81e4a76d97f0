import { randomUUID } from 'node:crypto';
import { emptyTestDatabase } from '@tickets/testkit/database/database';
import { fillEveryTable } from '@tickets/testkit/database/rows-everywhere';
import { allowDatabaseError } from '@tickets/testkit/guard/watch';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSealer, sealingKeyName } from '../platform/crypto/seal.ts';
import { withClient } from '../platform/db/embedded/connection.ts';
import { migrate } from '../platform/db/migrate.ts';
import { keyContext } from '../tickets/model/erasure-keys.ts';
import { type KeyValues, notSealed, sealedColumns } from './columns.ts';
import { keysInUse, resealAll } from './rotate.ts';

// What fails here on purpose is reported.
allowDatabaseError(/23505: duplicate key value violates unique constraint/);

const [old, fresh] = [
  'the key that everything was sealed with',
  'the key that comes after it, and is longer',
];
let database: Awaited<ReturnType<typeof emptyTestDatabase>>;

beforeAll(async () => {
  database = await emptyTestDatabase();
  await migrate(database.url);
  await withClient(database.url, fillEveryTable);
});
afterAll(() => database[Symbol.asyncDispose]());

interface Sealed {
  name: string;
  value: Buffer;
  context: string;
}

async function sealedValues(client: pg.Client): Promise<Sealed[]> {
  const found: Sealed[] = [];
  for (const { table, column, context } of sealedColumns) {
    const { rows } = await client.query<KeyValues & Record<string, Buffer>>(
      `select * from ${table} where ${column} is not null`,
    );
    for (const row of rows)
      found.push({ name: `${table}.${column}`, value: row[column] as Buffer, context: context(row) });
  }
  return found;
}

/** In every sealed column of the first row a value of its own, under the given key. */
async function sealAll(client: pg.Client, key: string) {
  const sealer = createSealer([key]);
  for (const { table, column, key: names, context } of sealedColumns) {
    const { rows } = await client.query<KeyValues>(`select * from ${table}`);
    for (const row of rows) {
      const at = names.map((name, index) => `${name} = $${index + 2}`).join(' and ');
      await client.query(`update ${table} set ${column} = $1 where ${at}`, [
        sealer.seal(`secret of ${context(row)}`, context(row)),
        ...names.map((name) => row[name]),
      ]);
    }
  }
}

test('every column of bytes is either sealed, and gets a new key, or says what it is', async () => {
  const { rows } = await withClient(database.url, (client) =>
    client.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       join pg_class on relname = table_name where table_schema = 'public' and data_type = 'bytea' and not relispartition`,
    ),
  );
  const known = [
    ...sealedColumns.map(({ table, column }) => `${table}.${column}`),
    ...Object.keys(notSealed),
  ];
  expect(known.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test('all values are opened by the new key alone afterwards, and a second time there is nothing to do', async () => {
  await withClient(database.url, async (client) => {
    await sealAll(client, old);
    expect(await keysInUse(client, [old, fresh])).toMatchObject([{ name: sealingKeyName(old) }]);
    const { columns } = await resealAll(client, createSealer([fresh, old]));
    expect(Object.values(columns).filter(({ values, resealed }) => !values || values !== resealed)).toEqual(
      [],
    );
    for (const { value, context } of await sealedValues(client))
      expect(createSealer([fresh]).open(value, context)).toBe(`secret of ${context}`);
    expect(await keysInUse(client, [old, fresh])).toMatchObject([{ name: sealingKeyName(fresh) }]);
    const again = await resealAll(client, createSealer([fresh, old]));
    expect(Object.values(again.columns).filter(({ resealed, lost }) => resealed || lost)).toEqual([]);
  });
});

test('of keys whose names begin with the same byte only the one that sealed a value is in use', async () => {
  const byte = sealingKeyName(old).slice(0, 2);
  const alike = Array.from({ length: 5_000 }, (_, n) => `a key that is one of many ${n}`).filter((key) =>
    sealingKeyName(key).startsWith(byte),
  );
  const [newer = '', newest = ''] = alike;
  await withClient(database.url, async (client) => {
    await sealAll(client, old);
    const values = (await sealedValues(client)).length;
    const known = (key: string) => [{ name: sealingKeyName(key), isKnown: true, values }];
    expect(await keysInUse(client, [newer, old])).toEqual(known(old));
    await resealAll(client, createSealer([newer, old]));
    expect(await keysInUse(client, [newer, old])).toEqual(known(newer));
    expect(await keysInUse(client, [newest, old])).toEqual([{ name: byte, isKnown: false, values }]);
  });
});

test('a value that somebody changes meanwhile stays as they left it', async () => {
  await withClient(database.url, async (client) => {
    await sealAll(client, old);
    const sealer = createSealer([fresh, old]);
    const theirs = createSealer([old]).seal('changed meanwhile', 'outgoing_webhook:mine');
    let isChanged = false;
    // Between the moment in which it was read and that in which it would be written.
    const slow = new Proxy(client, {
      get(target, name) {
        if (name !== 'query') return Reflect.get(target, name, target);
        return async (text: string, values?: unknown[]) => {
          if (!isChanged && text.startsWith('update public."outgoing_webhooks"')) {
            isChanged = true;
            await target.query('update outgoing_webhooks set secret = $1', [theirs]);
          }
          return target.query(text, values);
        };
      },
    });
    await resealAll(slow, sealer);
    const { rows } = await client.query<{ secret: Buffer }>('select secret from outgoing_webhooks');
    expect(rows.length).toBeGreaterThan(0);
    for (const { secret } of rows) expect(secret.equals(theirs)).toBe(true);
  });
});

test('what no key opens is counted and stays', async () => {
  await withClient(database.url, async (client) => {
    await sealAll(client, 'a key that is lost');
    const before = await sealedValues(client);
    const { columns } = await resealAll(client, createSealer([fresh, old]));
    expect(Object.values(columns).every(({ values, lost }) => values === lost && values > 0)).toBe(true);
    expect(await sealedValues(client)).toEqual(before);
  });
});

test('an erasure key that is lost is missed only until there is another one', async () => {
  await withClient(database.url, async (client) => {
    const { rows } = await client.query<{ key_id: string }>('select key_id from erasure_keys');
    const missing = async () =>
      (await keysInUse(client, [fresh])).reduce(
        (sum, { isKnown, values }) => sum + (isKnown ? 0 : values),
        0,
      );
    await sealAll(client, fresh);
    await client.query('update erasure_keys set key = $1', [createSealer([old]).seal('lost', 'erasure key')]);
    expect(await missing()).toBe(rows.length);
    const key_id = randomUUID();
    await client.query('insert into erasure_keys (key_id, key) values ($1, $2)', [
      key_id,
      createSealer([fresh]).seal('another', keyContext(key_id)),
    ]);
    expect(await missing()).toBe(0);
    await client.query('delete from erasure_keys where key_id = $1', [key_id]);
  });
});

test('more values than one batch are all reached, and a call that was ended goes on where the last one stopped', async () => {
  await withClient(database.url, async (client) => {
    await client.query('delete from sessions');
    await client.query(
      `insert into sessions (user_id, expires_at, access_expires_at, scopes)
       select (select min(user_id) from users), now(), now(), '' from generate_series(1, 450)`,
    );
    await sealAll(client, old);
    const sealer = createSealer([fresh, old]);
    let left = 100;
    const ending = {
      ...sealer,
      seal: sealer.seal,
      open: sealer.open,
      reseal(value: Buffer, context: string) {
        if (context.startsWith('session:') && left <= 0) throw new Error('ended');
        if (context.startsWith('session:')) left -= 1;
        return sealer.reseal(value, context);
      },
    };
    const first = await resealAll(client, ending);
    expect(first.columns['sessions.access_token']).toMatchObject({ values: 450, resealed: 100, lost: 350 });
    const second = await resealAll(client, sealer);
    expect(second.columns['sessions.access_token']).toMatchObject({ values: 450, resealed: 350, lost: 0 });
    expect(second.columns['sessions.refresh_token']).toMatchObject({ values: 450, resealed: 450 });
  });
});
