import type { AppEvent } from '../platform/events/events.ts';

/** Who administers the bot, and who is in the default team. */
export type StaffRank = 'admin' | 'support';

/** What the two ranks are called among the teams. */
export const teamOf: Record<StaffRank, string> = { admin: 'Administrators', support: 'Default' };

export interface StaffTarget {
  guild_id: string;
  kind: 'user' | 'role';
  id: string;
}

/** Someone's level may have changed, of a role anyone's. */
export function accessChanged({ guild_id, kind, id }: StaffTarget): AppEvent {
  return { type: 'access.changed', guild_id, ...(kind === 'user' && { user_id: id }) };
}
