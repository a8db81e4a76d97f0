import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Context } from '../../platform/context.ts';
import { zipOutput } from '../../platform/storage/zip-output.ts';
import type { Note } from '../erasure/step.ts';
import { type ExportFile, exportFiles } from '../registry/entry.ts';
import { jsonList, jsonObject, type Parts, type Row } from './json.ts';
import {
  accountOf,
  conversation,
  handledTickets,
  integrationsOf,
  openedTickets,
  ownFiles,
  ownMessages,
  sessionsOf,
  staffOf,
  transcriptsOf,
  whitelabelOf,
} from './rows.ts';

/** Everything that is kept of somebody, as a zip that is made while it is read: nothing of it lies whole in memory. */
export function zipOf(ctx: Context, user_id: string, note: Note): Readable {
  const zip = new ZipFile();
  const { output, fail } = zipOutput(zip);
  zip.on('error', fail);
  const add = (name: string, open: () => Readable | Promise<Readable>) =>
    // Opened when it is its turn.
    zip.addReadStreamLazy(name, { mtime: ctx.clock.now(), compress: !name.startsWith('files/') }, (taken) => {
      Promise.resolve()
        .then(open)
        .then(
          (stream) => taken(null, stream.on('error', fail)),
          (error: unknown) => fail(error),
        );
    });
  addAll(ctx, user_id, { add, note }).then(() => zip.end(), fail);
  return output;
}

interface Into {
  add(name: string, open: () => Readable | Promise<Readable>): void;
  note: Note;
}

async function addAll(ctx: Context, user_id: string, { add, note }: Into): Promise<void> {
  const { db } = ctx;
  const object = (name: ExportFile, parts: Parts) =>
    add(name, () => Readable.from(jsonObject(parts, note), { objectMode: false }));
  const list = (name: string, rows: () => AsyncIterable<Row>) =>
    add(name, () => Readable.from(jsonList(rows(), note), { objectMode: false }));

  add('README.txt', () => Readable.from([readme(ctx.clock.now())]));
  object('account.json', accountOf(db, user_id));
  list('sessions.json', () => sessionsOf(db, user_id));
  object('staff.json', staffOf(db, user_id));
  list('integrations.json', () => integrationsOf(db, user_id));
  list('whitelabel.json', () => whitelabelOf(db, user_id));
  list('handled.json', () => handledTickets(db, user_id));
  object('transcripts.json', transcriptsOf(db, user_id));
  list('tickets.json', async function* () {
    for await (const { row } of openedTickets(db, user_id)) yield row;
  });
  list('messages.json', () => ownMessages(db, user_id));
  for await (const ticket of openedTickets(db, user_id))
    list(`conversations/${ticket.guild_id}-${ticket.ticket_id}.json`, () => conversation(ctx, ticket));
  for await (const own of ownFiles(db, user_id))
    add(`files/${own.guild_id}-${own.ticket_id}/${own.attachment_id}-${safeName(own.filename)}`, async () => {
      const file = await ctx.storage.get(own.storage_key, own.sha256);
      await note(1);
      // It was removed in this very moment, as by a server that stopped keeping transcripts.
      return file?.stream ?? Readable.from([]);
    });
}

/** As every system takes it, and never out of its folder. */
const safeName = (name: string) =>
  name
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
    .replace(/[\\/:*?"<>|\u0000-\u001f]/g, '_')
    .slice(-100);

function readme(now: Date): string {
  const lines = Object.entries(exportFiles).map(([name, what]) => `${name}\n    ${what}\n`);
  return [
    `This is a copy of what Tickets keeps of you, made on ${now.toISOString()}.`,
    'The files ending in .json are text: any editor or browser opens them. Times are in UTC.',
    '',
    ...lines,
    'Not in it: what others wrote in tickets that you did not open, what was shown to the staff of a server alone,',
    'and messages in Discord itself, of which Discord gives you a copy (User Settings, Data & Privacy).',
    '',
  ].join('\n');
}
