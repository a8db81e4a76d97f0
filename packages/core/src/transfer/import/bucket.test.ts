import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importLimits } from '@tickets/contract/transfer/transfer-limits';
import { archiveOf, asFile } from '@tickets/testkit/archives/archives';
import { callAs } from '@tickets/testkit/data/access';
import { buildGuild, buildMember } from '@tickets/testkit/data/factories';
import { type S3Double, s3Bucket, s3Keys, startS3Double } from '@tickets/testkit/outside/s3-double';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserCall } from '../../access/caller.ts';
import { s3Storage } from '../../platform/storage/s3.ts';
import { lookForArrivals, purgeImports } from './arrivals.ts';
import { listRuns } from './runs.ts';
import { findUpload } from './upload-rows.ts';
import { confirmImport, presignUpload, startImport } from './uploads.ts';
import { workOnServer } from './work.ts';

let context: TestContext;
let s3: S3Double;
let folder: string;
let guild_id: string;
let owner: UserCall;
let archive: Buffer;
beforeAll(async () => {
  context = await createTestContext();
  s3 = await startS3Double();
  folder = await mkdtemp(join(tmpdir(), 'tickets-spool-'));
  const { ctx } = context;
  const source = await buildGuild(ctx);
  await ctx.db
    .insertInto('tags')
    .values({ guild_id: source.guild_id, tag_id: 'menu', content: 'Bread.' })
    .execute();
  archive = await archiveOf(ctx, source.guild_id);
  ctx.storage = await s3Storage({
    bucket: s3Bucket,
    region: 'eu-central-1',
    endpoint: s3.url,
    spool_folder: folder,
    prefix: 'tickets/',
    ...s3Keys,
  });
  const made = await buildGuild(ctx);
  guild_id = made.guild_id;
  await buildMember(ctx, { guild_id, user_id: made.owner_id });
  owner = await callAs({ ctx, guild_id }, made.owner_id);
});
afterAll(async () => {
  await context.close();
  await s3[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const addressOf = () =>
  presignUpload(owner, guild_id, {
    file_type: 'data',
    file_size: String(archive.length),
    file_content_type: 'application/zip',
  });
const put = (url: string, bytes: Buffer, type = 'application/zip') =>
  fetch(url, { method: 'PUT', body: bytes as BodyInit, headers: { 'content-type': type } });

test('an archive goes straight to the bucket, and is found there and imported', async () => {
  const { url, upload_id } = await addressOf();
  expect(new URL(url).origin).toBe(s3.url);
  expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe(String(importLimits.address_ms / 1000));
  await lookForArrivals(context.ctx);
  expect(await findUpload(context.ctx.db, upload_id)).toMatchObject({ state: 'awaited' });
  expect((await put(url, archive)).status).toBe(200);
  await lookForArrivals(context.ctx);
  await workOnServer(context.ctx, { guild_id });
  expect(await findUpload(context.ctx.db, upload_id)).toMatchObject({
    state: 'done',
    file_bytes: String(archive.length),
  });
  expect(
    await context.ctx.db.selectFrom('tags').where('guild_id', '=', guild_id).select('tag_id').execute(),
  ).toEqual([{ tag_id: 'menu' }]);
});

test('the address is good for the size and the type that it was signed for', async () => {
  const { url } = await addressOf();
  expect((await put(url, Buffer.concat([archive, Buffer.from('x')]))).status).toBe(403);
  expect((await put(url, archive, 'text/plain')).status).toBe(403);
  expect((await put(url.replace(/[0-9a-f]{64}$/, 'a'.repeat(64)), archive)).status).toBe(403);
  expect((await put(url, archive)).status).toBe(200);
});

/** An archive that has come to the bucket for a server of its own. */
async function arrivedFor() {
  const { guild_id, owner_id } = await buildGuild(context.ctx);
  await buildMember(context.ctx, { guild_id, user_id: owner_id });
  return arrivedOf({ guild_id, owner_id });
}

async function arrivedOf({ guild_id, owner_id }: { guild_id: string; owner_id: string }) {
  const { ctx } = context;
  const call = await callAs({ ctx, guild_id }, owner_id);
  const announced = { file_size: String(archive.length), file_content_type: 'application/zip' };
  const { url, upload_id } = await presignUpload(call, guild_id, { file_type: 'data', ...announced });
  expect((await put(url, archive)).status).toBe(200);
  return { guild_id, owner_id, upload_id };
}

test('an archive for which the disk has no room is not copied, says what it waits for, and is imported once there is room', async () => {
  const { ctx } = context;
  const { guild_id, upload_id } = await arrivedFor();
  const spool = { ...ctx.storage.spool, kept_free_bytes: Number.MAX_SAFE_INTEGER };
  let reads = 0;
  const get: typeof ctx.storage.get = (key) => {
    reads += 1;
    return ctx.storage.get(key);
  };
  const full = { ...ctx, storage: { ...ctx.storage, get, spool } };
  await lookForArrivals(full);
  reads = 0;
  await lookForArrivals(full);
  for (let round = 0; round < 2; round += 1)
    await expect(workOnServer(full, { guild_id })).rejects.toMatchObject({ code: 'service.disk_full' });
  expect(await findUpload(ctx.db, upload_id)).toMatchObject({
    state: 'checking',
    problem: expect.stringContaining('too little room'),
  });
  expect([reads, await readdir(folder)]).toEqual([0, []]);
  await workOnServer(ctx, { guild_id });
  expect(await findUpload(ctx.db, upload_id)).toMatchObject({ state: 'done', problem: null });
});

test('an archive for which there is no room holds up no other of its server, before its check and after it', async () => {
  const { ctx } = context;
  const large = await arrivedFor();
  await lookForArrivals(ctx);
  const is = async (upload_id: string) => (await findUpload(ctx.db, upload_id))?.state;
  const resize = (file_bytes: number) =>
    ctx.db
      .updateTable('import_uploads')
      .set({ file_bytes: String(file_bytes) })
      .where('upload_id', '=', large.upload_id)
      .execute();
  const small = await arrivedOf(large);
  await lookForArrivals(ctx);
  await resize(Number.MAX_SAFE_INTEGER);
  await expect(workOnServer(ctx, large)).rejects.toMatchObject({ code: 'service.disk_full' });
  expect([await is(large.upload_id), await is(small.upload_id)]).toEqual(['checking', 'done']);

  await ctx.db
    .updateTable('import_uploads')
    .set({ preview: true })
    .where('upload_id', '=', large.upload_id)
    .execute();
  await resize(archive.length);
  await workOnServer(ctx, large);
  const owner = await callAs({ ctx, guild_id: large.guild_id }, large.owner_id);
  await confirmImport(owner, large, undefined);
  await resize(Number.MAX_SAFE_INTEGER);
  for (let round = 0; round < 12; round += 1)
    await expect(workOnServer(ctx, large)).rejects.toMatchObject({ code: 'service.disk_full' });
  const runs = ctx.db.selectFrom('import_runs').where('upload_id', '=', large.upload_id).selectAll();
  const [run] = await runs.execute();
  expect(run).toMatchObject({ state: 'waiting', problem: expect.stringContaining('too little room') });
  const lines = ctx.db
    .selectFrom('import_logs')
    .where('run_id', '=', run?.run_id ?? '')
    .select('log_type');
  expect(await lines.orderBy('run_log_id').execute()).toEqual([
    { log_type: 'RUN_START' },
    { log_type: 'FAIL' },
  ]);
  expect(await listRuns(owner, large.guild_id)).toContainEqual(
    expect.objectContaining({ state: 'waiting', is_failing: true }),
  );
  await resize(archive.length);
  await workOnServer(ctx, large);
  expect(await is(large.upload_id)).toBe('done');
});

test('one for which there is no room for a day is refused with the reason', async () => {
  const { ctx } = context;
  const { guild_id, upload_id } = await arrivedFor();
  await lookForArrivals(ctx);
  const spool = { ...ctx.storage.spool, kept_free_bytes: Number.MAX_SAFE_INTEGER };
  const later = new Date(ctx.clock.now().getTime() + importLimits.kept_ms);
  const clock = { ...ctx.clock, now: () => later };
  await workOnServer({ ...ctx, clock, storage: { ...ctx.storage, spool } }, { guild_id });
  expect(await findUpload(ctx.db, upload_id)).toMatchObject({
    state: 'refused',
    problem: expect.stringContaining('too little room'),
    file_key: null,
  });
});

test('an archive that cannot be looked at holds up none of another server', async () => {
  const { ctx } = context;
  const [first, second] = [await arrivedFor(), await arrivedFor()];
  const stuck = (await findUpload(ctx.db, first.upload_id))?.file_key;
  const get: typeof ctx.storage.get = (key) =>
    key === stuck ? Promise.reject(new Error('not now')) : ctx.storage.get(key);
  await expect(lookForArrivals({ ...ctx, storage: { ...ctx.storage, get } })).rejects.toThrow('not now');
  expect(await findUpload(ctx.db, second.upload_id)).toMatchObject({ state: 'checking' });
  await lookForArrivals(ctx);
  expect(await findUpload(ctx.db, first.upload_id)).toMatchObject({ state: 'checking' });
});

test('another file that comes to its place after the check is not imported', async () => {
  const { url, upload_id } = await presignUpload(owner, guild_id, {
    file_type: 'data',
    file_size: String(archive.length),
    file_content_type: 'application/zip',
    preview: 'true',
  });
  await put(url, archive);
  await lookForArrivals(context.ctx);
  const other = Buffer.from(archive);
  other.fill(0, 100, 200);
  expect((await put(url, other)).status).toBe(200);
  await workOnServer(context.ctx, { guild_id });
  expect(await findUpload(context.ctx.db, upload_id)).toMatchObject({
    state: 'refused',
    problem: expect.stringContaining('another file now than the one that was checked'),
  });
});

test.each(['denied', 'stops'] as const)(
  'what did not come to a bucket that fails (%s) takes no room, and nobody waits for its removal',
  async (fault) => {
    const { guild_id, owner_id } = await buildGuild(context.ctx);
    await buildMember(context.ctx, { guild_id, user_id: owner_id });
    const owner = await callAs({ ctx: context.ctx, guild_id }, owner_id);
    const send = () => startImport(owner, guild_id, { files: asFile(archive), preview: true });
    s3.fail(fault);
    for (let count = 0; count < 6; count += 1) await expect(send()).rejects.toThrow('The bucket');
    s3.fail(undefined);
    const { uploads } = await send();
    expect(uploads).toHaveLength(1);
    await purgeImports(context.ctx);
    const { rows } = await sql`select from import_uploads
      where guild_id = ${guild_id} and state in ('awaited', 'discarded') and file_key is not null`.execute(
      context.ctx.db,
    );
    expect(rows).toEqual([]);
  },
);
