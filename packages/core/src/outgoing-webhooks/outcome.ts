import type { DeliveryProblem } from '@tickets/contract/outgoing-webhooks/webhooks';
import type { Tx } from '../platform/db/db.ts';
import type { WebhookRow } from './rows.ts';

/** What came of a try. */
export interface Outcome {
  problem: DeliveryProblem | null;
  status: number | null;
}

/** A webhook that is held says since when nothing arrives. One that is well is not written. */
export async function noteOutcome(
  tx: Tx,
  held: WebhookRow,
  { problem, status }: Outcome,
  now: Date,
): Promise<void> {
  const failing = problem !== null;
  if (!failing && held.failing_since === null) return;
  await tx
    .updateTable('outgoing_webhooks')
    .set({
      failing_since: failing ? (held.failing_since ?? now) : null,
      failing_problem: problem,
      failing_status: failing ? status : null,
    })
    .where('webhook_id', '=', held.webhook_id)
    .execute();
}
