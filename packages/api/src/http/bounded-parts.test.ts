import { once } from 'node:events';
import { expect, test } from 'vitest';
import { PartBound } from './bounded-parts.ts';

const boundary = 'BB';
const parts_max = 3;

/** What is left of a body for the parser, which reads it in pieces of so many bytes. */
async function passedOn(body: string, piece_bytes = body.length): Promise<string> {
  const bound = new PartBound(boundary, parts_max);
  const out: Buffer[] = [];
  bound.on('data', (piece: Buffer) => out.push(piece));
  for (let at = 0; at < body.length; at += piece_bytes) bound.write(body.slice(at, at + piece_bytes));
  bound.end();
  await once(bound, 'end');
  return String(Buffer.concat(out));
}

const part = (n: number, text = `text ${n}`) =>
  `--BB\r\nContent-Disposition: form-data; name="p${n}"\r\n\r\n${text}\r\n`;
const form = (count: number) => `${Array.from({ length: count }, (_, n) => part(n)).join('')}--BB--\r\n`;

test('a form of as many parts as there may be is left as it is, however it comes', async () => {
  for (let piece_bytes = 1; piece_bytes < 40; piece_bytes += 1)
    expect(await passedOn(form(parts_max), piece_bytes)).toBe(form(parts_max));
});

test('of one with more, one too many is passed on, and it ends there', async () => {
  for (let piece_bytes = 1; piece_bytes < 40; piece_bytes += 1)
    for (const count of [parts_max + 1, parts_max + 2, 50])
      expect(await passedOn(form(count), piece_bytes)).toBe(form(parts_max + 1));
});

test('of a body of nothing but boundaries the parser is given no more of them than of an ordinary one', async () => {
  for (const boundaries of ['--BB\r\n', '\r\n--BB', '\r\n--BBx']) {
    const left = await passedOn(boundaries.repeat(100_000), 64 * 1024);
    expect(left.split('--BB').length - 1).toBe(parts_max + 2);
    expect(left.length).toBeLessThan(100);
  }
});

test('what only begins as a boundary does belongs to a part', async () => {
  const almost = part(1, '\r\n--B\r\n--\r\r\n--b--BB'.repeat(5_000));
  for (const piece_bytes of [7, 1_000, 200_000])
    expect(await passedOn(`${almost}--BB--\r\n`, piece_bytes)).toBe(`${almost}--BB--\r\n`);
});
