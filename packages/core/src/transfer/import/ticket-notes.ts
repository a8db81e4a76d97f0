import type { Db } from '../../platform/db/db.ts';
import type { SetupRows } from '../format/archive.ts';
import type { ReadArchive } from '../reading/any-archive.ts';
import type { IdSpace } from '../setup/ids.ts';
import type { Ids } from '../setup/items.ts';
import { panelsHere } from '../tickets/import-tickets.ts';

/** What a check found out about the tickets of an archive. */
export interface ReadTickets {
  count: number;
  open: number;
  /** Those that are here already. */
  same: number;
  /** How many of the others each panel of the archive has. */
  of_panels: ReadonlyMap<number, number>;
  /** How many of the others have a transcript that is too old to be kept here. */
  old: number;
}

interface Noted {
  space: IdSpace;
  archive: ReadArchive;
  all: SetupRows;
  ids: Ids;
  tickets: ReadTickets;
  /** For how long transcripts are kept; undefined for good. */
  days: number | undefined;
}

const panelsNamedMax = 10;

/** What people should know about tickets before they have them imported. */
export async function notesOn(db: Db, noted: Noted): Promise<string[]> {
  const { days, tickets } = noted;
  const { old, same } = tickets;
  const notes = await onPanels(db, noted);
  if (old)
    notes.push(
      `Transcripts are kept for ${days} days in this server. ${old === 1 ? '1 transcript of the archive is older, and is' : `${old} transcripts of the archive are older, and are`} ` +
        'removed within an hour after the import. If you need them, have transcripts kept for longer first.',
    );
  if (same)
    notes.push(
      same === 1
        ? '1 ticket is here already. It stays as it is, even if more was said in it before this archive was made.'
        : `${same} tickets are here already. They stay as they are, even if more was said in them before this archive was made.`,
    );
  return notes;
}

/** Tickets without a panel are worked by the default team. */
async function onPanels(db: Db, { space, archive, all, ids, tickets }: Noted): Promise<string[]> {
  const source_guild_id = archive.manifest.server.guild_id;
  const here = await panelsHere(db, { space, source_guild_id }, tickets.of_panels.keys());
  const lost = new Map([...tickets.of_panels].filter(([id]) => !here.has(id) && !ids.isPlanned('panel', id)));
  const count = [...lost.values()].reduce((sum, many) => sum + many, 0);
  if (!count) return [];
  const kept_out = all.panels.filter(({ panel_id, default_team }) => !default_team && lost.has(panel_id));
  const titles = kept_out.slice(0, panelsNamedMax).map(({ title }) => title);
  const [which, them] =
    count === 1
      ? ['1 ticket comes from a panel that is', 'it']
      : [`${count} tickets come from panels that are`, 'them'];
  const others = titles.length
    ? ` In the archive, only other teams can, by the panel${titles.length === 1 ? '' : 's'} ${titles.join(', ')}.`
    : '';
  return [
    `${which} not in this server, so everybody on the Default team will be able to read ${them}.${others} ` +
      `To give ${them} back to their panels later, import the panels, and then this archive once more.`,
  ];
}

/** For how many days a server keeps transcripts; undefined for good. */
export async function keptDays(db: Db, guild_id: string): Promise<number | undefined> {
  const kept = await db
    .selectFrom('transcript_retention')
    .where('guild_id', '=', guild_id)
    .select('days')
    .executeTakeFirst();
  return kept?.days;
}

/** The moment before which closed tickets lose their transcripts. */
export const keptSince = (now: Date, days: number | undefined): number =>
  days === undefined ? Number.NEGATIVE_INFINITY : now.getTime() - days * 24 * 3_600_000;
