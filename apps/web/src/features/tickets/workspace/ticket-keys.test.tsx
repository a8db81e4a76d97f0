import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { closeOpened } from '../../../lib/keys/shortcuts.ts';
import { json } from '../../../test/fetch-stub.ts';
import { pretendLayout } from '../../../test/layout.ts';
import { sampleTicketView } from '../../../test/sample-ticket.ts';
import { openServerPage } from '../../../test/server-page.tsx';

pretendLayout();

async function open({ premium = true, closed = false } = {}) {
  const view = sampleTicketView(3);
  let claimed = false;
  const page = openServerPage(
    'tickets/view/3',
    {
      'GET tickets/3': () =>
        closed
          ? json(404, { success: false, error: 'Closed', code: 'ticket.closed' })
          : json(200, { ...view, ticket: { ...view.ticket, claimed_by: claimed ? view.self : null } }),
      'GET tickets': () =>
        json(200, { success: true, tickets: [], panel_titles: {}, resolved_users: {}, self_id: '9' }),
      'GET premium': () => json(200, { premium, tier: premium ? 0 : -1 }),
      'GET tags': () => json(200, {}),
      'GET tickets/3/close-reasons': () => json(200, { success: true, reasons: [] }),
      'POST tickets/3/claim': () => {
        claimed = true;
        return json(200, { success: true });
      },
      'DELETE tickets/3/claim': () => {
        claimed = false;
        return json(200, { success: true });
      },
    },
    1,
  );
  const message = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  await waitFor(() => expect(message.disabled).toBe(!premium));
  return { ...page, message, reason: screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' }) };
}

test('R writes a reply, E the reason for closing, and the letter itself is not typed', async () => {
  const { user, message, reason } = await open();
  await user.keyboard('r');
  expect(document.activeElement).toBe(message);
  await user.keyboard('{Escape}');
  await user.keyboard('e');
  expect(document.activeElement).toBe(reason);
  expect([message.value, reason.value]).toEqual(['', '']);
});

test('C claims a ticket, and gives it back', async () => {
  const { user, asked } = await open();
  await screen.findByRole('button', { name: 'Claim' });
  await user.keyboard('c');
  await screen.findByRole('button', { name: 'Unclaim' });
  await user.keyboard('c');
  await screen.findByRole('button', { name: 'Claim' });
  expect([asked('POST', 'tickets/3/claim').length, asked('DELETE', 'tickets/3/claim').length]).toEqual([
    1, 1,
  ]);
});

test('T opens the tags', async () => {
  const { user } = await open();
  await user.keyboard('t');
  expect(await screen.findByRole('dialog', { name: 'Send Tag' })).toBeTruthy();
});

test('keys do nothing while somebody types, with another key held, or under a dialog', async () => {
  const { user, message, asked } = await open();
  await user.click(message);
  await user.keyboard('rcte');
  expect(message.value).toBe('rcte');
  await user.keyboard('{Escape}');
  for (const held of ['Control', 'Meta', 'Alt', 'Shift']) await user.keyboard(`{${held}>}c{/${held}}`);
  await user.keyboard('?');
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  await user.keyboard('rcte');
  document.body.focus();
  await user.keyboard('c');
  expect(asked('POST', 'tickets/3/claim')).toEqual([]);
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  closeOpened();
});

test('without premium R leads to how to get it, and the reply that is typed on closes nothing', async () => {
  const { user, reason } = await open({ premium: false });
  await user.keyboard('really sorry');
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Get premium' }));
  expect(reason.value).toBe('');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('T does nothing without premium', async () => {
  const { user } = await open({ premium: false });
  await user.keyboard('t');
  expect(document.activeElement).toBe(document.body);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('each key is told at its button and in the list of keys', async () => {
  const { user, message } = await open();
  const keyOf = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-keyshortcuts');
  expect(['Claim', 'Send Tag', 'Close Ticket'].map(keyOf)).toEqual(['C', 'T', 'E']);
  expect(message.getAttribute('aria-keyshortcuts')).toBe('R');
  await user.keyboard('?');
  const list = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  for (const [what, key] of [
    ['Write a reply', 'R'],
    ['Claim or unclaim', 'C'],
    ['Send a tag', 'T'],
    ['Close the ticket', 'E'],
  ])
    expect(
      list
        .getByText(what as string)
        .closest('div')
        ?.querySelector('dd')?.textContent,
    ).toBe(key);
  closeOpened();
});
