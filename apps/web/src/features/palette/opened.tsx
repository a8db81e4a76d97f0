import type { Opened as What } from '../../lib/keys/shortcuts.ts';
import { CommandPalette } from './command-palette.tsx';
import { ShortcutList } from './shortcut-list.tsx';

/** What Ctrl K and `?` open. Fetched at the first use. */
export function Opened({ what }: { what: Exclude<What, null> }) {
  return what === 'palette' ? <CommandPalette /> : <ShortcutList />;
}
