import type { Db, Tx } from '../platform/db/db.ts';
import type { InBackground } from '../platform/effects/effects.ts';
import { checkDutiesLater } from '../servers/duties-later.ts';
import { followPanelLater } from '../tickets/following/follow-ticket.ts';
import type { PanelContent } from './content.ts';

type Workers = Pick<PanelContent, 'default_team' | 'teams'>;

/** Whether a change gives a panel's tickets to other people. */
export function isWorkedByOthers(before: Workers, next: Workers): boolean {
  const [was, is] = [new Set(before.teams), new Set(next.teams)];
  return before.default_team !== next.default_team || was.symmetricDifference(is).size > 0;
}

/**
 * To be called in the transaction that gives a panel's tickets to other people: those who work them now see their channels,
 * the others do not, and what these may not do any more ends.
 */
export async function followWorkersLater(
  db: Db | Tx,
  panel: { guild_id: string; panel_id: number },
  who: InBackground,
): Promise<void> {
  await followPanelLater(db, panel, who);
  await checkDutiesLater(db, panel.guild_id, undefined, who);
}
