import type { DeliveryProblem } from '@tickets/contract/outgoing-webhooks/webhooks';
import { sql } from 'kysely';
import type { Tx } from '../platform/db/db.ts';
import type { WebhookKey } from './rows.ts';

/** What came of a try. */
export interface Outcome {
  problem: DeliveryProblem | null;
  status: number | null;
}

/** The webhook says since when nothing arrives. One that is well is not written. */
export async function noteOutcome(
  tx: Tx,
  { guild_id, webhook_id }: WebhookKey,
  { problem, status }: Outcome,
  now: Date,
): Promise<void> {
  if (problem === null)
    await sql`update outgoing_webhooks
      set failing_since = null, failing_problem = null, failing_status = null
      where guild_id = ${guild_id} and webhook_id = ${webhook_id} and failing_since is not null`.execute(tx);
  else
    await sql`update outgoing_webhooks
      set failing_since = coalesce(failing_since, ${now}), failing_problem = ${problem}, failing_status = ${status}
      where guild_id = ${guild_id} and webhook_id = ${webhook_id}`.execute(tx);
}
