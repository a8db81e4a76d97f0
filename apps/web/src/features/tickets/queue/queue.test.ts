import type { TicketSummary } from '@tickets/contract/tickets/tickets';
import { expect, test } from 'vitest';
import { sampleList, sampleSummary } from '../../../test/sample-ticket.ts';
import type { QueueView } from '../list/list-view.ts';
import { nextWaiting, placeOf, type Queue, queueOf, stepFrom } from './queue.ts';

const hour = (n: number) => new Date(Date.UTC(2026, 0, 1, n)).toISOString();
const waits = (id: number, since: number | null, values: Partial<TicketSummary> = {}) =>
  sampleSummary(id, { waiting_since: since === null ? null : hour(since), ...values });
const listOf = (...tickets: TicketSummary[]) => sampleList({ tickets });
const byWaiting: QueueView = { order: 'waiting', only_mine: false };
/** A list after one: of it, these were closed. */
const closedOf = (closed: number[], ...tickets: TicketSummary[]) => sampleList({ tickets, closed });
const idsOf = ({ rows }: Queue) => rows.map(({ row, closed }) => (closed ? `(${row.id})` : String(row.id)));

test('who waits longest stands first; below them what waits for its opener, the longest silent first', () => {
  const list = listOf(
    waits(1, null, { last_response_time: hour(5) }),
    waits(2, 9),
    waits(3, null, { last_response_time: hour(4) }),
    waits(4, 7),
  );
  expect(idsOf(queueOf(undefined, list, byWaiting, 2))).toEqual(['4', '2', '3', '1']);
});

test('while a ticket is on the screen nothing changes its place, and what is closed keeps it', () => {
  const before = queueOf(undefined, listOf(waits(1, 1), waits(2, 2), waits(3, 3)), byWaiting, 1);
  const answered = closedOf([2], waits(1, null), waits(3, 3), waits(5, 9), waits(4, 0));
  const during = queueOf(before, answered, byWaiting, 1);
  expect(idsOf(during)).toEqual(['1', '(2)', '3', '4', '5']);
  expect(during.rows[0]?.row.waiting_since).toBeNull();
  expect(queueOf(during, answered, byWaiting, 1)).toBe(during);
  expect(
    idsOf(queueOf(during, closedOf([4, 5], waits(1, null), waits(2, 2), waits(3, 3)), byWaiting, 1)),
  ).toEqual(['1', '2', '3', '(4)', '(5)']);
  expect(idsOf(queueOf(during, answered, byWaiting, 3))).toEqual(['4', '3', '5', '1']);
  expect(idsOf(queueOf(during, answered, { ...byWaiting, order: 'id_desc' }, 1))).toEqual([
    '5',
    '4',
    '3',
    '1',
  ]);
});

test('a ticket that left the list without being closed goes with all it showed, and a closed one as soon as its reader may not see it', () => {
  const before = queueOf(undefined, listOf(waits(1, 1), waits(2, 2), waits(3, 3)), byWaiting, 1);
  const closed = queueOf(before, closedOf([2], waits(1, 1)), byWaiting, 1);
  expect(idsOf(closed)).toEqual(['1', '(2)']);
  expect(idsOf(queueOf(closed, listOf(waits(1, 1)), byWaiting, 1))).toEqual(['1']);
  expect(idsOf(queueOf(before, listOf(waits(2, 2), waits(3, 3)), byWaiting, 1))).toEqual(['2', '3']);
});

test('a ticket that leaves the filter while it is looked at stays; the one on the screen is never left out', () => {
  const mine: QueueView = { order: 'id_asc', only_mine: true };
  const before = queueOf(
    undefined,
    listOf(waits(1, 1), waits(2, 2), waits(3, 3, { claimed_by: '2' })),
    mine,
    1,
  );
  expect(idsOf(before)).toEqual(['1', '2']);
  const claimed = listOf(waits(1, 1), waits(2, 2, { claimed_by: '2' }), waits(3, 3, { claimed_by: '2' }));
  expect(idsOf(queueOf(before, claimed, mine, 1))).toEqual(['1', '2']);
  expect(idsOf(queueOf(before, claimed, mine, 3))).toEqual(['1', '3']);
});

test('steps go over what is closed, and end at both ends', () => {
  const first = queueOf(undefined, listOf(waits(1, 1), waits(2, 2), waits(3, 3)), byWaiting, 1);
  const queue = queueOf(first, closedOf([2], waits(1, 1), waits(3, 3)), byWaiting, 1);
  expect(placeOf(queue)).toBe(0);
  expect(stepFrom(queue, 1)?.id).toBe(3);
  expect(stepFrom(queue, -1)).toBeUndefined();
  const elsewhere = queueOf(undefined, listOf(waits(1, 1), waits(3, 3)), byWaiting, 9);
  expect(stepFrom(elsewhere, 1)?.id).toBe(1);
});

test('next is who waits below, then from the top; nobody, where only the open one waits', () => {
  const list = listOf(waits(1, 1), waits(2, 2), waits(3, 3), waits(4, null));
  expect(nextWaiting(queueOf(undefined, list, byWaiting, 2))?.id).toBe(3);
  expect(nextWaiting(queueOf(undefined, list, byWaiting, 3))?.id).toBe(1);
  expect(nextWaiting(queueOf(undefined, list, byWaiting, 9))?.id).toBe(1);
  expect(nextWaiting(queueOf(undefined, listOf(waits(1, 1), waits(4, null)), byWaiting, 1))).toBeUndefined();
});
