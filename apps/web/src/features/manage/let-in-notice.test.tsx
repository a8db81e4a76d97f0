import { screen } from '@testing-library/react';
import { settingsDefaults } from '@tickets/contract/settings/settings';
import { expect, test } from 'vitest';
import { json } from '../../test/fetch-stub.ts';
import { openServerPage } from '../../test/server-page.tsx';

const reason = /Whatever would outlast your access is left to the administrators/;

async function open(page: string, let_in: boolean) {
  openServerPage(page, {
    'GET guild': () =>
      json(200, { id: '1', name: 'One', icon: '', owner_id: '5', let_in, own_level: 0, bot: null }),
    'GET webhooks': () => json(200, []),
    'GET exports': () => json(200, []),
  });
}
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

test.each([
  ['webhooks', 'Add Webhook'],
  ['export', 'Start the export'],
])('whom a staff override lets in reads on the page %s why its button is off', async (page, name) => {
  await open(page, true);
  expect(await screen.findByText(reason)).toBeTruthy();
  const pressed = await button(name);
  expect(pressed.disabled).toBe(true);
  expect(pressed.getAttribute('aria-describedby')).toBe(screen.getByText(reason).id);
});

test('whom a staff override lets in finds settings off that would outlast it, with the reason, and the others on', async () => {
  const settings = { ...settingsDefaults, archive_channel: '11', success: true, locales: [], version: 1 };
  openServerPage('settings', {
    'GET guild': () =>
      json(200, { id: '1', name: 'One', icon: '', owner_id: '5', let_in: true, own_level: 0, bot: null }),
    'GET settings': () => json(200, settings),
    'GET channels': () => json(200, []),
    'GET panels': () => json(200, []),
    'GET premium': () => json(200, { premium: true, tier: 0 }),
  });
  const control = async (name: RegExp) => screen.findByLabelText<HTMLInputElement>(name);
  const threads = await control(/^Anonymise/i);
  expect(threads.disabled).toBe(true);
  const described = document.getElementById(threads.getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toMatch(/Only administrators of the server can do this\.$/);
  expect((await control(/^Users can close/i)).disabled).toBe(false);
});

test('administrators of the server read nothing of it, and press', async () => {
  await open('webhooks', false);
  expect((await button('Add Webhook')).disabled).toBe(false);
  expect(screen.queryByText(reason)).toBeNull();
});
