import type { SetupRows } from '../format/archive.ts';
import type { ReadTickets } from './read-tickets.ts';

interface Around {
  /** Those of the archive. */
  panels: SetupRows['panels'];
  /** For how many days transcripts are kept; null for good. */
  days: number | null;
}

const panelsNamedMax = 10;

/** What people should know about tickets before they have them imported. */
export function notesOn(tickets: ReadTickets, { panels, days }: Around): string[] {
  const { old, same, changed } = tickets;
  const notes = onPanels(tickets, panels);
  if (changed)
    notes.push(
      changed === 1
        ? '1 ticket was imported without its panel, which is here now. It is given that panel.'
        : `${changed} tickets were imported without their panels, which are here now. They are given those panels.`,
    );
  if (old)
    notes.push(
      `This server keeps transcripts for ${days} days. ${old === 1 ? '1 transcript in the archive is older and is' : `${old} transcripts in the archive are older and are`} ` +
        'removed within an hour after the import. If you need them, set the server to keep transcripts for longer first.',
    );
  if (same)
    notes.push(
      same === 1
        ? '1 ticket is here already. It stays as it is, even if the archive has more of it.'
        : `${same} tickets are here already. They stay as they are, even if the archive has more of them.`,
    );
  return notes;
}

/** Tickets without a panel are worked by the default team. */
function onPanels({ without_panel }: ReadTickets, panels: SetupRows['panels']): string[] {
  const count = [...without_panel.values()].reduce((sum, many) => sum + many, 0);
  if (!count) return [];
  const kept_out = panels.filter(
    ({ panel_id, default_team }) => !default_team && without_panel.has(panel_id),
  );
  const titles = kept_out.slice(0, panelsNamedMax).map(({ title }) => title);
  const [which, them, belong] =
    count === 1
      ? ['1 ticket comes from a panel that is', 'it', 'it belongs to its panel']
      : [`${count} tickets come from panels that are`, 'them', 'they belong to their panels'];
  const others = titles.length
    ? ` Until now, other teams alone could read the tickets of ${titles.join(', ')}.`
    : '';
  return [
    `${which} not in this server, so everybody on the Default team will be able to read ${them}.${others} ` +
      `Once the panels are here, import this archive again, and ${belong}.`,
  ];
}

/** The moment before which closed tickets lose their transcripts. */
export const keptSince = (now: Date, days: number | null): number =>
  days === null ? Number.NEGATIVE_INFINITY : now.getTime() - days * 24 * 3_600_000;
