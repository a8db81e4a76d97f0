import type { GuildEntry } from '@tickets/contract/session';

/** Servers with access first, then by name. With options a browser would make a collator for each comparison. */
export function sortServers(servers: readonly GuildEntry[]): GuildEntry[] {
  return servers.toSorted(
    (a, b) => Number(b.permission_level > 0) - Number(a.permission_level > 0) || a.name.localeCompare(b.name),
  );
}
