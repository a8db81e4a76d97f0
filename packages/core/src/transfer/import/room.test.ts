import { readdir } from 'node:fs/promises';
import { AppError } from '@tickets/contract/platform/errors';
import type { StreamedFile } from '@tickets/contract/platform/uploads';
import { importLimits } from '@tickets/contract/transfer/transfer-limits';
import { archiveOf, asFile } from '@tickets/testkit/archives/archives';
import { callAs } from '@tickets/testkit/data/access';
import { buildGuild, buildMember } from '@tickets/testkit/data/factories';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { createTestClock } from '@tickets/testkit/worlds/clock';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { UserCall } from '../../access/caller.ts';
import { purgeImports } from './arrivals.ts';
import { findUpload } from './upload-rows.ts';
import { discardImport, presignUpload, startImport } from './uploads.ts';

// What fails here on purpose is reported.
allowWarning(/"msg":"an archive could not be removed/);

const clock = createTestClock();
let context: TestContext;
let archive: Buffer;
let guild_id: string;
let owner: UserCall;
beforeAll(async () => {
  context = await createTestContext({ clock });
  archive = await archiveOf(context.ctx, (await buildGuild(context.ctx)).guild_id, 'setup');
});
afterAll(() => context.close());
beforeEach(async () => {
  ({ guild_id, owner } = await serverOf());
});

async function serverOf(owner_id?: string): Promise<{ guild_id: string; owner: UserCall }> {
  const { ctx } = context;
  const made = await buildGuild(ctx, owner_id === undefined ? {} : { owner_id });
  await buildMember(ctx, { guild_id: made.guild_id, user_id: made.owner_id });
  return { guild_id: made.guild_id, owner: await callAs({ ctx, guild_id: made.guild_id }, made.owner_id) };
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
const send = async (files: AsyncIterable<StreamedFile> = asFile(archive), call = owner) =>
  (await startImport(call, guild_id, { files, preview: true })).uploads[0]?.upload_id ?? '';
const fileOf = async (upload_id: string) =>
  (await findUpload(context.ctx.db, upload_id))?.file_key ?? undefined;
const isThere = async (key: string | undefined) => {
  const file = await context.ctx.storage.get(key ?? '00'.repeat(16));
  file?.stream.destroy();
  return file !== undefined;
};
/** All that lies in the folder of this test's storage, also what is written half. */
const filesNow = async () => {
  const path = context.ctx.storage.localPath?.('00'.repeat(16)) ?? '';
  const folder = path.slice(0, path.indexOf('/00/'));
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((one) => one.isFile()).length;
};

test('an archive that is replaced is gone at once, and so is one that is refused or thrown away', async () => {
  const before = await filesNow();
  const first = await send();
  const key = await fileOf(first);
  expect(await isThere(key)).toBe(true);
  const second = await send();
  expect([await isThere(key), await fileOf(first)]).toEqual([false, undefined]);
  expect(await codeOf(send(asFile(Buffer.from('no zip'))))).toBe('import.refused');
  expect(await filesNow()).toBe(before + 1);
  await discardImport(owner, { guild_id, upload_id: second });
  expect(await filesNow()).toBe(before);
});

test('one that could not be removed then is removed by the next round, and its successor is there', async () => {
  const first = await send();
  const key = await fileOf(first);
  const stuck = { ...context.ctx.storage, remove: () => Promise.reject(new Error('not now')) };
  const second = await send(asFile(archive), { ...owner, storage: stuck });
  expect(await isThere(key)).toBe(true);
  await purgeImports(context.ctx);
  expect([await isThere(key), await isThere(await fileOf(second))]).toEqual([false, true]);
});

test('one that is replaced while it comes is read no further, and nothing is left of it', async () => {
  const before = await filesNow();
  let sent = 0;
  const piece = Buffer.alloc(1024 ** 2);
  const bytes = async function* () {
    for (; sent < 200; sent += 1) {
      if (sent === 2) await presignUpload(owner, guild_id, announced(10));
      yield piece;
    }
  };
  const coming = async function* () {
    yield { field: 'data_file', name: 'a.zip', content_type: 'application/zip', bytes: bytes() };
  };
  expect(await codeOf(send(coming()))).toBe('import.upload_gone');
  expect(sent).toBeLessThan(40);
  expect(await filesNow()).toBe(before);
});

const announced = (file_size: number) => ({
  file_type: 'data',
  file_size: String(file_size),
  file_content_type: 'application/zip',
});

/** Archives of the largest size that lie there, as far as the database knows. */
async function keep(count: number, of = { guild_id, asked_by: owner.caller.user_id }): Promise<void> {
  for (let n = 0; n < count; n += 1)
    await context.ctx.db
      .insertInto('import_uploads')
      .values({
        ...of,
        file_type: 'data',
        state: 'failed',
        preview: true,
        content_type: 'application/zip',
        file_key: `${n}`.repeat(32),
        file_bytes: String(importLimits.file_bytes),
        created_at: clock.now(),
        expires_at: new Date(clock.now().getTime() + importLimits.kept_ms),
      })
      .execute();
}

test('as much is kept for a server as five archives of the largest size have, whoever sent them', async () => {
  await keep(4);
  expect(await codeOf(presignUpload(owner, guild_id, announced(importLimits.file_bytes)))).toBe('done');
  await keep(1, { guild_id, asked_by: '77' });
  expect(await codeOf(presignUpload(owner, guild_id, announced(1)))).toBe('import.no_room');
  expect(await codeOf(send())).toBe('import.no_room');
  // What waits longer than a day is removed.
  clock.advance(importLimits.kept_ms);
  await purgeImports(context.ctx);
  expect(await codeOf(send())).toBe('done');
});

test('and as much for a person, in however many servers', async () => {
  await keep(5);
  const other = await serverOf(owner.caller.user_id);
  expect(await codeOf(presignUpload(other.owner, other.guild_id, announced(1)))).toBe('import.no_room');
  const another = await serverOf();
  expect(await codeOf(presignUpload(another.owner, another.guild_id, announced(1)))).toBe('done');
});

test('an address that is asked for again and again takes no room', async () => {
  for (let n = 0; n < 10; n += 1)
    expect(await codeOf(presignUpload(owner, guild_id, announced(importLimits.file_bytes)))).toBe('done');
});

test('while the disk has too little left none is taken, and no address is told', async () => {
  const full = {
    ...owner,
    storage: {
      ...owner.storage,
      requireRoom: () => Promise.reject(new AppError('service.disk_full')),
    },
  };
  expect(await codeOf(send(asFile(archive), full))).toBe('service.disk_full');
  expect(await codeOf(presignUpload(full, guild_id, announced(1)))).toBe('service.disk_full');
});
