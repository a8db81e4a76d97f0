import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Context } from '../../platform/context.ts';
import { zipOutput } from '../../platform/storage/zip-output.ts';
import type { Note } from '../erasure/step.ts';
import { type ExportFile, exportFiles } from '../registry/entry.ts';
import {
  conversation,
  openedTickets,
  ownFiles,
  ownMessages,
  type Row,
  readAccount,
  readHandled,
  readIntegrations,
  readSessions,
  readStaff,
  readTranscriptsRead,
  readWhitelabel,
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
  const object = (name: ExportFile, read: () => Promise<unknown>) =>
    add(name, async () => {
      const value = await read();
      await note(1);
      return Readable.from([`${JSON.stringify(value, null, 2)}\n`]);
    });
  const list = (name: string, rows: () => AsyncIterable<Row>) =>
    add(name, () => Readable.from(jsonList(counted(rows(), note)), { objectMode: false }));

  add('README.txt', () => Readable.from([readme(ctx.clock.now())]));
  object('account.json', () => readAccount(db, user_id));
  object('sessions.json', () => readSessions(db, user_id));
  object('staff.json', () => readStaff(db, user_id));
  object('integrations.json', () => readIntegrations(db, user_id));
  object('whitelabel.json', () => readWhitelabel(db, user_id));
  object('handled.json', () => readHandled(db, user_id));
  object('transcripts.json', () => readTranscriptsRead(db, user_id));
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

async function* counted(rows: AsyncIterable<Row>, note: Note): AsyncGenerator<Row, void> {
  for await (const row of rows) {
    yield row;
    await note(1);
  }
}

async function* jsonList(rows: AsyncIterable<Row>): AsyncGenerator<string, void> {
  let isFirst = true;
  for await (const row of rows) {
    yield `${isFirst ? '[\n' : ',\n'}${JSON.stringify(row, null, 2)}`;
    isFirst = false;
  }
  yield isFirst ? '[]\n' : '\n]\n';
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
