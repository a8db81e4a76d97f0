import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { writeZip, type ZipWriter } from './write-zip.ts';

const made_at = new Date('2026-11-27T08:01:03Z');
const bytesOf = (content: string) => Readable.from([Buffer.from(content)], { objectMode: false });

const zipOf = (write: (zip: ZipWriter) => Promise<void>) => buffer(writeZip(made_at, write));

/** Reads a zip with a library, which compares the sizes. */
async function* entriesOf(zip: Buffer) {
  const opened = await fromBufferPromise(zip, { strictFileNames: true, validateEntrySizes: true });
  for await (const entry of opened.eachEntry()) yield { opened, entry };
}

describe('a zip', () => {
  test('holds each entry under its name, with its bytes and the time, packed or as they are', async () => {
    const long = 'All of it again. '.repeat(20_000);
    const zip = await zipOf(async (into) => {
      await into.add('read me.txt', bytesOf('hello'));
      await into.add('folder/größe 📎.bin', bytesOf(long), { compress: false });
      await into.add('folder/packed.txt', bytesOf(long));
      await into.add('empty.json', bytesOf(''));
    });
    const found = [];
    for await (const { opened, entry } of entriesOf(zip)) {
      const stream = await opened.openReadStreamPromise(entry);
      found.push([entry.fileName, await text(stream), entry.getLastModDate(), entry.compressedSize < 5_000]);
    }
    expect(found).toEqual([
      ['read me.txt', 'hello', made_at, true],
      ['folder/größe 📎.bin', long, made_at, false],
      ['folder/packed.txt', long, made_at, true],
      ['empty.json', '', made_at, true],
    ]);
  });

  test('may hold more entries than sixteen bits count, in time that grows with their number', async () => {
    const count = 70_000;
    const zip = await zipOf(async (into) => {
      for (let number = 0; number < count; number += 1)
        await into.add(`files/${number}`, bytesOf('x'), { compress: false });
    });
    let number = 0;
    for await (const { entry } of entriesOf(zip)) {
      if (entry.fileName !== `files/${number}`) expect(entry.fileName).toBe(`files/${number}`);
      number += 1;
    }
    expect(number).toBe(count);
  });

  test.each([
    ['none', ''],
    ['absolute', '/root'],
    ['leads up', '../up'],
    ['leads up from within', 'a/../../up'],
    ['of a drive', 'C:/windows'],
    ['with a backslash', 'a\\b'],
    ['too long', 'x'.repeat(1001)],
  ])('refuses a name that no folder should hold (%s), and reads nothing of its source', async (_, name) => {
    const source = bytesOf('x');
    await expect(zipOf((zip) => zip.add(name, source))).rejects.toThrow('a zip cannot hold');
    expect(source.destroyed).toBe(true);
  });
});

// Without a listener Node ends the process: these fail by it as a whole.
describe('a zip that cannot be made', () => {
  const away = new Error('the database is away');

  test('says so to the one who reads it, also who begins afterwards', async () => {
    const zip = writeZip(made_at, async () => {
      throw away;
    });
    await nextTurn();
    await expect(buffer(zip)).rejects.toThrow('the database is away');
  });

  test.each([
    ['packed', true],
    ['as they are', false],
  ])('says so where the bytes of an entry cannot be read (%s)', async (_, compress) => {
    const source = new Readable({
      read() {
        this.destroy(away);
      },
    });
    await expect(zipOf((zip) => zip.add('a', source, { compress }))).rejects.toThrow('the database is away');
  });

  test('ends nothing else once its reader has gone', async () => {
    const begun = Promise.withResolvers<void>();
    const zip = writeZip(made_at, async () => {
      await begun.promise;
      throw away;
    });
    zip.destroy();
    await once(zip, 'close');
    begun.resolve();
    await nextTurn();
  });

  const endless = () => Readable.from(Array(1000).fill(Buffer.alloc(64 * 1024)), { objectMode: false });

  test.each([
    ['a source gives nothing', () => new Readable({ read() {} }), true, false],
    ['a source gives nothing that is not packed', () => new Readable({ read() {} }), false, false],
    ['they had stopped reading', endless, true, true],
    ['they had stopped reading what is not packed', endless, false, true],
  ])('is made no further once its reader has gone, though %s', async (_, make, compress, stopped) => {
    const source = make();
    const ended = Promise.withResolvers<unknown>();
    const zip = writeZip(made_at, (into) => {
      const added = into.add('a', source, { compress });
      added.catch(ended.resolve);
      return added;
    });
    if (!stopped) zip.resume();
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    expect(source.readableEnded).toBe(false);
    zip.destroy();
    expect(await ended.promise).toMatchObject({ message: 'nobody reads the zip any more' });
    expect(source.destroyed).toBe(true);
  });
});
