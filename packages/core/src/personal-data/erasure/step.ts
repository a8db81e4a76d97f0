import type { Context } from '../../platform/context.ts';
import { isAway } from '../../platform/db/outage.ts';
import type { TicketKey } from '../../tickets/model/find.ts';
import type { Person } from './person.ts';

/** Counts what a step has done. */
export type Note = (rows: number) => Promise<void>;

/** A part of an erasure. It may be begun again after a crash, and then does what is left. */
export type Step = (ctx: Context, person: Person, note: Note) => Promise<void>;

const failuresMax = 1_000;

/** A ticket in which something fails holds up none of the others. The step fails once all of them had their turn. */
export async function inEachTicket(
  keys: AsyncIterable<TicketKey>,
  work: (key: TicketKey) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for await (const key of keys)
    try {
      await work(key);
    } catch (error) {
      failures.push(error);
      if (isAway(error) || failures.length === failuresMax) break;
    }
  if (failures.length) throw failures[0];
}
