import { actions } from '@tickets/contract/access/actions';
import { type DashboardPage, dashboardPages } from '@tickets/contract/who-can-see/pages';
import { expect, test } from 'vitest';
import { manageEntries } from './manage-entries.ts';

test('what is explained of a page is what its entry in the menu needs', () => {
  const inMenu = Object.fromEntries(manageEntries.map(({ label, level }) => [label, level]));
  const explained = Object.fromEntries(
    (Object.keys(dashboardPages) as DashboardPage[]).map((page) => [
      page,
      actions[dashboardPages[page]].level,
    ]),
  );
  expect(inMenu).toEqual(explained);
});
