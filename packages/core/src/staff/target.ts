/** Who administers the bot, and who is in the default team. */
export type StaffRank = 'admin' | 'support';

export interface StaffTarget {
  guild_id: string;
  kind: 'user' | 'role';
  id: string;
}
