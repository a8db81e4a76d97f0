import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readToasts } from '../../../lib/page/toast.ts';
import { json } from '../../../test/fetch-stub.ts';
import { pretendLayout } from '../../../test/layout.ts';
import { sampleTicketView } from '../../../test/sample-ticket.ts';
import { openServerPage } from '../../../test/server-page.tsx';

pretendLayout();

async function open() {
  const answers = {
    'GET tickets/3': () => json(200, sampleTicketView(3)),
    'GET tickets': () =>
      json(200, { success: true, tickets: [], panel_titles: {}, resolved_users: {}, self_id: '9' }),
    'GET premium': () => json(200, { premium: false, tier: -1 }),
    'GET tickets/3/close-reasons': () =>
      json(200, { success: true, reasons: ['Solved', 'A duplicate', 'No answer'] }),
    'DELETE tickets/3': () => json(200, { success: true }),
  };
  const page = openServerPage('tickets/view/3', answers);
  const reason = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' });
  const closings = () => page.asked('DELETE', 'tickets/3').map(({ body }) => body);
  return { ...page, answers, reason, closings };
}

const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

test('Enter closes the ticket for the reason, Shift and Enter starts a line in it', async () => {
  const { user, reason, closings, router } = await open();
  await user.click(reason);
  await user.keyboard('Solved{Shift>}{Enter}{/Shift}by hand{Enter}');
  await waitFor(() => expect(closings()).toEqual([{ reason: 'Solved\nby hand' }]));
  await waitFor(() => expect(router.state.location.pathname).toBe('/manage/1/tickets'));
});

test('a reason begins as one line', async () => {
  const { reason } = await open();
  expect(reason.rows).toBe(1);
});

test('the usual reasons are offered while one is being written, and are closed for only when asked to', async () => {
  const { user, reason, closings } = await open();
  await user.click(reason);
  await waitFor(() => expect(offered()).toEqual(['Solved', 'A duplicate', 'No answer']));
  await user.keyboard('dup');
  expect(offered()).toEqual(['A duplicate']);
  await user.keyboard('{ArrowDown}');
  expect(reason.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option').id);
  await user.keyboard('{Enter}');
  expect(reason.value).toBe('A duplicate');
  expect(offered()).toEqual([]);
  expect(closings()).toEqual([]);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(closings()).toEqual([{ reason: 'A duplicate' }]));
});

test('Escape leaves an empty box at once, with the reasons that it offers', async () => {
  const { user, reason } = await open();
  await user.keyboard('e');
  await waitFor(() => expect(offered()).toHaveLength(3));
  await user.keyboard('{Escape}j');
  expect(offered()).toEqual([]);
  expect(reason.value).toBe('');
});

test('where something is written, Escape puts the offered reasons away first, and leaves the box then', async () => {
  const { user, reason } = await open();
  await user.click(reason);
  await user.keyboard('o');
  await waitFor(() => expect(offered()).toHaveLength(2));
  await user.keyboard('{Escape}');
  expect(offered()).toEqual([]);
  expect(document.activeElement).toBe(reason);
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(document.body);
});

test('two presses at once close the ticket once, and a refused one can be pressed again', async () => {
  const { answers, closings } = await open();
  answers['DELETE tickets/3'] = () => json(503, { success: false, error: 'Not now', code: 'internal' });
  const button = screen.getByRole('button', { name: 'Close Ticket' });
  act(() => {
    button.click();
    button.click();
  });
  await waitFor(() => expect(readToasts()).toHaveLength(1));
  expect(closings()).toHaveLength(1);
  answers['DELETE tickets/3'] = () => json(200, { success: true });
  act(() => button.click());
  await waitFor(() => expect(closings()).toHaveLength(2));
});

test('a reason is chosen by a click', async () => {
  const { user, reason } = await open();
  await user.click(reason);
  await user.click(await screen.findByRole('option', { name: 'No answer' }));
  expect(reason.value).toBe('No answer');
  expect(document.activeElement).toBe(reason);
});

test('details are told once: no subject that is the panel’s title, and no id in sight', async () => {
  await open();
  const details = within((await screen.findByText('Opened by')).closest('dl') as HTMLElement);
  expect(details.queryByText(/^\d+$/)).toBeNull();
  expect(details.getByRole('button', { name: 'Copy the id of mia' }).textContent).toBe('');
  expect(details.getByRole('button', { name: 'Copy the id of #ticket-3' })).toBeTruthy();
  expect(details.getByText('Subject')).toBeTruthy();
});
