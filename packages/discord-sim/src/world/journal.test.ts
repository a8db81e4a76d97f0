import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deleteChannel } from './channels.ts';
import { type JournalOptions, openJournal, readJournal } from './journal.ts';
import { deleteMessage, updateMessage } from './messages.ts';
import type { Change } from './table.ts';
import { World } from './world.ts';

let folder = '';
let journalPath = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'discord-sim-'));
  journalPath = join(folder, 'journal.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a world opened again is the one that was left', () => {
  const before = new World({ journalPath });
  const guild = before.addGuild({ name: 'Kept' });
  const channel = before.addChannel({ guild_id: guild.id, name: 'kept' });
  const gone = before.addChannel({ guild_id: guild.id, name: 'gone' });
  const message = before.addMessage({ channel_id: channel.id, author_id: guild.owner_id, content: 'first' });
  const deleted = before.addMessage({
    channel_id: channel.id,
    author_id: guild.owner_id,
    content: 'deleted',
  });
  before.blobs.put('1', Buffer.from('bytes'));
  updateMessage(before, message, { content: 'edited' });
  deleteMessage(before, deleted);
  deleteChannel(before, gone);
  before.close();

  const after = new World({ journalPath });
  expect(after.guilds.all()).toEqual(before.guilds.all());
  expect(after.channels.in('guild', guild.id)).toEqual(before.channels.in('guild', guild.id));
  expect(after.messages.in('channel', channel.id).map((row) => row.content)).toEqual(['edited']);
  expect(after.members.in('user', guild.owner_id)).toHaveLength(1);
  expect(after.signingKey).toBe(before.signingKey);
  expect(Buffer.from(after.blobs.get('1') ?? []).toString()).toBe('bytes');
  after.close();
});

it('opening a world shrinks its journal to what is left', () => {
  const world = new World({ journalPath });
  const guild = world.addGuild();
  for (let n = 0; n < 50; n += 1) world.guilds.put({ ...guild, name: `name ${n}` });
  world.close();
  const long = readFileSync(journalPath, 'utf8').split('\n').length;
  new World({ journalPath }).close();
  expect(readFileSync(journalPath, 'utf8').split('\n').length).toBeLessThan(long - 45);
});

it('a last line that was cut short is dropped, and nothing else', () => {
  const world = new World({ journalPath });
  const user = world.addUser({ username: 'whole' });
  world.close();
  appendFileSync(journalPath, '{"table":"users","put":{"id":"7","userna');
  const after = new World({ journalPath });
  expect(after.users.all().map((row) => row.id)).toEqual([user.id]);
  after.close();
});

it('a journal that is damaged in the middle is refused, with the line', () => {
  writeFileSync(journalPath, '{"table":\n{"table":"meta","put":{"key":"a","value":"b"}}\n');
  expect(() => new World({ journalPath })).toThrow(/line 1/);
});

it('a process killed in the middle of writing loses nothing that it had told of', async () => {
  const script = `
    const { World } = await import(${JSON.stringify(new URL('./world.ts', import.meta.url).href)});
    const world = new World({ journalPath: ${JSON.stringify(journalPath)} });
    const guild = world.addGuild();
    const channel = world.addChannel({ guild_id: guild.id });
    for (let n = 0; ; n += 1) {
      const message = world.addMessage({ channel_id: channel.id, author_id: guild.owner_id, content: String(n) });
      console.log(message.id);
      if (n % 50 === 0) await new Promise((next) => setImmediate(next));
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const told: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    told.push(line);
    if (told.length === 700) child.kill('SIGKILL');
  }
  if (child.signalCode === null) await once(child, 'exit');
  const world = new World({ journalPath });
  expect(told.filter((id) => !world.messages.has(id))).toEqual([]);
  expect(told.length).toBeGreaterThanOrEqual(700);
  world.close();
});

/** A disk that takes `bytes` more, and then none until `free` is called. */
function smallDisk(bytes: number) {
  let left = bytes;
  const write: JournalOptions['write'] = (file, data, offset, length, position) => {
    if (left === 0)
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    const taken = Math.min(left, length);
    left -= taken;
    return writeSync(file, data, offset, taken, position);
  };
  return {
    write,
    free() {
      left = Number.POSITIVE_INFINITY;
    },
  };
}

const row = (n: number): Change => ({ table: 'meta', put: { key: `key ${n}`, value: 'x'.repeat(30) } });

it('a full disk leaves whole lines, and what it did not take follows when there is room', () => {
  const disk = smallDisk(150);
  const errors: unknown[] = [];
  const journal = openJournal(journalPath, [], { write: disk.write, onError: (error) => errors.push(error) });
  for (let n = 0; n < 5; n += 1) journal.append([row(n)]);
  expect(errors).toHaveLength(1);
  expect(readFileSync(journalPath, 'utf8')).toMatch(/\}\n$/);
  expect(readJournal(journalPath).length).toBeLessThan(5);
  disk.free();
  journal.append([row(5)]);
  journal.close();
  expect(readJournal(journalPath)).toEqual([0, 1, 2, 3, 4, 5].map(row));
});

it('what waited for room is written without another change', async () => {
  const disk = smallDisk(0);
  const journal = openJournal(journalPath, [], { write: disk.write });
  journal.append([row(1)]);
  disk.free();
  await vi.waitFor(() => expect(readJournal(journalPath)).toEqual([row(1)]), { timeout: 5000 });
  journal.close();
});

it('a world opens on a disk that is full, and on a torn line that an earlier one left there', () => {
  openJournal(journalPath, [row(1), row(2)]).close();
  appendFileSync(journalPath, '{"table":"meta","put":{"key":"to');
  const kept = readJournal(journalPath);
  const disk = smallDisk(20);
  const journal = openJournal(journalPath, kept, { write: disk.write });
  journal.append([row(3)]);
  disk.free();
  journal.close();
  expect(readJournal(journalPath)).toEqual([1, 2, 3].map(row));
});

it('only the owner reads what the world keeps', () => {
  const world = new World({ journalPath: join(folder, 'discord', 'journal.jsonl') });
  world.close();
  expect(statSync(join(folder, 'discord')).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'discord', 'journal.jsonl')).mode & 0o777).toBe(0o600);
});
