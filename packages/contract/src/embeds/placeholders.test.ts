import { describe, expect, test } from 'vitest';
import { fillPlaceholders, placeholdersIn } from './placeholders.ts';

const now = new Date('2026-01-31T12:00:00.700Z');
const at = now.getTime() / 1000 - 0.7;
const fill = (text: string) => fillPlaceholders(text, (name) => `[${name}]`, now);

describe('placeholders of messages', () => {
  test('known ones are filled, wherever percent signs stand around them', () => {
    expect(fill('Hi %user%, 100%, %user_id%%ticket_id%')).toBe('Hi [user], 100%, [user_id][ticket_id]');
    expect(fill('50%server%')).toBe('50[server]');
  });

  test('unknown ones stay, and do not swallow what follows', () => {
    expect(fill('%nobody% %user')).toBe('%nobody% %user');
    expect(fill('%nobody%user%')).toBe('%nobody[user]');
    expect(fill('%date_years:3%')).toBe('%date_years:3%');
  });

  test('a backslash before both signs shows the placeholder itself', () => {
    expect(fill('Write \\%user\\% for %user%')).toBe('Write %user% for [user]');
  });

  test('what a value says is not filled in turn', () => {
    expect(fillPlaceholders('%nickname%', () => '%server%')).toBe('%server%');
  });

  test('days, weeks and months from now, in a form of choice', () => {
    expect(fill('%date_days:3%')).toBe(`<t:${at + 3 * 86_400}:d>`);
    expect(fill('%date_weeks:-1:F%')).toBe(`<t:${at - 7 * 86_400}:F>`);
    expect(fill('%date_months:1:R%')).toBe(`<t:${Date.UTC(2026, 1, 28, 12) / 1000}:R>`);
    expect(fill('%date_timestamp:1700000000:t%')).toBe('<t:1700000000:t>');
    expect(fill('%timestamp_days:1%')).toBe(String(at + 86_400));
  });

  test('a form that Discord does not know is a date, and an impossible amount is nothing', () => {
    expect(fill('%date_days:1:x%')).toBe(`<t:${at + 86_400}:d>`);
    expect(fill('a%date_days:soon%b%date_months:999999999%c%date_days:%')).toBe('abc');
  });

  test('a text says what it needs', () => {
    expect([...placeholdersIn('%user% \\%server\\% %channel% %date_days:1% %x%')]).toEqual([
      'user',
      'channel',
    ]);
  });
});
