import { expect, test } from 'vitest';
import { shortTime } from './short-time.ts';

const moments = [
  '2026-01-02T00:05',
  '2026-12-31T12:00',
  '2009-07-04T09:59',
  '2100-10-10T23:59',
  '1999-02-28T13:30',
];

test.each([
  { dateStyle: 'short' },
  { timeStyle: 'short' },
  { dateStyle: 'short', timeStyle: 'short' },
] as const)('a moment stands there as a browser writes it: %j', (style) => {
  const browser = new Intl.DateTimeFormat('en', style);
  for (const moment of moments) {
    // Browsers write a plain space where Node.js writes a narrow one.
    const written = browser.format(new Date(moment)).replace('\u202f', ' ');
    expect(shortTime(new Date(moment), style)).toBe(written);
  }
});

test('longer styles are left to the browser', () => {
  expect(shortTime(new Date(), { dateStyle: 'full', timeStyle: 'short' })).toBeUndefined();
});
