import { importLimits } from '@tickets/contract/transfer/transfer-limits';
import { findUpload } from '@tickets/core/transfer/import/upload-rows';
import { workOnServer } from '@tickets/core/transfer/import/work';
import { archiveOf } from '@tickets/testkit/archives/archives';
import {
  buildGuild,
  buildMember,
  buildMessage,
  buildSession,
  buildTicket,
} from '@tickets/testkit/data/factories';
import { startTestApp, type TestApp } from '@tickets/testkit/worlds/app';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { PartBound } from './http/bounded-parts.ts';

let app: TestApp;
let guild_id: string;
let owner: string;
let support: string;
/** Of a server with two settings and a tag. */
let archive: Buffer;

beforeAll(async () => {
  app = await startTestApp();
  const { ctx } = app;
  const source = await buildGuild(ctx);
  await ctx.db
    .insertInto('tags')
    .values({ guild_id: source.guild_id, tag_id: 'menu', content: 'Bread.' })
    .execute();
  archive = await archiveOf(ctx, source.guild_id);
});
afterAll(() => app.close());
beforeEach(async () => {
  const { ctx } = app;
  const made = await buildGuild(ctx);
  guild_id = made.guild_id;
  await buildMember(ctx, { guild_id, user_id: made.owner_id });
  owner = await buildSession(ctx, made.owner_id);
  support = await buildSession(ctx, await buildMember(ctx, { guild_id, level: 1 }));
});

const post = async (form: FormData | string, { token = owner, query = '', headers = {} } = {}) => {
  const response = await fetch(`${app.url}/api/${guild_id}/import${query}`, {
    method: 'POST',
    headers: { 'x-tickets': 'true', authorization: token, ...headers },
    body: form,
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
  return { status: response.status, json: (await response.json()) as any };
};
const formOf = (files: Record<string, Buffer | string>, name = 'server.zip') => {
  const form = new FormData();
  for (const [field, bytes] of Object.entries(files))
    form.append(field, new Blob([bytes as BlobPart], { type: 'application/zip' }), name);
  return form;
};
const tags = () => app.ctx.db.selectFrom('tags').where('guild_id', '=', guild_id).select('tag_id').execute();

describe('a form with files', () => {
  test('is taken, and imported by a job', async () => {
    const { status, json } = await post(formOf({ data_file: archive }));
    expect([status, json.success, json.failed]).toEqual([200, ['data'], []]);
    await workOnServer(app.ctx, { guild_id });
    expect(await tags()).toEqual([{ tag_id: 'menu' }]);
    const runs = await app.call('import.runs', { params: { guild_id }, token: owner });
    expect(runs.body).toMatchObject([
      { run_type: 'DATA', state: 'done', upload_id: json.uploads[0].upload_id },
    ]);
    expect(runs.body[0]?.logs.map(({ log_type }) => log_type)).toEqual(
      expect.arrayContaining(['RUN_START', 'SUCCESS', 'RUN_COMPLETE']),
    );
  });

  test('may hold both files, of which each is one import', async () => {
    const { ctx } = app;
    const { guild_id: source } = await buildGuild(ctx);
    const { ticket_id } = await buildTicket(ctx, {
      guild_id: source,
      status: 'closed',
      has_transcript: true,
    });
    await buildMessage(ctx, { guild_id: source, ticket_id, content: 'Hello' });
    const { status, json } = await post(
      formOf({ data_file: archive, transcripts_file: await archiveOf(ctx, source, 'tickets') }),
    );
    expect([status, json.success]).toEqual([200, ['data', 'transcripts']]);
    const queue = () => app.call('import.queue', { params: { guild_id }, token: owner });
    await workOnServer(ctx, { guild_id });
    expect((await queue()).body).toEqual({ data: 0, transcripts: 0 });
    const runs = await app.call('import.runs', { params: { guild_id }, token: owner });
    expect(runs.body.map(({ run_type }) => run_type).sort()).toEqual(['DATA', 'TRANSCRIPT']);
    const transcripts = await app.call('transcripts.list', { params: { guild_id }, body: {}, token: owner });
    expect(transcripts.body).toMatchObject([{ ticket_id, has_transcript: true }]);
  });

  test('waits for its turn, whatever is sent after it and also when that is refused', async () => {
    const queue = async () => (await app.call('import.queue', { params: { guild_id }, token: owner })).body;
    const before = await queue();
    expect((await post(formOf({ data_file: archive }))).status).toBe(200);
    expect(await queue()).toEqual({ ...before, data: before.data + 1 });
    expect((await post(formOf({ data_file: 'no zip' }, 'broken.zip'))).status).toBe(400);
    expect((await post(formOf({ data_file: archive }), { query: '?preview=true' })).status).toBe(200);
    await workOnServer(app.ctx, { guild_id });
    expect(await tags()).toEqual([{ tag_id: 'menu' }]);
    const uploads = await app.call('import.uploads', { params: { guild_id }, token: owner });
    expect(uploads.body.map(({ state, file_name }) => [state, file_name])).toEqual([
      ['checked', 'server.zip'],
      ['refused', 'broken.zip'],
      ['done', 'server.zip'],
    ]);
  });

  test('that is to be looked at first is refused where that is said in another word', async () => {
    for (const word of ['True', '1', 'yes']) {
      const { status } = await post(formOf({ data_file: archive }), { query: `?preview=${word}` });
      expect(status).toBe(400);
    }
  });

  test('is refused while five others wait', async () => {
    for (let n = 0; n < 5; n += 1) expect((await post(formOf({ data_file: archive }))).status).toBe(200);
    const { status, json } = await post(formOf({ data_file: archive }));
    expect([status, json.code]).toEqual([409, 'import.queue_full']);
    await workOnServer(app.ctx, { guild_id });
    expect((await post(formOf({ data_file: archive }))).status).toBe(200);
  });

  test('that waits for a word is replaced by the next that comes whole, and not by one that is refused', async () => {
    const preview = async (file: Buffer | string) =>
      (await post(formOf({ data_file: file }), { query: '?preview=true' })).json.uploads?.[0]?.upload_id;
    const first = await preview(archive);
    await preview('no zip');
    expect(await findUpload(app.ctx.db, first)).toMatchObject({ state: 'checking' });
    await preview(archive);
    expect(await findUpload(app.ctx.db, first)).toMatchObject({ state: 'discarded' });
  });

  test('is only looked at where that is asked for, and imported when it is confirmed', async () => {
    const { json } = await post(formOf({ data_file: archive }), { query: '?preview=true' });
    const [{ upload_id }] = json.uploads;
    await workOnServer(app.ctx, { guild_id });
    const uploads = await app.call('import.uploads', { params: { guild_id }, token: owner });
    const counted = expect.arrayContaining([expect.objectContaining({ entity_type: 'tags', create: 1 })]);
    expect(uploads.body).toMatchObject([{ upload_id, state: 'checked', entities: counted }]);
    const whole = await app.call('import.upload', { params: { guild_id, upload_id }, token: owner });
    expect(whole.body).toMatchObject({
      upload_id,
      state: 'checked',
      report: { vouched_by: 'checksums', entities: counted },
    });
    expect(await tags()).toEqual([]);
    const confirmed = await app.call('import.confirm', {
      params: { guild_id, upload_id },
      body: {},
      token: owner,
    });
    expect(confirmed.body.state).toBe('confirmed');
    const twice = await app.call('import.confirm', {
      params: { guild_id, upload_id },
      body: {},
      token: owner,
    });
    expect(twice.error.code).toBe('import.under_way');
    await workOnServer(app.ctx, { guild_id });
    expect(await tags()).toEqual([{ tag_id: 'menu' }]);
  });

  test('without any file is refused in the words of the specification', async () => {
    for (const form of [formOf({}), '{}']) {
      const { status, json } = await post(
        form,
        typeof form === 'string' ? { headers: { 'content-type': 'application/json' } } : {},
      );
      expect([status, json.error]).toEqual([
        400,
        'Please select a file to import, at least one of data or transcripts must be provided',
      ]);
    }
  });

  test.each([
    ['text in a file that is called x.zip', 'this is no zip', /x\.zip cannot be imported: it is no zip file/],
    [
      'the first half of an archive',
      'half',
      /x\.zip cannot be imported: it is no zip file, or only a part of one/,
    ],
    ['an empty file', '', /x\.zip is empty/],
  ])('with %s is refused, and nothing changes', async (_, content, text) => {
    const bytes = content === 'half' ? archive.subarray(0, archive.length / 2) : content;
    const { status, json } = await post(formOf({ data_file: bytes }, 'x.zip'));
    expect([status, json.error]).toEqual([400, expect.stringMatching(text)]);
    await workOnServer(app.ctx, { guild_id });
    expect(await tags()).toEqual([]);
    const again = await post(formOf({ data_file: archive }));
    expect(again.status).toBe(200);
  });

  test('with a part of another name, or one twice, is refused', async () => {
    const other = await post(formOf({ data_file: archive, settings_file: archive }));
    expect([other.status, other.json.code]).toEqual([400, 'upload.invalid']);
    const form = formOf({ data_file: archive });
    form.append('data_file', new Blob([archive as BlobPart]), 'b.zip');
    expect((await post(form)).status).toBe(400);
  });

  test('of nothing but boundaries is refused, and its parser is given a line of them', async () => {
    const given = vi.spyOn(PartBound.prototype, 'push');
    onTestFinished(() => given.mockRestore());
    const headers = { 'content-type': 'multipart/form-data; boundary=line' };
    const { status, json } = await post('--line\r\n'.repeat(110_000), { headers });
    expect([status, json.code]).toEqual([400, 'upload.invalid']);
    const bytes = given.mock.calls.reduce((sum, [piece]) => sum + (piece?.length ?? 0), 0);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(1_000);
  });

  test.each([
    ['of 300 characters', `; boundary=${'b'.repeat(300)}`],
    ['that is empty', '; boundary='],
    ['that is missing', ''],
  ])('with a boundary %s is refused as one that cannot be read', async (_, boundary) => {
    const headers = { 'content-type': `multipart/form-data${boundary}` };
    const { status, json } = await post('--', { headers });
    expect([status, json.code]).toEqual([400, 'upload.invalid']);
    expect(json.error).toContain('they did not arrive whole, or not as multipart/form-data');
  });

  test('is for administrators: others are refused before their file is read', async () => {
    const { status, json } = await post(formOf({ data_file: archive }), { token: support });
    expect([status, json.code]).toEqual([403, 'permission.denied']);
    expect(
      await app.ctx.db.selectFrom('import_uploads').where('guild_id', '=', guild_id).selectAll().execute(),
    ).toEqual([]);
  });
});

describe('an address for a file', () => {
  const presign = async (query: Record<string, string>, token = owner) => {
    const response = await fetch(`${app.url}/api/${guild_id}/import/presign?${new URLSearchParams(query)}`, {
      headers: { 'x-tickets': 'true', authorization: token },
    });
    // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
    return { status: response.status, json: (await response.json()) as any };
  };
  const asked = { file_type: 'data', file_content_type: 'application/zip' };
  const addressOf = async (more: Record<string, string> = {}) => {
    const { json } = await presign({ ...asked, file_size: String(archive.length), ...more });
    return {
      url: String(json.url).replace(app.ctx.config.api_url, app.url),
      upload_id: String(json.upload_id),
    };
  };
  const put = (url: string, bytes: Buffer, type = 'application/zip') =>
    fetch(url, {
      method: 'PUT',
      body: bytes as BodyInit,
      headers: { 'content-type': type, origin: 'http://dashboard.test' },
    });

  test('takes it by PUT with no header but its type, answers 200, and has it imported', async () => {
    const { url } = await addressOf();
    const response = await put(url, archive);
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([
      200,
      'http://dashboard.test',
    ]);
    await workOnServer(app.ctx, { guild_id });
    expect(await tags()).toEqual([{ tag_id: 'menu' }]);
    expect((await put(url, archive)).status).toBe(403);
  });

  test('takes one of two files that are sent at once, and refuses the other in words', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { url, upload_id } = await addressOf();
      const answers = await Promise.all([put(url, archive), put(url, archive)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const refused = answers.find(({ status }) => status === 409);
      expect(await refused?.json()).toMatchObject({ code: 'import.arriving' });
      expect(await findUpload(app.ctx.db, upload_id)).toMatchObject({ state: 'checking', problem: null });
      await workOnServer(app.ctx, { guild_id });
    }
  });

  test('may be asked for by a page elsewhere, as a browser asks first', async () => {
    const { url } = await addressOf();
    const response = await fetch(url, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://dashboard.test',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'content-type',
      },
    });
    expect([response.status, response.headers.get('access-control-allow-methods')]).toEqual([
      204,
      expect.stringContaining('PUT'),
    ]);
  });

  test('is good for one file of the size and type that were named', async () => {
    const { url, upload_id } = await addressOf();
    for (const [bytes, type] of [
      [Buffer.concat([archive, Buffer.from('x')]), 'application/zip'],
      [archive.subarray(1), 'application/zip'],
      [archive, 'text/plain'],
    ] as const)
      expect((await put(url, bytes, type)).status).toBe(400);
    expect(await findUpload(app.ctx.db, upload_id)).toMatchObject({ state: 'awaited' });
    expect((await put(url, archive)).status).toBe(200);
  });

  test('is nobody’s to make up, and ends after ten minutes', async () => {
    const { url, upload_id } = await addressOf();
    const forged = url.replace(
      /[^/]+$/,
      (token) => `${Buffer.from(`${upload_id}.9999999999999`).toString('base64url')}.${token.split('.')[1]}`,
    );
    expect((await put(forged, archive)).status).toBe(403);
    await app.ctx.db
      .updateTable('import_uploads')
      .set({ state: 'discarded' })
      .where('upload_id', '=', upload_id)
      .execute();
    expect((await put(url, archive)).status).toBe(403);
  });

  test('replaces the one before it of the same type, and leaves the other type alone', async () => {
    const first = await addressOf();
    const other = await addressOf({ file_type: 'transcripts' });
    const second = await addressOf();
    expect((await put(first.url, archive)).status).toBe(403);
    expect((await put(second.url, archive)).status).toBe(200);
    expect(await findUpload(app.ctx.db, other.upload_id)).toMatchObject({ state: 'awaited' });
  });

  test.each([
    [{ file_type: 'pictures', file_size: '1', file_content_type: 'application/zip' }, 'Invalid file type'],
    [{ file_type: 'data', file_size: '1' }, 'Missing file_content_type'],
    [{ file_type: 'data', file_size: '1', file_content_type: 'text/plain' }, 'Invalid file_content_type'],
    [{ ...asked, file_size: String(importLimits.file_bytes + 1) }, 'File size too large'],
    [{ ...asked, file_size: '1.5' }, 'The size of a file is a whole number of bytes, and at least one.'],
    [{ ...asked, file_size: '-1' }, 'The size of a file is a whole number of bytes, and at least one.'],
    [{ ...asked, file_size: '0' }, 'The size of a file is a whole number of bytes, and at least one.'],
  ])('is refused for %j: %s', async (query, text) => {
    const { status, json } = await presign(query as Record<string, string>);
    expect([status, json.error]).toEqual([400, text]);
  });

  test.each(importLimits.content_types)('is told for %s', async (file_content_type) => {
    const { status } = await presign({ ...asked, file_size: '1', file_content_type });
    expect(status).toBe(200);
  });

  test('is for administrators', async () => {
    for (const file_type of ['data', 'transcripts']) {
      const { status, json } = await presign({ ...asked, file_size: '1', file_type }, support);
      expect([status, json.code]).toEqual([403, 'permission.denied']);
    }
  });
});

test('what waits can be thrown away', async () => {
  const { json } = await post(formOf({ data_file: archive }), { query: '?preview=true' });
  await workOnServer(app.ctx, { guild_id });
  const params = { guild_id, upload_id: json.uploads[0].upload_id };
  expect((await app.call('import.discard', { params, token: owner })).status).toBe(204);
  expect((await app.call('import.confirm', { params, body: {}, token: owner })).error.code).toBe(
    'import.upload_gone',
  );
});

test('confirming what was refused says why it was, and what was imported that it was', async () => {
  const { json } = await post(formOf({ data_file: archive }), { query: '?preview=true' });
  await workOnServer(app.ctx, { guild_id });
  const { upload_id } = json.uploads[0];
  const params = { guild_id, upload_id };
  const confirm = () => app.call('import.confirm', { params, body: {}, token: owner });
  await app.ctx.db
    .updateTable('import_uploads')
    .set({ state: 'refused', problem: 'panels.jsonl is missing' })
    .where('upload_id', '=', upload_id)
    .execute();
  const refused = await confirm();
  expect([refused.status, refused.error.code]).toEqual([400, 'import.refused']);
  expect(refused.error.error).toContain('panels.jsonl is missing');
  await app.ctx.db
    .updateTable('import_uploads')
    .set({ state: 'done' })
    .where('upload_id', '=', upload_id)
    .execute();
  const done = await confirm();
  expect([done.status, done.error.code]).toEqual([409, 'import.done']);
  expect((await app.call('import.check', { params, body: {}, token: owner })).error.code).toBe('import.done');
});
