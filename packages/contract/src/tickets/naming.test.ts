import { describe, expect, test } from 'vitest';
import {
  dependsOnClaim,
  fillNamingScheme,
  type NamingFacts,
  namingProblems,
  namingProblemText,
} from './naming.ts';

const facts: NamingFacts = {
  ticket_id: 42,
  username: 'mia',
  nickname: 'Mia the Great',
  claimed_by: null,
  now: new Date('2026-01-31T23:30:00Z'),
};
const fill = (scheme: string, changes: Partial<NamingFacts> = {}) =>
  fillNamingScheme(scheme, { ...facts, ...changes });
const told = (scheme: string) => namingProblems(scheme).map(namingProblemText);

describe('the name of a ticket’s channel', () => {
  test.each([
    ['%id%', '42'],
    ['%id_padded%', '0042'],
    ['%username%', 'mia'],
    ['%nickname%', 'Mia the Great'],
    ['%claimed%', 'unclaimed'],
    ['%claim_indicator%', '🔴'],
    ['%claimed_by%', ''],
    ['%date%', 'jan31'],
    ['%date:yyyy-mm-dd%', '2026-01-31'],
    ['%date:d.m.yy%', '31.1.26'],
    ['%date_days:1%', 'feb1'],
    ['%date_days:-31:yyyy/mm/dd%', '2025/12/31'],
    ['%date_weeks:2:d_m%', '14_2'],
    ['%date_months:1:mm-dd%', '02-28'],
    ['%date_months:-2:mm-dd%', '11-30'],
    ['%date_timestamp:1700000000%', 'nov14'],
    ['%date_timestamp:0:yyyy%', '1970'],
    ['ticket-%id%', 'ticket-42'],
    ['%id%%id%-%username%', '4242-mia'],
  ])('%s is %s', (scheme, name) => {
    expect(namingProblems(scheme)).toEqual([]);
    expect(fill(scheme)).toBe(name);
  });

  test('says who claimed the ticket', () => {
    const claimed = { claimed_by: 'sam' };
    expect(fill('%claim_indicator%-%claimed%-%claimed_by%', claimed)).toBe('🟢-claimed-sam');
  });

  test('has the username of a member without a nickname, and a long number whole', () => {
    expect(fill('%nickname%-%id_padded%', { nickname: null, ticket_id: 12345 })).toBe('mia-12345');
  });

  test('is not filled a second time by what a member calls themselves', () => {
    expect(fill('%nickname%', { nickname: '%id%' })).toBe('%id%');
  });
});

describe('a scheme', () => {
  test.each(['50%', '100%-off-%id%', '%', '%%', 'a % b % c', '% id %'])(
    'may have a lone percent sign: %s',
    (scheme) => {
      expect(told(scheme)).toEqual([]);
    },
  );

  test('keeps a lone percent sign, and fills what follows it', () => {
    expect(fill('100%-off-%id%')).toBe('100%-off-42');
    expect(fill('50%')).toBe('50%');
    expect(fill('%%id%')).toBe('%42');
  });

  test.each(['ID', 'user', 'ticket_id', 'date_years:1', 'datum'])('%s is no placeholder', (name) => {
    expect(told(`%${name}%`)).toEqual([`Invalid naming scheme placeholder: ${name}`]);
    expect(fill(`%${name}%`)).toBe(`%${name}%`);
  });

  test.each([
    'date:',
    'date:HH',
    'date:yyyy,mm',
    'date_days:',
    'date_days:x',
    'date_days:1.5',
    'date_weeks:1:',
    'date_months:1:w',
    'date_days:99999999999',
    'date_timestamp:soon',
  ])('%s cannot be read', (name) => {
    expect(told(`%${name}%`)).toEqual([`Invalid placeholder format: ${name}`]);
  });

  // It once took twice as long for every two letters more: a hundred of them stopped the program.
  test('is read in no time, however its format repeats itself', () => {
    const begun = performance.now();
    expect(told(`%date:${'d'.repeat(44)}?%`)).toHaveLength(1);
    expect(performance.now() - begun).toBeLessThan(500);
  });

  test('has all its problems told', () => {
    expect(told('%nope%-%date:q%-%id%')).toEqual([
      'Invalid naming scheme placeholder: nope',
      'Invalid placeholder format: date:q',
    ]);
  });

  test('is known to change with a claim', () => {
    for (const scheme of ['%claimed%', 'a-%claim_indicator%', '%claimed_by%'])
      expect([scheme, dependsOnClaim(scheme)]).toEqual([scheme, true]);
    for (const scheme of ['%id%', 'claimed', '%claimed'])
      expect([scheme, dependsOnClaim(scheme)]).toEqual([scheme, false]);
  });
});
