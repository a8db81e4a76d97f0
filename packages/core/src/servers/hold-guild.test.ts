import { createDb, createPool, type Db } from '@tickets/core/platform/db/db';
import { buildGuild } from '@tickets/testkit/data/factories';
import { untilLockWaits } from '@tickets/testkit/database/lock-waits';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { holdGuild } from './hold-guild.ts';

async function server() {
  const context = await createTestContext();
  const db = createDb(createPool(context.database_url));
  onTestFinished(async () => {
    await db.destroy();
    await context.close();
  });
  const { guild_id } = await buildGuild(context.ctx);
  return {
    db,
    guild_id,
    /** Holds it unless that takes long. */
    hold: () =>
      db.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = '2s'`.execute(tx);
        return holdGuild(tx, guild_id);
      }),
  };
}

/** A transaction that is under way until it ends, or the test does. */
async function begun(db: Db) {
  const tx = await db.startTransaction().execute();
  return {
    tx,
    [Symbol.asyncDispose]: async () =>
      void (tx.isCommitted || tx.isRolledBack || (await tx.rollback().execute())),
  };
}

test('a transaction that wrote something of a server, as an import does for minutes, keeps nobody waiting who counts things there', async () => {
  const { db, guild_id, hold } = await server();
  await using importing = await begun(db);
  await importing.tx
    .insertInto('tags')
    .values({ guild_id, tag_id: 'hours', content: 'Nine to five' })
    .execute();
  expect(await hold()).toEqual({ last_ticket_id: 0 });
});

test('who counts things of a server waits for who does the same', async () => {
  const { db, guild_id, hold } = await server();
  await using first = await begun(db);
  await holdGuild(first.tx, guild_id);
  let isHeld = false;
  const second = hold().then(() => {
    isHeld = true;
  });
  await untilLockWaits(db);
  expect(isHeld).toBe(false);
  await first.tx.rollback().execute();
  await second;
});
