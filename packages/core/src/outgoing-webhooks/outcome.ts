import type { DeliveryProblem } from '@tickets/contract/outgoing-webhooks/webhooks';
import { sql } from 'kysely';
import type { Tx } from '../platform/db/db.ts';
import type { WebhookKey, WebhookRow } from './rows.ts';

/** What came of a try. */
export interface Outcome {
  problem: DeliveryProblem | null;
  status: number | null;
}

/**
 * The webhook says since when nothing arrives. One that is well is not written. Returns false where the address that was called is not
 * its address any more, so that nothing is known of it.
 */
export async function noteOutcome(
  tx: Tx,
  { guild_id, webhook_id, url }: WebhookKey & Pick<WebhookRow, 'url'>,
  { problem, status }: Outcome,
  now: Date,
): Promise<boolean> {
  const failing = problem !== null;
  const { numAffectedRows } = await sql`update outgoing_webhooks
    set failing_since = case when ${failing} then coalesce(failing_since, ${now}) end, failing_problem = ${problem}, failing_status = ${failing ? status : null}
    where guild_id = ${guild_id} and webhook_id = ${webhook_id} and url = ${url}
      and (${failing} or failing_since is not null)`.execute(tx);
  return !failing || numAffectedRows === 1n;
}
