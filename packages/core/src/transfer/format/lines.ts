import type { Readable } from 'node:stream';
import { countInJson } from '../../platform/count-in-json.ts';
import type { ArchiveLimits } from './limits.ts';
import { ArchiveProblem } from './problem.ts';

const newline = 0x0a;

/** The lines of a file, one at a time. What is not UTF-8, too long, too deep or no JSON object is refused with its number. */
export async function* jsonLines(
  stream: Readable,
  name: string,
  limits: Pick<ArchiveLimits, 'line_bytes' | 'line_values' | 'depth'>,
): AsyncGenerator<Record<string, unknown>, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let number = 0;
  let rest: Buffer[] = [];
  let rest_bytes = 0;
  const tooLong = (line: number) =>
    new ArchiveProblem(
      `${name}, line ${line}, is too long: a line in this file has at most ${limits.line_bytes / 1024} KiB`,
    );
  const parse = (bytes: Buffer): Record<string, unknown> => {
    number += 1;
    let text: string;
    try {
      text = decoder.decode(bytes);
    } catch {
      throw new ArchiveProblem(`${name}, line ${number}, is not UTF-8`);
    }
    return parseObject(text, `${name}, line ${number},`, { depth: limits.depth, values: limits.line_values });
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      const piece = chunk.subarray(from, at);
      from = at + 1;
      if (rest_bytes + piece.length > limits.line_bytes) throw tooLong(number + 1);
      yield parse(rest.length ? Buffer.concat([...rest, piece]) : piece);
      rest = [];
      rest_bytes = 0;
    }
    if (from === chunk.length) continue;
    rest.push(chunk.subarray(from));
    rest_bytes += chunk.length - from;
    if (rest_bytes > limits.line_bytes) throw tooLong(number + 1);
  }
  if (rest_bytes) yield parse(Buffer.concat(rest));
}

/** An object in JSON, no deeper and with no more values than is allowed, both counted before it is built. */
function parseObject(
  text: string,
  where: string,
  max: { depth: number; values: number },
): Record<string, unknown> {
  const { depth, values } = countInJson(text, max);
  if (depth > max.depth) throw new ArchiveProblem(`${where} is nested too deeply`);
  if (values > max.values) throw new ArchiveProblem(`${where} holds more than ${max.values} values`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ArchiveProblem(`${where} is not JSON`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ArchiveProblem(`${where} is not a JSON object`);
  return value as Record<string, unknown>; // an object has such keys
}
