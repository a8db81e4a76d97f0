/** A place that the palette can go to. */
export interface Command {
  id: string;
  kind: 'server' | 'page' | 'tag' | 'ticket' | 'person' | 'said';
  label: string;
  /** What it belongs to: the server of a page. */
  detail?: string;
  run: () => void;
}

/** The number of the ticket that was typed, with or without its `#`. */
export function ticketNumber(typed: string): number | undefined {
  const digits = /^#?(\d{1,9})$/.exec(typed.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * Commands that contain every word of what was typed, those that begin with it first. Of tags there may be 200, so
 * they are only found.
 */
export function findCommands(commands: readonly Command[], typed: string): Command[] {
  const wanted = typed.trim().toLowerCase();
  if (!wanted) return commands.filter(({ kind }) => kind !== 'tag');
  const words = wanted.split(/\s+/);
  const text = (command: Command) => `${command.label} ${command.detail ?? ''}`.toLowerCase();
  const begins = (command: Command) => Number(command.label.toLowerCase().startsWith(wanted));
  return commands
    .filter((command) => words.every((word) => text(command).includes(word)))
    .toSorted((a, b) => begins(b) - begins(a));
}
