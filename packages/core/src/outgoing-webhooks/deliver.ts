import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../platform/context.ts';
import { inDatabaseTime } from '../platform/db/time.ts';
import { warnUnlessOutage } from '../platform/outages.ts';
import { letNextGo } from './line-up.ts';
import { toldData } from './message-data.ts';
import { noteOutcome } from './outcome.ts';
import { heldWebhook } from './rows.ts';
import { type Sent, send } from './send.ts';
import { giveUpWaiting, switchOff } from './switch-off.ts';
import { type Taken, takeDue } from './take-due.ts';
import { UnderWay } from './under-way.ts';
import { nextTry } from './waits.ts';

const LOOK_MS = 1_000;

/** Delivers what is due until stopped. Any number of processes may do so on one database. */
export async function deliverUntil(ctx: Context, stopping: AbortSignal): Promise<void> {
  const under_way = new UnderWay(ctx.clock);
  while (!stopping.aborted) {
    const taken = await takeDue(ctx, under_way).catch((err: unknown) => {
      warnUnlessOutage(ctx.log, err, 'what webhooks are to be told could not be looked for');
      return [];
    });
    for (const one of taken) under_way.add(one.guild_id, deliver(ctx, one));
    // What ends may let the next one of its ticket begin.
    const wait = sleep(LOOK_MS, undefined, { signal: stopping, ref: false }).catch(() => undefined); // ended by a stop
    await Promise.race([wait, ...under_way.calls]);
  }
  await Promise.all(under_way.calls);
}

/** Delivers what is due now, and what becomes due by that. Returns how many were tried. */
export async function deliverDue(ctx: Context): Promise<number> {
  const under_way = new UnderWay(ctx.clock);
  let tried = 0;
  for (;;) {
    const taken = await takeDue(ctx, under_way);
    if (!taken.length) return tried;
    tried += taken.length;
    for (const one of taken) under_way.add(one.guild_id, deliver(ctx, one));
    await Promise.all(under_way.calls);
  }
}

/** Returns how long the receiver took, in milliseconds. What goes wrong here leaves it in hand, so that it is taken up again later. */
async function deliver(ctx: Context, taken: Taken): Promise<number> {
  const { guild_id, webhook_id, message_id } = taken;
  let took_ms = 0;
  try {
    // Noted while it was being switched off.
    if (!taken.enabled) {
      await ctx.db.transaction().execute(async (tx) => {
        const held = await heldWebhook(tx, taken);
        if (held?.enabled === false) await giveUpWaiting(tx, taken);
      });
      return took_ms;
    }
    const sent = await send(ctx, taken, messageOf(ctx, taken));
    took_ms = sent.duration_ms;
    await writeDown(ctx, taken, sent);
  } catch (err) {
    warnUnlessOutage(ctx.log, err, 'a webhook could not be told', { guild_id, webhook_id, message_id });
  }
  return took_ms;
}

const messageOf = (ctx: Context, { message_id, event, happened_at, data, ...of }: Taken) => ({
  id: message_id,
  event,
  happened_at,
  data: toldData(ctx, data, of),
});

/** The row says what came of it, and when it or the next one of its ticket is due. */
async function writeDown(ctx: Context, taken: Taken, sent: Sent): Promise<void> {
  const attempts = taken.attempts + 1;
  const now = ctx.clock.now();
  const { duration_ms, status, problem, retry_after } = sent;
  const since = taken.resent_at ?? taken.happened_at;
  const again =
    problem === null || problem === 'gone'
      ? undefined
      : nextTry({ attempts: attempts - taken.attempts_before, since, now, retry_after });
  const state = problem === null ? 'delivered' : again ? 'waiting' : 'given_up';
  await ctx.db.transaction().execute(async (tx) => {
    // First the webhook and then its deliveries, in the order of whoever changes one.
    const held = await heldWebhook(tx, taken);
    if (!held) return;
    const row = tx.updateTable('outgoing_deliveries').where('delivery_id', '=', taken.delivery_id);
    const isItsAddress = held.url === taken.url;
    if (problem !== null && !isItsAddress) {
      // It did not arrive there, and goes to the new address.
      await row.set({ taken_until: null }).execute();
      return;
    }
    if (isItsAddress) await noteOutcome(tx, held, { problem, status }, now);
    await row
      .set({ state, attempts, tried_at: sent.sent_at, duration_ms, status, problem, taken_until: null })
      .$if(again !== undefined, (query) => query.set({ due_at: inDatabaseTime(again ?? now) }))
      // What was given up meanwhile may have arrived all the same.
      .$if(problem !== null, (query) => query.where('state', '=', 'waiting'))
      .execute();
    if (!again && taken.resent_at === null) await letNextGo(tx, taken);
    if (problem === 'gone') await switchOff(tx, taken, now);
  });
}
