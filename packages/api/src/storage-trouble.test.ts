import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callBy } from '@tickets/core/access/caller';
import { askForExport } from '@tickets/core/personal-data/requests';
import { workOnRequest } from '@tickets/core/personal-data/work';
import {
  signDownloadUrl,
  signExportUrl,
  signFileUrl,
  signServerExportUrl,
} from '@tickets/core/platform/storage/file-links';
import { s3Storage } from '@tickets/core/platform/storage/s3';
import { startDownload } from '@tickets/core/transcripts/downloads';
import { makeDownload } from '@tickets/core/transcripts/make-download';
import { startExport } from '@tickets/core/transfer/export/exports';
import { makeExport } from '@tickets/core/transfer/export/make-export';
import { accessIn } from '@tickets/testkit/data/access';
import { buildGuild, buildMember, buildMessage, buildTicket } from '@tickets/testkit/data/factories';
import { keepFile } from '@tickets/testkit/data/kept-file';
import {
  type S3Double,
  type S3Fault,
  s3Bucket,
  s3Keys,
  startS3Double,
} from '@tickets/testkit/outside/s3-double';
import { serveApi } from '@tickets/testkit/worlds/app';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

let double: S3Double;
let url: string;
let spool_folder: string;
let context: Awaited<ReturnType<typeof createTestContext>>;
let served: Awaited<ReturnType<typeof serveApi>>;
const lines: string[] = [];

beforeAll(async () => {
  double = await startS3Double();
  spool_folder = await mkdtemp(join(tmpdir(), 'tickets-trouble-'));
  context = await createTestContext();
  const storage = await s3Storage({
    bucket: s3Bucket,
    region: 'eu-central-1',
    endpoint: double.url,
    spool_folder,
    ...s3Keys,
  });
  Object.assign(context.ctx, {
    storage,
    log: pino({ level: 'warn' }, { write: (line) => lines.push(line) }),
  });
  served = await serveApi(context.ctx);
  url = served.url;
});
afterEach(() => {
  double.fail(undefined);
  lines.length = 0;
});
afterAll(async () => {
  await served.api.close();
  await context.close();
  await double[Symbol.asyncDispose]();
  await rm(spool_folder, { recursive: true, force: true });
});

/** An attachment that is kept, by its link. */
async function kept(text: string) {
  const { ctx } = context;
  const { guild_id } = await buildGuild(ctx);
  const { ticket_id } = await buildTicket(ctx, { guild_id });
  const { message_id } = await buildMessage(ctx, { guild_id, ticket_id });
  const key = await keepFile(ctx, { guild_id, ticket_id, message_id }, 'notes.txt', text);
  const { attachment_id } = await ctx.db
    .selectFrom('ticket_attachments')
    .where('sha256', '=', createHash('sha256').update(text).digest())
    .select('attachment_id')
    .executeTakeFirstOrThrow();
  const { pathname } = new URL(signFileUrl(ctx, { guild_id, ticket_id, message_id, attachment_id }));
  return { key, link: url + pathname };
}

test.each<[S3Fault, number, string]>([
  ['denied', 503, 'storage.denied'],
  ['resets', 503, 'storage.unreachable'],
  ['hangs', 503, 'storage.unreachable'],
  ['lies', 502, 'storage.damaged'],
])(
  'a file in a bucket that %s is answered with %d %s within 5 s, and its key is logged',
  {
    timeout: 15_000,
  },
  async (fault, status, code) => {
    const { key, link } = await kept(randomBytes(20).toString('hex'));
    double.fail(fault);
    const began = performance.now();
    const response = await fetch(link);
    expect([response.status, await response.json()]).toMatchObject([status, { success: false, code }]);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(lines.join('')).toContain(key);
  },
);

/** What was made of somebody's or a server's data, by its link. */
const finished = {
  async 'a download of transcripts'() {
    const { ctx, call, guild_id } = await administrator();
    const ticket = await buildTicket(ctx, { guild_id, status: 'closed', has_transcript: true });
    await buildMessage(ctx, { guild_id, ticket_id: ticket.ticket_id });
    const { download_id } = await startDownload(call, guild_id, { filter: {}, form: 'text' });
    await makeDownload(ctx, { download_id });
    return signDownloadUrl(ctx, download_id);
  },
  async 'the export of a server'() {
    const { ctx, call, guild_id } = await administrator();
    const { export_id } = await startExport(call, guild_id, { contents: 'everything' });
    await makeExport(ctx, { export_id });
    return signServerExportUrl(ctx, export_id);
  },
  async "a copy of somebody's own data"() {
    const { ctx, user_id } = await administrator();
    const request = await askForExport(ctx, user_id);
    await workOnRequest(ctx, request);
    return signExportUrl(ctx, request.request_id);
  },
};

async function administrator() {
  const { ctx } = context;
  const { guild_id } = await buildGuild(ctx);
  const user_id = await buildMember(ctx, { guild_id, level: 2 });
  return {
    ctx,
    guild_id,
    user_id,
    call: callBy(ctx, await accessIn({ ctx, guild_id }, user_id), 'dashboard'),
  };
}

test.each(Object.entries(finished))(
  '%s is not given out when its bytes are not those that were made',
  async (_, made) => {
    const link = url + new URL(await made()).pathname;
    expect((await fetch(link)).status).toBe(200);
    double.fail('lies');
    const response = await fetch(link);
    expect([response.status, await response.json()]).toMatchObject([502, { code: 'storage.damaged' }]);
    expect(lines.join('')).toContain('is damaged');
  },
);

test.each<S3Fault>(['lies', 'stops', 'breaks'])(
  'a large file from a bucket that %s is broken off, and its key is logged',
  {
    timeout: 15_000,
  },
  async (fault) => {
    const { key, link } = await kept(randomBytes(1024 ** 2).toString('hex'));
    double.fail(fault);
    await expect(fetch(link).then((response) => response.arrayBuffer())).rejects.toThrow('terminated');
    expect(lines.join('')).toContain(key);
  },
);

test.each<[S3Fault, string]>([
  ['denied', 'denied'],
  ['resets', 'unreachable'],
  ['hangs', 'unreachable'],
])('/readyz says of a bucket that %s: %s', { timeout: 15_000 }, async (fault, storage) => {
  double.fail(fault);
  const fresh = await serveApi(context.ctx);
  const began = performance.now();
  const response = await fetch(`${fresh.url}/readyz?of=process`);
  expect([response.status, await response.json()]).toMatchObject([
    503,
    { ok: false, database: 'ready', storage },
  ]);
  expect(performance.now() - began).toBeLessThan(5_000);
  await fresh.api.close();
  expect(lines.join('')).toContain('no file can be stored');
});
