import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { callAs } from '@tickets/testkit/data/access';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { settleAll } from '@tickets/testkit/worlds/effects';
import { startTicketWorld, type TestTicket, type TicketWorld } from '@tickets/testkit/worlds/ticket-world';
import { expect, test, vi } from 'vitest';
import { storeAttachmentsOf } from '../files/attachments.ts';
import { closeTicket } from '../tickets/closing/close.ts';
import { compareServers } from '../tickets/recovery/compare.ts';
import { continueTicket } from '../tickets/recovery/continue.ts';
import { renderTranscript } from './render.ts';

// What fails here on purpose is reported.
allowWarning(
  /"msg":"(a ticket could not be closed in Discord now; it is finished later|Discord did not serve files of a ticket)/,
);

const MIB = 1024 ** 2;

async function writeWithFile(world: TicketWorld, ticket: TestTicket, said: string, bytes: string | Buffer) {
  await world.member.write(ticket.channel_id, said, {
    files: [{ name: 'proof.txt', bytes, type: 'text/plain' }],
  });
  await world.settled();
}

/** As in a server whose members may send more than the simulated Discord takes. */
async function writeWithBoost(world: TicketWorld, ticket: TestTicket, bytes: Buffer) {
  world.hear(false);
  const files = [{ name: 'proof.txt', bytes: 'small', type: 'text/plain' }];
  const { attachments } = await world.member.write(ticket.channel_id, 'Large', { files });
  for (const file of attachments) {
    world.sim.world.blobs.put(file.blob_id, bytes);
    Object.assign(file, { size: bytes.length });
  }
  world.hear(true);
  await compareServers(world.ctx);
  await settleAll(world.ctx, 'server');
}

const close = async (world: TicketWorld, ticket: TestTicket) =>
  closeTicket(await callAs(world, world.staff.id), { ...ticket, reason: null, source: 'discord' });

/** What staff read of it: words, files with whether there is a copy, and what is missing. */
async function readBy(world: TicketWorld, ticket: TestTicket) {
  const transcript = await renderTranscript(await callAs(world, world.staff.id), ticket);
  return {
    said: transcript.messages.map(({ content }) => content),
    copies: transcript.messages.flatMap(({ attachments }) => attachments.map(({ copy }) => copy)),
    completeness: transcript.ticket.completeness,
  };
}

const nothingMissing = { unheard: 0, erased: 0, files_not_kept: 0, read_until: null };

test('a ticket whose channel was deleted by hand keeps what was heard, with its files, and says until when it was read', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  await writeWithFile(world, ticket, 'Here is the proof', 'bytes');
  await storeAttachmentsOf(world.ctx, ticket);
  // This one goes with its channel, before it is copied.
  await writeWithFile(world, ticket, 'And another', 'others');
  await world.owner.deleteChannel(ticket.channel_id);
  await world.settled();
  await storeAttachmentsOf(world.ctx, ticket);
  await continueTicket(world.ctx, ticket);
  expect(await readBy(world, ticket)).toEqual({
    said: ['Here is the proof', 'And another'],
    copies: ['stored', 'gone'],
    completeness: {
      ...nothingMissing,
      shown: 2,
      total: 2,
      files_not_kept: 1,
      read_until: expect.any(String),
    },
  });
});

test('an attachment of 40 MB is kept to the last byte where so much may be kept, and named where not', async () => {
  const big = Buffer.alloc(40 * MIB, 'forty megabytes ');
  for (const file_bytes_max of [100 * MIB, 10 * MIB]) {
    await using world = await startTicketWorld({
      config: { attachments: { file_bytes_max, guild_bytes_max: 2048 * MIB } },
    });
    const ticket = await world.openTicket();
    await writeWithBoost(world, ticket, big);
    await close(world, ticket);
    // What takes longer than whoever closes it waits goes on by itself.
    const state = world.ctx.db
      .selectFrom('tickets')
      .where('ticket_id', '=', ticket.ticket_id)
      .select('status');
    await vi.waitFor(
      async () => expect(await state.executeTakeFirst()).toEqual({ status: 'closed' }),
      30_000,
    );
    const { copies, completeness } = await readBy(world, ticket);
    const [file] = await world.ctx.db.selectFrom('stored_files').select('storage_key').execute();
    if (file_bytes_max > big.length) {
      const kept = await world.ctx.storage.get(file?.storage_key ?? '');
      const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
      expect(kept && hash(await buffer(kept.stream))).toBe(hash(big));
      expect([copies, completeness]).toEqual([['stored'], { ...nothingMissing, shown: 1, total: 1 }]);
    } else
      expect([copies, completeness]).toEqual([
        ['too_large'],
        { ...nothingMissing, shown: 1, total: 1, files_not_kept: 1 },
      ]);
  }
});

test('what was written, and attached, while the bot was down for an hour is there', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  await world.member.write(ticket.channel_id, 'Before');
  await world.settled();
  world.hear(false);
  await writeWithFile(world, ticket, 'Meanwhile', 'bytes');
  await world.member.write(ticket.channel_id, 'Hello?');
  world.hear(true);
  await compareServers(world.ctx);
  await settleAll(world.ctx, 'server');
  await close(world, ticket);
  expect(await readBy(world, ticket)).toEqual({
    said: ['Before', 'Meanwhile', 'Hello?'],
    copies: ['stored'],
    completeness: { ...nothingMissing, shown: 3, total: 3 },
  });
});

test('a ticket that is closed while storage fails waits for it, and nothing is missing once it answers', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  await writeWithFile(world, ticket, 'Keep this', 'bytes');
  const { storage } = world.ctx;
  Object.assign(world.ctx, { storage: { ...storage, put: () => Promise.reject(new Error('no answer')) } });
  await close(world, ticket).catch(() => undefined); // It is finished later, which some callers are told.
  await continueTicket(world.ctx, ticket).catch(() => undefined);
  expect(world.sim.world.channels.has(ticket.channel_id)).toBe(true);
  Object.assign(world.ctx, { storage });
  expect(await continueTicket(world.ctx, ticket)).toBe('done');
  expect(await readBy(world, ticket)).toEqual({
    said: ['Keep this'],
    copies: ['stored'],
    completeness: { ...nothingMissing, shown: 1, total: 1 },
  });
});

/** Discord does not serve files of this name. */
const withhold = ({ sim }: TicketWorld, filename: string) =>
  sim.faults.next({ route: `/cdn/attachments/:channel/:id/${filename}`, kind: 503, times: 1_000 });

/** What became of its files, by their names. */
const filesOf = async ({ ctx }: TicketWorld) =>
  (await ctx.db.selectFrom('ticket_attachments').select('state').orderBy('filename').execute()).map(
    ({ state }) => state,
  );

async function writeFiles(world: TicketWorld, ticket: TestTicket, ...names: string[]) {
  for (const name of names)
    await world.member.write(ticket.channel_id, name, { files: [{ name, bytes: name, type: 'text/plain' }] });
  await world.settled();
}

/** For the program. Discord's own clock goes on as it is. */
function passMinutes({ ctx }: TicketWorld, minutes: number) {
  const then = new Date(ctx.clock.now().getTime() + minutes * 60_000);
  Object.assign(ctx, { clock: { now: () => then } });
}

const isThere = (world: TicketWorld, ticket: TestTicket) => world.sim.world.channels.has(ticket.channel_id);

/** Goes on with the closing every five minutes, which Discord's silence ends each time. */
async function closeForMinutes(world: TicketWorld, ticket: TestTicket, minutes: number) {
  for (let passed = 0; passed < minutes; passed += 5) {
    await expect(continueTicket(world.ctx, ticket)).rejects.toThrow();
    expect(isThere(world, ticket)).toBe(true);
    passMinutes(world, 5);
  }
}

test('a ticket that is closed while Discord does not serve one of its files waits an hour for it, and loses no other', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  await writeFiles(world, ticket, 'first.txt', 'second.txt', 'third.txt');
  withhold(world, 'second.txt');
  await close(world, ticket);
  expect(await filesOf(world)).toEqual(['stored', 'pending', 'stored']);
  await closeForMinutes(world, ticket, 60);
  expect(await continueTicket(world.ctx, ticket)).toBe('done');
  expect(isThere(world, ticket)).toBe(false);
  expect(await filesOf(world)).toEqual(['stored', 'pending', 'stored']);
});

test('the hour begins when Discord first withholds a file, not with the close that it did not answer', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  await writeFiles(world, ticket, 'proof.txt');
  world.sim.faults.next({ route: /^\/channels\//, kind: 503, times: 1_000 });
  await close(world, ticket);
  passMinutes(world, 70);
  world.sim.faults.clear();
  withhold(world, 'proof.txt');
  await closeForMinutes(world, ticket, 60);
  world.sim.faults.clear();
  expect(await continueTicket(world.ctx, ticket)).toBe('done');
  expect(await filesOf(world)).toEqual(['stored']);
});

test('an hour in which nobody asked for the file is none in which Discord withheld it', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  await writeFiles(world, ticket, 'proof.txt');
  withhold(world, 'proof.txt');
  await close(world, ticket);
  // The program is off.
  passMinutes(world, 70);
  await closeForMinutes(world, ticket, 30);
  // Our own storage fails.
  world.sim.faults.clear();
  const { storage } = world.ctx;
  Object.assign(world.ctx, { storage: { ...storage, put: () => Promise.reject(new Error('no answer')) } });
  await closeForMinutes(world, ticket, 60);
  Object.assign(world.ctx, { storage });
  withhold(world, 'proof.txt');
  await closeForMinutes(world, ticket, 30);
  world.sim.faults.clear();
  expect(await continueTicket(world.ctx, ticket)).toBe('done');
  expect(await filesOf(world)).toEqual(['stored']);
});
