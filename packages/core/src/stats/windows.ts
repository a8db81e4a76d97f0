import { type RawBuilder, sql } from 'kysely';

/** What statistics and placeholders call a week and a month: the last so many days, the same weekdays in each. */
const days = { week: 7, month: 28 };

/** Whether `opened_at` of a ticket lies within the window that ends now. */
export function openedWithin(window: keyof typeof days, now: Date): RawBuilder<boolean> {
  return sql`opened_at > ${now}::timestamptz - ${days[window]} * interval '1 day'`;
}
