import { expect, test } from 'vitest';
import { isFiltered, payloadOf } from './audit-filter.ts';
import { readAuditSearch } from './audit-search.ts';

test('what an address asks for is sent by its codes', () => {
  const search = readAuditSearch({
    type: 'panel',
    id: '7',
    action: 'panel.delete',
    user: '12',
    source: 'dashboard',
  });
  expect(payloadOf(search)).toEqual({
    user_id: '12',
    source: 'dashboard',
    resource_type: 2,
    resource_id: '7',
    action_type: 12,
  });
});

test('both days of a range count, in the time of whoever reads', () => {
  expect(payloadOf({ from: '2026-03-01', to: '2026-03-02' })).toEqual({
    after: new Date(2026, 2, 1).toISOString(),
    before: new Date(2026, 2, 3).toISOString(),
  });
});

test.each([
  { user: 'olive' },
  { source: 'carrier pigeon' },
  { from: 'yesterday' },
  { id: '7' },
  { action: 'panel.delete' },
  { older_than: 'x', newer_than: '-1', open: '99999999999' },
])('what an address cannot say asks for nothing: %j', (address) => {
  expect(readAuditSearch(address)).toEqual({});
});

test('a kind that is not known filters nothing', () => {
  expect(payloadOf(readAuditSearch({ type: 'spaceship', action: 'spaceship.land' }))).toEqual({});
});

test('a later page of everything is not filtered', () => {
  expect(isFiltered({ older_than: 7, open: 6 })).toBe(false);
  expect(isFiltered({ source: 'system' })).toBe(true);
});
