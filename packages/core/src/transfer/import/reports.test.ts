import type { ImportReport } from '@tickets/contract/transfer/transfer';
import { reportBytesMax, reportItemsMax, unmatchedLimits } from '@tickets/contract/transfer/transfer-limits';
import { archiveOf, importArchive } from '@tickets/testkit/archives/archives';
import { Forgery } from '@tickets/testkit/archives/forge';
import { ownedServer } from '@tickets/testkit/data/access';
import { buildGuild, buildPanel } from '@tickets/testkit/data/factories';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { UserCall } from '../../access/caller.ts';
import { listRuns } from './runs.ts';
import { getUpload } from './upload-rows.ts';
import { listUploads, readUpload } from './uploads.ts';

let context: TestContext;
let guild_id: string;
let owner: UserCall;
beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context.close());
beforeEach(async () => {
  ({ guild_id, owner } = await ownedServer(context.ctx));
});

const bytesOf = (answer: unknown) => Buffer.byteLength(JSON.stringify(answer));
const counts = { entity_type: 'panels' as const, create: 1000, change: 0, same: 0, skip: 0 };
const long = '😀'.repeat(50);

/** As long as reports were before they were bounded. */
const longReport = (): Omit<ImportReport, 'unmatched_left_out'> => ({
  source: { format: 'tickets', guild_id: '1', guild_name: 'One', made_at: null },
  vouched_by: 'checksums',
  entities: [counts],
  items: Array.from({ length: reportItemsMax }, (_, n) => ({
    entity_type: 'panels',
    name: `${n} ${long}`,
    outcome: 'create',
    reason: long.repeat(10),
    fields: [],
  })),
  items_left_out: 3,
  unmatched: Array.from({ length: unmatchedLimits.places }, (_, n) => ({
    kind: 'role',
    id: String(n + 10),
    name: long,
    counterpart: null,
    used_by: Array.from({ length: 20 }, (__, m) => `panel ${m} ${long}${long}`),
  })),
  notes: [],
});

const insertUpload = (report: unknown) =>
  context.ctx.db
    .insertInto('import_uploads')
    .values({
      guild_id,
      file_type: 'data',
      preview: true,
      content_type: 'application/zip',
      state: 'done',
      report: JSON.stringify(report),
      created_at: new Date(),
      expires_at: new Date(Date.now() + 60_000),
    })
    .returning('upload_id')
    .executeTakeFirstOrThrow();

test('the list names twenty archives with what their reports count, in a few kilobytes', async () => {
  for (let n = 0; n < 20; n += 1) await insertUpload(longReport());
  const uploads = await listUploads(owner, guild_id);
  expect(uploads.map(({ entities }) => entities)).toEqual(Array.from({ length: 20 }, () => [counts]));
  expect(bytesOf(uploads)).toBeLessThan(20_000);
});

test('a report that was written longer than that is bounded where it is read, and counts what is left out', async () => {
  const { upload_id } = await insertUpload(longReport());
  const upload = await readUpload(owner, { guild_id, upload_id });
  expect(bytesOf(upload)).toBeLessThanOrEqual(reportBytesMax + 1_000);
  const { items, items_left_out, unmatched, unmatched_left_out } = upload.report ?? {};
  expect(items?.length).toBeGreaterThan(50);
  expect(unmatched?.length).toBeGreaterThan(50);
  expect((items?.length ?? 0) + (items_left_out ?? 0)).toBe(reportItemsMax + 3);
  expect((unmatched?.length ?? 0) + (unmatched_left_out ?? 0)).toBe(unmatchedLimits.places);
  expect(unmatched?.every(({ used_by }) => used_by.length <= unmatchedLimits.used_by)).toBe(true);
});

test('of an archive with a thousand panels and their hundreds of roles a bounded report is kept', async () => {
  const { ctx } = context;
  const source = await buildGuild(ctx);
  await buildPanel(ctx, { guild_id: source.guild_id });
  const archive = await Forgery.of(await archiveOf(ctx, source.guild_id, 'setup'));
  const panels = 1_000;
  const of = Array.from({ length: panels }, (_, n) => n + 1);
  archive.rows('setup/panels.jsonl', ([panel]) =>
    of.map((panel_id) => ({
      ...panel,
      panel_id,
      title: `${panel_id} ${'x'.repeat(70)}`,
      channel_id: String(1_000 + (panel_id % 500)),
    })),
  );
  archive.rows('setup/panel_access_rules.jsonl', () =>
    of.flatMap((panel_id) =>
      [0, 1, 2, 3].map((n) => ({
        panel_id,
        role_id: String(5_000 + ((panel_id + n * 100) % 400)),
        action: 'allow',
        position: n,
      })),
    ),
  );
  const { upload_id } = await importArchive(owner, guild_id, archive.zip(), { preview: true });
  const { state, report } = await getUpload(ctx.db, { guild_id, upload_id }, 'upload');
  expect(state).toBe('checked');
  expect(bytesOf(report)).toBeLessThanOrEqual(reportBytesMax);
  const { items, items_left_out, unmatched, unmatched_left_out } = report as unknown as ImportReport;
  expect(items.length + items_left_out).toBeGreaterThanOrEqual(panels);
  expect(unmatched.length + unmatched_left_out).toBe(900);
});

test('the runs of a server are told with the last lines of their logs that have room, the newest run first', async () => {
  const { db } = context.ctx;
  const { upload_id } = await insertUpload(null);
  for (const run_type of ['DATA', 'TRANSCRIPT'] as const) {
    const { run_id } = await db
      .insertInto('import_runs')
      .values({ guild_id, upload_id, run_type, total: 1, state: 'done' })
      .returning('run_id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('import_logs')
      .values(
        Array.from({ length: 300 }, (_, n) => ({
          run_id,
          log_type: 'SKIP' as const,
          message: `${n} ${'😀'.repeat(490)}`,
          logged_at: new Date(),
        })),
      )
      .execute();
  }
  const runs = await listRuns(owner, guild_id);
  expect(bytesOf(runs)).toBeLessThan(600 * 1024);
  expect(runs.map(({ log_count }) => log_count)).toEqual([300, 300]);
  expect(runs[0]?.logs).toHaveLength(200);
  expect(runs[0]?.logs.at(-1)?.message).toMatch(/^299 /);
  expect(runs[1]?.logs.length).toBeGreaterThan(10);
  expect(runs[1]?.logs.at(-1)?.message).toMatch(/^299 /);
});
