import { archiveOf, asFile, importArchive } from '@tickets/testkit/archives/archives';
import { callAs } from '@tickets/testkit/data/access';
import { buildGuild, buildMember } from '@tickets/testkit/data/factories';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { UserCall } from '../access/caller.ts';
import { ShortAndLong } from '../platform/async/short-and-long.ts';
import { checkUpload } from './import/check.ts';
import { runsOf } from './import/runs.ts';
import { findUpload } from './import/upload-rows.ts';
import { startImport } from './import/uploads.ts';
import { workOnServer } from './import/work.ts';

const tags = 150;

let context: TestContext;
let archive: Buffer;
beforeAll(async () => {
  context = await createTestContext();
  const { ctx } = context;
  const { guild_id } = await buildGuild(ctx, { name: 'Source' });
  await sql`
    insert into tags (guild_id, tag_id, content)
    select ${guild_id}::bigint, 'tag-' || n, 'Bread ' || n from generate_series(1, ${tags}::integer) n`.execute(
    ctx.db,
  );
  archive = await archiveOf(ctx, guild_id, 'setup');
});
afterAll(() => context.close());

async function server(): Promise<{ guild_id: string; owner: UserCall }> {
  const { ctx } = context;
  const { guild_id, owner_id } = await buildGuild(ctx);
  await buildMember(ctx, { guild_id, user_id: owner_id });
  return { guild_id, owner: await callAs({ ctx, guild_id }, owner_id) };
}

test('an import whose turn ends in the middle waits, goes on in its next one, and tells and counts each thing once', async () => {
  const { ctx } = context;
  const { guild_id, owner } = await server();
  let endTurn = () => {};
  const turns = new ShortAndLong(
    { short: 1, short_ms: 1, long: 0, long_ms: 1 },
    {
      now: () => 0,
      after(_, ring) {
        endTurn = ring;
        return () => undefined;
      },
    },
  );
  await startImport(owner, guild_id, { files: asFile(archive), preview: false });
  const first = workOnServer(ctx, { guild_id }, turns);
  const made = async () =>
    Number(
      (
        await ctx.db
          .selectFrom('tags')
          .where('guild_id', '=', guild_id)
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    );
  await vi.waitFor(async () => expect(await made()).toBeGreaterThan(3), { interval: 2, timeout: 60_000 });
  endTurn();
  expect(await first).toBe(false);
  expect(await made()).toBeLessThan(tags);
  const [waiting] = await runsOf(ctx.db, guild_id);
  expect(waiting).toMatchObject({ state: 'waiting', is_interrupted: false, is_failing: false });

  expect(await workOnServer(ctx, { guild_id })).toBe(true);
  expect(await made()).toBe(tags);
  const [done] = await runsOf(ctx.db, guild_id);
  expect(done).toMatchObject({ state: 'done', created: tags, failed: 0, done: done?.total });
  const lines = done?.logs.map(({ log_type, message }) => [log_type, message]);
  expect(lines?.filter(([type]) => type === 'SUCCESS')).toHaveLength(tags);
  expect(lines).toContainEqual(['RUN_START', 'It goes on where it was.']);
}, 120_000);

describe('a check that takes longer than it may', () => {
  /** A clock on which a minute goes by whenever it is asked. */
  const hurried = () => {
    let minutes = 0;
    return { ...context.ctx.clock, now: () => new Date(Date.now() + minutes++ * 60_000) };
  };
  const checked = async ({ by_operator }: { by_operator: boolean }) => {
    const { ctx } = context;
    const { guild_id, owner } = await server();
    const { upload_id } = await importArchive(owner, guild_id, archive, { preview: true });
    await ctx.db
      .updateTable('import_uploads')
      .set({ state: 'checking', ...(by_operator && { asked_by: null }) })
      .where('upload_id', '=', upload_id)
      .execute();
    const row = await findUpload(ctx.db, upload_id);
    if (!row) throw new Error('it was uploaded');
    await checkUpload({ ...ctx, clock: hurried() }, row, { goOn: () => undefined });
    return findUpload(ctx.db, upload_id);
  };

  test('is given up, and says for how long it was at it and how less is checked at once', async () => {
    expect(await checked({ by_operator: false })).toMatchObject({
      state: 'refused',
      problem:
        'it takes longer than 300 seconds to check. Export what was set up and the tickets by themselves, and import one after the other',
    });
  });

  test('is not given up where the operator asked for it', async () => {
    expect(await checked({ by_operator: true })).toMatchObject({ state: 'checked', problem: null });
  });
});

test('an import stops in the middle where whoever asked for it may not import any more', async () => {
  const { ctx } = context;
  const { guild_id } = await server();
  const admin = await buildMember(ctx, { guild_id, level: 2 });
  const call = await callAs({ ctx, guild_id }, admin);
  await startImport(call, guild_id, { files: asFile(archive), preview: false });
  const work = workOnServer(ctx, { guild_id });
  const made = async () =>
    (await ctx.db.selectFrom('tags').where('guild_id', '=', guild_id).select('tag_id').execute()).length;
  await vi.waitFor(async () => expect(await made()).toBeGreaterThan(3), { interval: 2, timeout: 60_000 });
  await ctx.db.deleteFrom('permissions').where('guild_id', '=', guild_id).execute();
  await work;
  expect(await made()).toBeLessThan(tags);
  const problem = 'whoever asked for it may not import into this server any more';
  const runs = await ctx.db.selectFrom('import_runs').where('guild_id', '=', guild_id).selectAll().execute();
  expect(runs).toMatchObject([{ state: 'failed', problem }]);
});
