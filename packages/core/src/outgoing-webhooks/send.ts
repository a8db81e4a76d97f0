import type { DeliveryProblem } from '@tickets/contract/outgoing-webhooks/webhooks';
import type { Context } from '../platform/context.ts';
import { fetchOutside } from '../platform/net/fetch-outside.ts';
import { GuardedFetchError } from '../platform/net/guarded-fetch.ts';
import { type SigningRow, secretsOf, type WebhookRow } from './rows.ts';
import { signedHeaders } from './signing.ts';

const timeMs = 10_000;
/** Of what comes back, for whoever tests. */
const answerBytesMax = 2_000;

export interface Message {
  id: string;
  event: string;
  happened_at: Date;
  data: object;
}

export interface Sent {
  sent_at: Date;
  duration_ms: number;
  /** Null where nothing came back. */
  status: number | null;
  problem: DeliveryProblem | null;
  retry_after: string | null;
  /** The beginning of what came back. */
  answer: string | null;
}

/** Sends a signed message to a webhook, and never throws for what is out there. Where the key of its secret is lost, nothing is sent. */
export async function send(
  ctx: Pick<Context, 'bots' | 'config' | 'clock' | 'sealer' | 'log'>,
  webhook: SigningRow & Pick<WebhookRow, 'url'>,
  { id, event, happened_at, data }: Message,
): Promise<Sent> {
  const body = JSON.stringify({ type: event, timestamp: happened_at.toISOString(), data });
  const sent_at = ctx.clock.now();
  const began = performance.now();
  const came = (what: Partial<Sent>): Sent => ({
    sent_at,
    duration_ms: Math.round(performance.now() - began),
    status: null,
    problem: null,
    retry_after: null,
    answer: null,
    ...what,
  });
  const secrets = secretsOf(ctx, webhook, sent_at);
  if (!secrets) return came({ problem: 'secret_lost' });
  try {
    const { status, bytes, retry_after } = await fetchOutside(ctx, webhook.url, {
      method: 'POST',
      headers: {
        ...signedHeaders({ id, sent_at, body }, secrets),
        'content-type': 'application/json',
        'user-agent': 'Tickets (webhooks)',
      },
      body,
      timeout_ms: timeMs,
      bytes_max: answerBytesMax,
      beginning_only: true,
      trusted_bases: ctx.config.trusted_bases,
    });
    return came({ status, problem: problemOf(status), retry_after, answer: bytes.toString('utf8') });
  } catch (error) {
    if (!(error instanceof GuardedFetchError)) {
      // Not the receiver's fault. It counts as a try, because one without an outcome would be repeated for ever.
      ctx.log.error({ err: error, webhook_id: webhook.webhook_id }, 'a webhook could not be called');
      return came({ problem: 'failed' });
    }
    return came({ problem: error.problem === 'too_large' ? 'failed' : error.problem });
  }
}

function problemOf(status: number): DeliveryProblem | null {
  if (status >= 200 && status < 300) return null;
  return status === 410 ? 'gone' : 'status';
}
