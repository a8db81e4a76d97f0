import { createTestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { time } from './columns.ts';

test('a time that may come in may go out again, as PostgreSQL keeps it', async () => {
  const context = await createTestContext();
  for (const value of [
    '2010-01-01T00:00:00Z',
    '2026-11-27T12:30:00.123456789Z',
    '2026-11-27T12:30:00.999999999Z',
  ]) {
    const { rows } = await sql<{ at: Date }>`select ${time.parse(value)}::timestamptz as at`.execute(
      context.ctx.db,
    );
    expect(time.safeParse(rows[0]?.at.toISOString()).success, value).toBe(true);
    // To the millisecond it is the one that was sent.
    expect(rows[0]?.at.getTime(), value).toBe(Date.parse(value));
  }
  await context.close();
});

test('a time before there was Discord, or of the future, does not come in', () => {
  for (const value of [
    '2009-12-31T23:59:59.999999Z',
    new Date(Date.now() + 25 * 3_600_000).toISOString(),
    '9999-01-01T00:00:00Z',
  ])
    expect(time.safeParse(value).success, value).toBe(false);
});

test('a time with as many digits as a line has is read in a moment', () => {
  const long = `2026-01-01T00:00:00.${'1'.repeat(1_000_000)}Z`;
  expect(time.parse(long)).toBe('2026-01-01T00:00:00.111111Z');
});
