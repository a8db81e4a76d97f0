import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { buildGuild } from '@tickets/testkit/data/factories';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let on: TestContext;
beforeAll(async () => {
  on = await createTestContext();
});
afterAll(() => on.close());

/** A process in which the owner of a server changes its ticket limit to 7. */
function changeInAProcess({ guild_id, owner_id }: { guild_id: string; owner_id: string }) {
  const script = join(import.meta.dirname, '../../../testkit/src/faults/process-to-kill.ts');
  const args = [script, 'settings', guild_id, on.database_url, '/nowhere', owner_id];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  return { child, exited: once(child, 'exit') };
}

const limitOf = async (guild_id: string) =>
  (
    await on.ctx.db
      .selectFrom('guild_settings')
      .where('guild_id', '=', guild_id)
      .select('ticket_limit')
      .executeTakeFirst()
  )?.ticket_limit;
const entriesOf = (guild_id: string) =>
  on.ctx.db
    .selectFrom('audit_entries')
    .where('guild_id', '=', guild_id)
    .select(['user_id', 'source'])
    .execute();

/** The process has written the change, and waits to write its entry. */
async function waitsForItsEntry(): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    const { rows } = await sql`select from pg_locks l join pg_class c on c.oid = l.relation
      where c.relname = 'audit_entries' and not l.granted`.execute(on.ctx.db);
    if (rows.length) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('the process does not come to its entry');
}

test('a process that is killed between a change and its entry leaves neither, and another both', async () => {
  const { guild_id, owner_id } = await buildGuild(on.ctx);
  await on.ctx.db.insertInto('guild_settings').values({ guild_id, ticket_limit: 5 }).execute();

  await on.ctx.db.transaction().execute(async (tx) => {
    await sql`lock table audit_entries in exclusive mode`.execute(tx);
    const { child, exited } = changeInAProcess({ guild_id, owner_id });
    await waitsForItsEntry();
    child.kill('SIGKILL');
    await exited;
  });
  expect(await limitOf(guild_id)).toBe(5);
  expect(await entriesOf(guild_id)).toEqual([]);

  await changeInAProcess({ guild_id, owner_id }).exited;
  expect(await limitOf(guild_id)).toBe(7);
  expect(await entriesOf(guild_id)).toEqual([{ user_id: owner_id, source: 'dashboard' }]);
});
