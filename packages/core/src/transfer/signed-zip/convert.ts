import type { KeyObject } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { compareBy } from '../format/archive.ts';
import type { ArchiveLimits } from '../format/limits.ts';
import { isDeeper, parseObject } from '../format/lines.ts';
import { formatName, formatVersion, names } from '../format/manifest.ts';
import { ArchiveProblem } from '../format/problem.ts';
import { writeArchive } from '../format/writer.ts';
import { openZip, type Zip } from '../format/zip.ts';
import type { NameRow } from '../registry/registry.ts';
import { registry, type SetupTable } from '../registry/registry.ts';
import { nameTables } from '../registry/setup.ts';
import { emptyTicket, readData } from './read-data.ts';
import { readTranscript } from './read-transcript.ts';
import { requireSigned } from './signatures.ts';

const MiB = 1024 * 1024;
/** It is read at once. */
const dataBytesMax = 64 * MiB;
const transcriptBytesMax = 32 * MiB;
const folderTickets = 200;

const transcriptName = /^transcripts\/(\d{1,9})\.json$/;

/** Whether a zip has the layout of the product whose archives are signed. */
export const isSignedZip = ({ names: all }: Zip) => all.includes('data.json') || all.includes('guild_id.txt');

export interface Converted {
  guild_id: string;
  /** What is in it: what was set up, with tickets; or what was said in them. */
  holds: 'data' | 'transcripts';
  isSigned: boolean;
  notes: string[];
}

/**
 * Writes an archive of ours from a zip of that product, so that everything after it is done by the same code. With a key, each
 * of its files has to be signed by whoever has it.
 */
export async function convertSignedZip(
  from: string,
  to: string,
  { limits, key, now }: { limits: ArchiveLimits; key: KeyObject | undefined; now: Date },
): Promise<Converted> {
  await using zip = await openZip(from, limits);
  const read = async (name: string, max: number) => {
    const bytes = await bytesOf(zip, name, max);
    return bytes;
  };
  const signatureOf = async (name: string) =>
    zip.has(`${name}.sig`) ? read(`${name}.sig`, 1024) : undefined;
  const signed = async (name: string, max: number, before = '') => {
    const bytes = await read(name, max);
    if (key)
      requireSigned(key, {
        name,
        bytes: Buffer.concat([Buffer.from(before), bytes]),
        signature: await signatureOf(name),
      });
    return bytes;
  };
  const about = zip.has('data.json')
    ? await convertData(to, { bytes: await signed('data.json', dataBytesMax), limits, now })
    : await convertTranscripts(to, { zip, signed, limits, now });
  return { ...about, isSigned: key !== undefined };
}

async function bytesOf(zip: Zip, name: string, max: number): Promise<Buffer> {
  if (zip.size(name) > max)
    throw new ArchiveProblem(`${name} is larger than ${max / MiB} MB, and is read at once`);
  const chunks: Buffer[] = [];
  for await (const chunk of await zip.open(name)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function textOf(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ArchiveProblem(`${name} is not UTF-8`);
  }
}

const manifestOf = (guild_id: string, contents: 'everything' | 'tickets', now: Date) => ({
  format: formatName as typeof formatName,
  version: formatVersion as typeof formatVersion,
  made_by: 'another ticket bot',
  made_at: now.toISOString(),
  server: { guild_id, name: guild_id },
  contents,
  missing_files: [],
});

async function* each<T extends object>(rows: Iterable<T>): AsyncGenerator<T, void> {
  yield* rows;
}

async function convertData(
  to: string,
  { bytes, limits, now }: { bytes: Buffer; limits: ArchiveLimits; now: Date },
): Promise<Omit<Converted, 'isSigned'>> {
  const data = parseObject(textOf(bytes, 'data.json'), 'data.json', limits.depth);
  const guild_id = guildIdOf(data);
  const { rows, tickets, notes } = readData(data, now);
  await pipeline(
    writeArchive(now, async (writer) => {
      for (const [table, { order }] of Object.entries(registry.setup)) {
        const held: Record<string, unknown>[] = rows[table as SetupTable]; // its keys are the names
        await writer.lines(names.setup(table), each(held.toSorted((a, b) => compareBy(order, a, b))));
      }
      if (tickets.length) await writer.lines(names.tickets(1, 'tickets'), each(tickets));
      await writer.end(manifestOf(guild_id, 'everything', now));
    }),
    createWriteStream(to, { mode: 0o600 }),
  );
  return { guild_id, holds: 'data', notes };
}

/** Where the server stands that the data is of. */
function guildIdOf(data: Record<string, unknown>): string {
  const guild = data.guild ?? data.guild_metadata;
  const within = typeof guild === 'object' && guild && 'id' in guild ? guild.id : undefined;
  const found = String(data.guild_id ?? within ?? '');
  if (!/^[1-9]\d{0,18}$/.test(found))
    throw new ArchiveProblem('data.json does not say of which server it is');
  return found;
}

async function convertTranscripts(
  to: string,
  {
    zip,
    signed,
    limits,
    now,
  }: {
    zip: Zip;
    signed(name: string, max: number, before?: string): Promise<Buffer>;
    limits: ArchiveLimits;
    now: Date;
  },
): Promise<Omit<Converted, 'isSigned'>> {
  const guild_id = textOf(await signed('guild_id.txt', 100), 'guild_id.txt').trim();
  if (!/^[1-9]\d{0,18}$/.test(guild_id))
    throw new ArchiveProblem('guild_id.txt does not hold the id of a server');
  const numbers = zip.names
    .flatMap((name) => Number(transcriptName.exec(name)?.[1] ?? 0) || [])
    .sort((a, b) => a - b);
  const strange = zip.names.find(
    (name) => !transcriptName.test(name.replace(/\.sig$/, '')) && !/^guild_id\.txt(\.sig)?$/.test(name),
  );
  if (strange)
    throw new ArchiveProblem(`it holds ${JSON.stringify(strange.slice(0, 100))}, which is not of its format`);
  if (new Set(numbers).size !== numbers.length) throw new ArchiveProblem('it holds a transcript twice');
  const people = new Map<string, NameRow<'users'>>();
  await pipeline(
    writeArchive(now, async (writer) => {
      for (let from = 0, folder = 1; from < numbers.length; from += folderTickets, folder += 1) {
        const some = numbers.slice(from, from + folderTickets);
        // Three times over, so that no more than one transcript lies in memory.
        const read = async (ticket_id: number) => {
          const name = `transcripts/${ticket_id}.json`;
          const text = textOf(await signed(name, transcriptBytesMax, `${guild_id}|${ticket_id}|`), name);
          if (isDeeper(text, limits.depth)) throw new ArchiveProblem(`${name} is nested too deeply`);
          let value: unknown;
          try {
            value = JSON.parse(text);
          } catch {
            throw new ArchiveProblem(`${name} is not JSON`);
          }
          return readTranscript(name, value, ticket_id);
        };
        await writer.lines(
          names.tickets(folder, 'tickets'),
          (async function* () {
            for (const ticket_id of some) {
              const { messages } = await read(ticket_id);
              const last = messages.at(-1);
              yield {
                ...emptyTicket,
                ticket_id,
                opener_id: '1',
                channel_name: `ticket-${ticket_id}`,
                opened_at: messages[0]?.created_at ?? now.toISOString(),
                message_count: messages.length,
                last_seq: messages.length,
                last_message_id: last?.message_id ?? null,
                last_message_at: last?.created_at ?? null,
                last_message_by: last?.author_id ?? null,
                has_transcript: messages.length > 0,
              };
            }
          })(),
        );
        await writer.lines(
          names.tickets(folder, 'ticket_messages'),
          (async function* () {
            for (const ticket_id of some) {
              const transcript = await read(ticket_id);
              for (const person of transcript.people) people.set(person.user_id, person);
              yield* transcript.messages;
            }
          })(),
        );
        await writer.lines(
          names.tickets(folder, 'ticket_attachments'),
          (async function* () {
            for (const ticket_id of some) yield* (await read(ticket_id)).attachments;
          })(),
        );
      }
      const sorted = [...people.values()].sort((a, b) => compareBy(nameTables.users.order, a, b));
      await writer.lines(names.names('users'), each(sorted));
      await writer.end(manifestOf(guild_id, 'tickets', now));
    }),
    createWriteStream(to, { mode: 0o600 }),
  );
  return { guild_id, holds: 'transcripts', notes: [] };
}
