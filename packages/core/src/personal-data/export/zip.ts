import { Readable } from 'node:stream';
import type { Context } from '../../platform/context.ts';
import { writeZip } from '../../platform/storage/write-zip.ts';
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
  startedFrom,
  transcriptsOf,
  whitelabelOf,
} from './rows.ts';

/**
 * Everything that is kept of somebody, as a zip that is made while it is read: nothing of it lies whole in memory. Stored files whose
 * keys are among `damaged` are empty there.
 */
export function zipOf(
  ctx: Context,
  user_id: string,
  { note, damaged = new Set() }: { note: Note; damaged?: ReadonlySet<string> },
): Readable {
  const { db } = ctx;
  return writeZip(ctx.clock.now(), async (zip) => {
    const object = (name: ExportFile, parts: Parts) =>
      zip.add(name, Readable.from(jsonObject(parts, note), { objectMode: false }));
    const list = (name: string, rows: AsyncIterable<Row>) =>
      zip.add(name, Readable.from(jsonList(rows, note), { objectMode: false }));

    await zip.add('README.txt', Readable.from([Buffer.from(readme(ctx.clock.now()))]));
    await object('account.json', accountOf(db, user_id));
    await list('sessions.json', sessionsOf(db, user_id));
    await object('staff.json', staffOf(db, user_id));
    await list('integrations.json', integrationsOf(db, user_id));
    await list('whitelabel.json', whitelabelOf(db, user_id));
    await list('handled.json', handledTickets(db, user_id));
    await object('transcripts.json', transcriptsOf(db, user_id));
    const opened = async function* () {
      for await (const { row } of openedTickets(db, user_id)) yield row;
    };
    await list('tickets.json', opened());
    await list('quoted.json', startedFrom(db, user_id));
    await list('messages.json', ownMessages(db, user_id));
    for await (const ticket of openedTickets(db, user_id))
      await list(`conversations/${ticket.guild_id}-${ticket.ticket_id}.json`, conversation(ctx, ticket));
    for await (const { guild_id, ticket_id, attachment_id, filename, storage_key, sha256 } of ownFiles(
      db,
      user_id,
    )) {
      await note(1);
      const file = damaged.has(storage_key) ? undefined : await ctx.storage.get(storage_key, sha256);
      // It may have been removed in this very moment, as by a server that stopped keeping transcripts.
      const source = file?.stream ?? Readable.from([], { objectMode: false });
      await zip.add(`files/${guild_id}-${ticket_id}/${attachment_id}-${safeName(filename)}`, source, {
        compress: false,
      });
    }
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
