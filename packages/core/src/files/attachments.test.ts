import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { accessIn, callAs } from '@tickets/testkit/data/access';
import { changesSince } from '@tickets/testkit/data/changes';
import { randomId } from '@tickets/testkit/data/factories';
import { isKept } from '@tickets/testkit/data/kept-file';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { settleAll } from '@tickets/testkit/worlds/effects';
import { startTicketWorld, type TestTicket, type TicketWorld } from '@tickets/testkit/worlds/ticket-world';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { callBy } from '../access/caller.ts';
import { closeTicket } from '../tickets/closing/close.ts';
import { continueTicket } from '../tickets/recovery/continue.ts';
import { renderTranscript } from '../transcripts/render.ts';
import { removeAttachments, resumeAttachments, storeAttachments, storeAttachmentsOf } from './attachments.ts';
import { takeIn } from './take-in.ts';
import { removeUnusedFiles } from './unused.ts';

// What fails here on purpose is reported.
allowWarning(/"msg":"(a ticket could not be closed in Discord now; it is finished later)/);

async function send(world: TicketWorld, ticket: TestTicket, ...texts: string[]) {
  const files = texts.map((text, n) => ({ name: `file-${n}.txt`, bytes: text, type: 'text/plain' }));
  const message = await world.member.write(ticket.channel_id, 'look', { files });
  await world.settled();
  return { ...ticket, message_id: message.id };
}

const statesOf = async ({ ctx }: TicketWorld) =>
  (await ctx.db.selectFrom('ticket_attachments').select('state').orderBy('attachment_id').execute()).map(
    ({ state }) => state,
  );
const filesOf = ({ ctx }: TicketWorld) => ctx.db.selectFrom('stored_files').selectAll().execute();
const usedBy = async ({ ctx, guild_id }: TicketWorld) =>
  Number(
    (
      await ctx.db
        .selectFrom('guild_storage')
        .where('guild_id', '=', guild_id)
        .select('bytes')
        .executeTakeFirst()
    )?.bytes,
  );

const close = async (world: TicketWorld, ticket: TestTicket) =>
  closeTicket(await callAs(world, world.staff.id), {
    ...ticket,
    reason: null,
    source: 'discord',
  });

test('a file is copied while its ticket is open, so the transcript has it when Discord has it no more', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  const key = await send(world, ticket, 'the bytes');
  const jobs = await world.ctx.db.selectFrom('ticket_attachments').select('url').execute();
  expect((await changesSince(world.ctx, { ...ticket, seq: 0 }))[0]?.attachments[0]?.url).toBe(jobs[0]?.url);

  await storeAttachments(world.ctx, key);
  await close(world, ticket);
  expect(await statesOf(world)).toEqual(['stored']);
  const access = await accessIn(world, world.member.id);
  const [message] = (await renderTranscript(callBy(world.ctx, access, 'dashboard'), ticket)).messages;
  expect(message?.attachments[0]).toMatchObject({ filename: 'file-0.txt', size: 9 });
  expect(message?.attachments[0]?.url).toMatch(/^http:\/\/dashboard\.test\/files\//);
  const [file] = await filesOf(world);
  const stored = await world.ctx.storage.get(file?.storage_key ?? '');
  expect(stored && (await text(stored.stream))).toBe('the bytes');
});

test('the same bytes are kept once, and go when the last ticket that has them goes', async () => {
  await using world = await startTicketWorld();
  await world.settings({ store_transcripts: false });
  const [first, second] = [await world.openTicket(), await world.openTicket()];
  await storeAttachments(world.ctx, await send(world, first, 'same'));
  await storeAttachments(world.ctx, await send(world, second, 'same'));
  const [file, ...others] = await filesOf(world);
  expect(others).toEqual([]);
  expect(await usedBy(world)).toBe(8);
  const place = file?.storage_key ?? '';

  await close(world, first);
  await removeUnusedFiles(world.ctx);
  expect(await isKept(world.ctx.storage, place)).toBe(true);
  await close(world, second);
  await removeUnusedFiles(world.ctx);
  expect(await isKept(world.ctx.storage, place)).toBe(false);
  expect(await filesOf(world)).toEqual([]);
  expect(await usedBy(world)).toBe(0);
});

test('bytes that were lost from storage are stored again when the same come once more', async () => {
  await using world = await startTicketWorld();
  const [first, second] = [await world.openTicket(), await world.openTicket()];
  await storeAttachments(world.ctx, await send(world, first, 'same'));
  const [file] = await filesOf(world);
  const place = file?.storage_key ?? '';
  for (const lose of [
    () => world.ctx.storage.remove(place),
    () => world.ctx.storage.put(place, Buffer.from('s')),
  ]) {
    await lose();
    await storeAttachments(world.ctx, await send(world, second, 'same'));
    const stored = await world.ctx.storage.get(place);
    expect(stored && (await text(stored.stream))).toBe('same');
  }
  // From an archive.
  await world.ctx.storage.remove(place);
  const sha256 = file?.sha256.toString('hex') ?? '';
  await takeIn(world.ctx, sha256, async () => Readable.from([Buffer.from('same')]));
  expect(await isKept(world.ctx.storage, place)).toBe(true);
  await removeUnusedFiles(world.ctx);
  expect(await isKept(world.ctx.storage, place)).toBe(true);
});

test('a file that is too large, and one for which the server has no room, are named and not copied', async () => {
  await using world = await startTicketWorld({
    config: { attachments: { file_bytes_max: 10, guild_bytes_max: 20 } },
  });
  const ticket = await world.openTicket();
  await storeAttachments(
    world.ctx,
    await send(world, ticket, 'a'.repeat(10), 'b'.repeat(11), 'c'.repeat(10)),
  );
  expect(await statesOf(world)).toEqual(['stored', 'too_large', 'over_quota']);
  expect(await usedBy(world)).toBe(10);
});

test('an expired link is renewed, and a file that is gone is marked so', async () => {
  await using world = await startTicketWorld();
  const { ctx } = world;
  const ticket = await world.openTicket();
  const expired = await send(world, ticket, 'still there');
  const gone = await send(world, ticket, 'soon gone');
  await ctx.db
    .updateTable('ticket_attachments')
    .set({ url: `${world.sim.url}/cdn/attachments/1/2/x.txt` })
    .execute();
  await world.member.delete(gone.message_id);
  await storeAttachments(ctx, expired);
  await storeAttachments(ctx, gone);
  expect(await statesOf(world)).toEqual(['stored', 'gone']);
});

test('a link that leads into the machine is not followed', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  const key = await send(world, ticket, 'x');
  const url = 'http://169.254.169.254/latest/meta-data';
  await world.ctx.db.updateTable('ticket_attachments').set({ url }).execute();
  await world.member.delete(key.message_id);
  await storeAttachments(world.ctx, key);
  expect(await statesOf(world)).toEqual(['gone']);
});

test('a copy that Discord does not deliver now is tried again', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  const key = await send(world, ticket, 'later');
  world.sim.faults.next({ method: 'GET', route: /attachments/, kind: 503 });
  await expect(storeAttachments(world.ctx, key)).rejects.toThrow();
  expect(await statesOf(world)).toEqual(['pending']);
  await storeAttachments(world.ctx, key);
  expect(await statesOf(world)).toEqual(['stored']);
});

test.each([401, 403, 404, 410] as const)(
  'a file that Discord still names is waited for while its file server answers %i',
  async (kind) => {
    await using world = await startTicketWorld();
    const ticket = await world.openTicket();
    const key = await send(world, ticket, 'still there');
    world.sim.faults.next({ route: /^\/cdn\/attachments/, kind, times: 1_000 });
    await expect(storeAttachments(world.ctx, key)).rejects.toThrow(String(kind));
    expect(await statesOf(world)).toEqual(['pending']);
    world.sim.faults.clear();
    await storeAttachments(world.ctx, key);
    expect(await statesOf(world)).toEqual(['stored']);
  },
);

test.each(['', 'the byt', 'the bytes and more'])(
  'a file of which other bytes come than its message names is not kept, and waited for: %j',
  async (served) => {
    await using world = await startTicketWorld();
    const ticket = await world.openTicket();
    const key = await send(world, ticket, 'the bytes');
    const { messages, blobs } = world.sim.world;
    const blob_id = messages.get(key.message_id)?.attachments[0]?.blob_id ?? '';
    blobs.put(blob_id, Buffer.from(served));
    await expect(storeAttachments(world.ctx, key)).rejects.toThrow('An attachment of 9 bytes');
    expect(await statesOf(world)).toEqual(['pending']);
    await close(world, ticket);
    expect(world.sim.world.channels.has(ticket.channel_id)).toBe(true);
    expect(await filesOf(world)).toEqual([]);

    blobs.put(blob_id, Buffer.from('the bytes'));
    expect(await continueTicket(world.ctx, ticket)).toBe('done');
    expect(await statesOf(world)).toEqual(['stored']);
    expect(await usedBy(world)).toBe(9);
  },
);

test('a file that was packed on its way is not kept in its packed form', async () => {
  await using world = await startTicketWorld();
  const key = await send(world, await world.openTicket(), 'packed'.repeat(1_000));
  await using server = createServer((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end(gzipSync('packed'.repeat(1_000)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cdn_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(world.ctx, { config: { ...world.ctx.config, cdn_url } });
  await world.ctx.db
    .updateTable('ticket_attachments')
    .set({ url: `${cdn_url}/a` })
    .execute();
  await expect(storeAttachments(world.ctx, key)).rejects.toThrow('An attachment of 6000 bytes');
  expect(await statesOf(world)).toEqual(['pending']);
});

test('a closing ticket waits for a file whose link ended while the bot may not read its message, until we have left', async () => {
  await using world = await startTicketWorld();
  const { ctx } = world;
  const ticket = await world.openTicket();
  const key = await send(world, ticket, 'still there');
  const lose = (times: number) => {
    world.sim.faults.next({ route: /^\/cdn\/attachments/, kind: 403, times });
    world.sim.faults.next({ method: 'GET', route: /\/messages\/\d+$/, kind: 403, code: 50001, times });
  };
  lose(1);
  await close(world, ticket);
  expect(world.sim.world.channels.has(ticket.channel_id)).toBe(true);
  expect(await statesOf(world)).toEqual(['pending']);

  await ctx.db.updateTable('tickets').set({ channel_removed_at: new Date() }).execute();
  lose(1);
  await storeAttachments(ctx, key);
  expect(await statesOf(world)).toEqual(['gone']);
});

test('a file is gone for good only once no channel of its ticket will be known', async () => {
  await using world = await startTicketWorld();
  const { ctx } = world;
  const key = await send(world, await world.openTicket(), 'still there');
  const set = (row: { status: 'opening' | 'closed'; channel_id: null }) =>
    ctx.db.updateTable('tickets').set(row).execute();
  await set({ status: 'opening', channel_id: null });
  world.sim.faults.next({ route: /^\/cdn\/attachments/, kind: 403, times: 2 });
  await expect(storeAttachments(ctx, key)).rejects.toThrow('no channel is known');
  expect(await statesOf(world)).toEqual(['pending']);
  await set({ status: 'closed', channel_id: null });
  await storeAttachments(ctx, key);
  expect(await statesOf(world)).toEqual(['gone']);
});

test('a file that Discord still names is waited for while the name of its file server leads into the machine', async () => {
  await using world = await startTicketWorld();
  const { config } = world.ctx;
  const ticket = await world.openTicket();
  const key = await send(world, ticket, 'still there');
  Object.assign(world.ctx, { config: { ...config, cdn_url: 'https://cdn.test' } });
  await expect(storeAttachments(world.ctx, key)).rejects.toThrow();
  Object.assign(world.ctx, { config });
  await storeAttachments(world.ctx, key);
  expect(await statesOf(world)).toEqual(['stored']);
});

test.each(['one message', 'a message each'])(
  'however many files of %s cannot be copied, each further try comes to others',
  async (where) => {
    await using world = await startTicketWorld();
    const ticket = await world.openTicket();
    const texts = Array.from({ length: 8 }, (_, n) => `${n}`);
    if (where === 'one message') await send(world, ticket, ...texts);
    else for (const text of texts) await send(world, ticket, text);
    const files = await world.ctx.db
      .selectFrom('ticket_attachments')
      .select('attachment_id')
      .orderBy('attachment_id')
      .execute();
    // The first six are lost.
    for (const { attachment_id } of files.slice(0, 6))
      world.sim.faults.next({
        route: new RegExp(`^/cdn/attachments/\\d+/${attachment_id}/`),
        kind: 500,
        times: 1_000,
      });
    for (let n = 0; n < 3; n += 1) await expect(storeAttachmentsOf(world.ctx, ticket)).rejects.toThrow();
    expect(await statesOf(world)).toEqual([...Array(6).fill('pending'), 'stored', 'stored']);
  },
);

test('a copy whose process was killed is asked for again, for when it is late', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  const { ctx } = world;
  const jobs = async () =>
    (await sql<{ run_at: Date }>`select run_at from graphile_worker._private_jobs`.execute(ctx.db)).rows;
  await send(world, ticket, 'x');
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'killed'`.execute(ctx.db);
  await resumeAttachments(ctx);
  const again = (await jobs()).filter(({ run_at }) => run_at.getTime() > Date.now() + 60_000);
  expect(again).toHaveLength(1);
});

test('what was sent just before the close is in the transcript, also when its copy had not begun', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  await send(world, ticket, 'one', 'two');
  await close(world, ticket);
  expect(await statesOf(world)).toEqual(['stored', 'stored']);
});

test('a ticket whose files the full disk does not take is closed once it does, and they are in its transcript', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  await send(world, ticket, 'the bytes');
  const { storage } = world.ctx;
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  Object.assign(world.ctx, { storage: { ...storage, put: () => Promise.reject(full) } });
  await close(world, ticket).catch(() => undefined); // It is finished later, which some callers are told.
  expect(world.sim.world.channels.has(ticket.channel_id)).toBe(true);
  expect(await statesOf(world)).toEqual(['pending']);

  Object.assign(world.ctx, { storage });
  expect(await continueTicket(world.ctx, ticket)).toBe('done');
  expect(world.sim.world.channels.has(ticket.channel_id)).toBe(false);
  expect(await statesOf(world)).toEqual(['stored']);
});

/** A file whose bytes take as long to be uploaded as the test wants. */
function slowStorage(world: TicketWorld) {
  const { storage } = world.ctx;
  let waiting = 0;
  const end = Promise.withResolvers<void>();
  Object.assign(world.ctx, {
    storage: {
      ...storage,
      async put(key: string, bytes: Uint8Array) {
        waiting += 1;
        await end.promise;
        await storage.put(key, bytes);
      },
    },
  });
  return {
    began: (files: number) => vi.waitFor(() => expect(waiting).toBe(files)),
    finish: end.resolve,
  };
}

const filesIn = async ({ ctx }: TicketWorld, keys: readonly string[]) =>
  (await Promise.all(keys.map((key) => isKept(ctx.storage, key)))).filter(Boolean).length;

test('nobody waits for a file that is being uploaded, and the server never has more than its quota', async () => {
  await using world = await startTicketWorld({
    config: { attachments: { file_bytes_max: 100, guild_bytes_max: 80 } },
  });
  const [first, second] = [await world.openTicket(), await world.openTicket()];
  const keys = [
    await send(world, first, 'a'.repeat(20)),
    await send(world, second, 'b'.repeat(20), 'c'.repeat(20)),
  ];
  const slow = slowStorage(world);
  const storing = keys.map((key) => storeAttachments(world.ctx, key));
  await slow.began(2);
  // Their rows are free: whoever changes them need not wait.
  await sql`select from ticket_attachments for update nowait`.execute(world.ctx.db);
  await sql`select from guild_storage for update nowait`.execute(world.ctx.db);
  slow.finish();
  await Promise.all(storing);
  expect((await statesOf(world)).toSorted()).toEqual(['over_quota', 'stored', 'stored']);
  expect(await usedBy(world)).toBe(40);
});

test('a process that dies while uploading leaves nothing behind: neither bytes without a name, nor space that is taken', async () => {
  await using world = await startTicketWorld();
  const key = await send(world, await world.openTicket(), 'the bytes');
  const { storage } = world.ctx;
  const uploaded: string[] = [];
  Object.assign(world.ctx, {
    storage: {
      ...storage,
      async put(place: string, bytes: Uint8Array) {
        await storage.put(place, bytes);
        uploaded.push(place);
        throw new Error('killed');
      },
    },
  });
  await expect(storeAttachments(world.ctx, key)).rejects.toThrow('killed');
  expect(await usedBy(world)).toBe(9);
  Object.assign(world.ctx, { storage });
  await storeAttachments(world.ctx, key);
  expect(await statesOf(world)).toEqual(['stored']);
  expect(await usedBy(world)).toBe(9);
  await sql`update files_to_remove set due_at = now()`.execute(world.ctx.db);
  await removeUnusedFiles(world.ctx);
  const [file] = await filesOf(world);
  expect(await filesIn(world, [...new Set([...uploaded, file?.storage_key ?? ''])])).toBe(1);
});

test('what is uploaded for a ticket that was closed without a transcript meanwhile does not stay', async () => {
  await using world = await startTicketWorld();
  await world.settings({ store_transcripts: false });
  const ticket = await world.openTicket();
  const key = await send(world, ticket, 'the bytes');
  const slow = slowStorage(world);
  const storing = storeAttachments(world.ctx, key);
  await slow.began(1);
  const [file] = await filesOf(world);
  await close(world, ticket);
  await removeUnusedFiles(world.ctx);
  slow.finish();
  await storing;
  await removeUnusedFiles(world.ctx);
  expect(await filesOf(world)).toEqual([]);
  expect(await filesIn(world, [file?.storage_key ?? ''])).toBe(0);
  expect(await usedBy(world)).toBe(0);
});

test('the same contents that come again while the first are being removed are kept', async () => {
  await using world = await startTicketWorld();
  await world.settings({ store_transcripts: false });
  const [first, second] = [await world.openTicket(), await world.openTicket()];
  await storeAttachments(world.ctx, await send(world, first, 'same'));
  await close(world, first);
  // Noted, and not removed yet.
  await storeAttachments(world.ctx, await send(world, second, 'same'));
  await removeUnusedFiles(world.ctx);
  const [file] = await filesOf(world);
  expect(await filesIn(world, [file?.storage_key ?? ''])).toBe(1);
  expect(await usedBy(world)).toBe(4);
});

test('two who copy the same file at once lose nothing when one of them fails', async () => {
  await using world = await startTicketWorld();
  const key = await send(world, await world.openTicket(), 'the bytes');
  const { storage } = world.ctx;
  const first = Promise.withResolvers<void>();
  let puts = 0;
  Object.assign(world.ctx, {
    storage: {
      ...storage,
      async put(place: string, bytes: Uint8Array) {
        puts += 1;
        if (puts > 1) throw new Error('away');
        await first.promise;
        await storage.put(place, bytes);
      },
    },
  });
  const storing = storeAttachments(world.ctx, key);
  await vi.waitFor(() => expect(puts).toBe(1));
  await expect(storeAttachments(world.ctx, key)).rejects.toThrow('away');
  first.resolve();
  await storing;
  await sql`update files_to_remove set due_at = now()`.execute(world.ctx.db);
  await removeUnusedFiles(world.ctx);
  const [file] = await filesOf(world);
  expect(await statesOf(world)).toEqual(['stored']);
  expect(await filesIn(world, [file?.storage_key ?? ''])).toBe(1);
  expect(await usedBy(world)).toBe(9);
});

test('the same files are all kept when three copy them at once', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  const keys = [];
  for (let n = 0; n < 10; n += 1) keys.push(await send(world, ticket, `first ${n}`, `second ${n}`));
  await Promise.all(keys.flatMap((key) => [key, key, key].map((one) => storeAttachments(world.ctx, one))));
  expect(new Set(await statesOf(world))).toEqual(new Set(['stored']));
});

test('a process that dies after the ticket went leaves bytes that go when their upload must be over', async () => {
  await using world = await startTicketWorld();
  await world.settings({ store_transcripts: false });
  const ticket = await world.openTicket();
  const key = await send(world, ticket, 'the bytes');
  const { storage } = world.ctx;
  let place = '';
  Object.assign(world.ctx, {
    storage: {
      ...storage,
      async put(uploaded: string, bytes: Uint8Array) {
        place = uploaded;
        await close(world, ticket);
        await removeUnusedFiles(world.ctx);
        await storage.put(uploaded, bytes);
        throw new Error('killed');
      },
    },
  });
  await expect(storeAttachments(world.ctx, key)).rejects.toThrow('killed');
  Object.assign(world.ctx, { storage });
  expect(await filesIn(world, [place])).toBe(1);
  await sql`update files_to_remove set due_at = due_at - interval '1 hour'`.execute(world.ctx.db);
  await removeUnusedFiles(world.ctx);
  expect(await filesIn(world, [place])).toBe(0);
});

test('many files that come at once take no more than their opener may have', async () => {
  await using world = await startTicketWorld({
    config: { attachments: { file_bytes_max: 100, guild_bytes_max: 200 } },
  });
  const ticket = await world.openTicket();
  const keys = [];
  for (let n = 0; n < 12; n += 1) keys.push(await send(world, ticket, `file ${n}`.padEnd(20)));
  await Promise.all(keys.map((key) => storeAttachments(world.ctx, key)));
  const states = await statesOf(world);
  expect(states.filter((state) => state === 'stored')).toHaveLength(6);
  expect(states.filter((state) => state === 'over_quota')).toHaveLength(6);
  expect(await usedBy(world)).toBe(120);
});

describe('the room that a server has for files', () => {
  const room = { attachments: { file_bytes_max: 1000, guild_bytes_max: 1000 } };
  /** A file of so many bytes, in a new ticket of this opener. */
  async function sendFrom(world: TicketWorld, opener_id: string, bytes: number) {
    const key = await send(world, await world.openTicket({ opener_id }), randomId().padEnd(bytes, 'x'));
    await storeAttachments(world.ctx, key);
    const { state } = await world.ctx.db
      .selectFrom('ticket_attachments')
      .where('message_id', '=', key.message_id)
      .select('state')
      .executeTakeFirstOrThrow();
    return { key, state };
  }
  const states = async (world: TicketWorld, opener_id: string, sizes: number[]) => {
    const found: string[] = [];
    for (const size of sizes) found.push((await sendFrom(world, opener_id, size)).state);
    return found;
  };
  const notices = ({ ctx }: TicketWorld) =>
    ctx.db.selectFrom('effects').where('kind', '=', 'owner.notice').select(['key', 'wanted']).execute();

  test('is not used up by one person, in however many tickets: others find some later, too', async () => {
    await using world = await startTicketWorld({ config: room });
    expect(await states(world, world.member.id, [250, 250, 150, 50])).toEqual([
      ...Array(3).fill('stored'),
      'over_quota',
    ]);
    const others = Array.from({ length: 4 }, randomId);
    for (let round = 0; round < 3; round += 1)
      for (const other of others) expect(await states(world, other, [20])).toEqual(['stored']);
    expect(await states(world, world.member.id, [10])).toEqual(['over_quota']);
  });

  test.each([2, 3, 8])('is used by %i equal openers together for three quarters at least', async (count) => {
    await using world = await startTicketWorld({ config: room });
    for (let openers = Array.from({ length: count }, randomId); openers.length; ) {
      const stored = [];
      for (const opener of openers)
        if ((await sendFrom(world, opener, 20)).state === 'stored') stored.push(opener);
      openers = stored;
    }
    expect(await usedBy(world)).toBeGreaterThanOrEqual(750);
  });

  test('is enough for three customers whose files take more than a quarter each', async () => {
    await using world = await startTicketWorld({ config: room });
    const openers = Array.from({ length: 3 }, randomId);
    for (const opener of openers) expect(await states(world, opener, [268])).toEqual(['stored']);
  });

  test('is named to the owner once most of it is used', async () => {
    await using world = await startTicketWorld({ config: room });
    for (let count = 0; count < 8; count += 1) await states(world, randomId(), [100]);
    expect(await notices(world)).toEqual([]);
    expect(await states(world, randomId(), [100])).toEqual(['stored']);
    expect(await notices(world)).toEqual([{ key: 'storage', wanted: { about: 'storage' } }]);
  });

  test('is named to the owner where a file of somebody finds none, once a week', async () => {
    await using world = await startTicketWorld({ config: room });
    const told = [{ key: 'storage_refused', wanted: { about: 'storage_refused' } }];
    expect(await states(world, world.member.id, [600])).toEqual(['stored']);
    expect(await notices(world)).toEqual([]);
    await states(world, world.member.id, [100]);
    expect(await notices(world)).toEqual(told);
    await settleAll(world.ctx);
    const [message, ...more] = world.owner.directMessages(world.bot_id);
    expect(more).toEqual([]);
    expect(message?.embeds[0]).toMatchObject({ title: 'Files are not kept' });
    await states(world, world.member.id, [100]);
    expect(await notices(world)).toEqual([]);
    await sql`update guild_storage set refusal_told_at = refusal_told_at - interval '8 days'`.execute(
      world.ctx.db,
    );
    await states(world, world.member.id, [100]);
    expect(await notices(world)).toEqual(told);
  });

  /** A file that found no room until another's went. */
  async function sendTooEarly(world: TicketWorld) {
    const other = await sendFrom(world, randomId(), 300);
    await sendFrom(world, world.member.id, 400);
    const late = await sendFrom(world, world.member.id, 200);
    expect(late.state).toBe('over_quota');
    await resumeAttachments(world.ctx);
    expect(await statesOf(world)).toEqual(['stored', 'stored', 'over_quota']);
    await world.ctx.db.transaction().execute((tx) => removeAttachments(tx, other.key));
    return late;
  }

  test('is asked for again by files of open tickets as soon as a new one would find it', async () => {
    await using world = await startTicketWorld({ config: room });
    const late = await sendTooEarly(world);
    await resumeAttachments(world.ctx);
    expect(await statesOf(world)).toEqual(['stored', 'pending']);
    await storeAttachments(world.ctx, late.key);
    expect(await statesOf(world)).toEqual(['stored', 'stored']);
  });

  test('is asked for once more before the channel goes that Discord has a file in', async () => {
    await using world = await startTicketWorld({ config: room });
    const { key } = await sendTooEarly(world);
    await close(world, key);
    expect(await statesOf(world)).toEqual(['stored', 'stored']);
  });

  test('is asked for again by no more files of somebody than fit together', async () => {
    await using world = await startTicketWorld({ config: room });
    const old = await sendFrom(world, world.member.id, 500);
    expect(await states(world, world.member.id, [400, 250, 200])).toEqual(Array(3).fill('over_quota'));
    await world.ctx.db.transaction().execute((tx) => removeAttachments(tx, old.key));
    await resumeAttachments(world.ctx);
    expect(await statesOf(world)).toEqual(['over_quota', 'pending', 'pending']);
  });
});
