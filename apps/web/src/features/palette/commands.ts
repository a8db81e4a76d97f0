/** A place that the palette can go to. */
export interface Command {
  id: string;
  kind: 'server' | 'page';
  label: string;
  /** What it belongs to: the server of a page. */
  detail?: string;
  run: () => void;
}

/** Commands that contain every word of what was typed, those that begin with it first. */
export function findCommands(commands: readonly Command[], typed: string): Command[] {
  const wanted = typed.trim().toLowerCase();
  if (!wanted) return [...commands];
  const words = wanted.split(/\s+/);
  const text = (command: Command) => `${command.label} ${command.detail ?? ''}`.toLowerCase();
  const begins = (command: Command) => Number(command.label.toLowerCase().startsWith(wanted));
  return commands
    .filter((command) => words.every((word) => text(command).includes(word)))
    .toSorted((a, b) => begins(b) - begins(a));
}
