import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fetchPersonSearch } from '../../../components/ui/choosing/person-search.tsx';
import { readToasts } from '../../../lib/page/toast.ts';
import { json, type SeenRequest } from '../../../test/fetch-stub.ts';
import { sampleList, sampleTicketView } from '../../../test/sample-ticket.ts';
import { openServerPage } from '../../../test/server-page.tsx';

// It comes by itself when it is entered; on a busy machine that takes longer than a test waits.
beforeAll(async () => {
  await fetchPersonSearch();
});

beforeEach(() => {
  vi.stubGlobal(
    'WebSocket',
    class extends EventTarget {
      close() {}
      send() {}
    },
  );
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});

const person = (id: string, username: string) => ({ id, username, avatar: '', bot: false });
const self = person('9', 'nelly');
const other = person('5', 'basil');
const third = person('6', 'chive');

interface Opened {
  claimed_by?: object | null;
  is_thread?: boolean;
  may_write?: boolean;
  level?: 1 | 2;
  opener?: object;
}

function open({ claimed_by = null, is_thread = false, level = 2, may_write = true, opener }: Opened = {}) {
  const view = sampleTicketView(3);
  const ticket = {
    ...view.ticket,
    ...(opener && { opener }),
    is_thread,
    claimed_by,
    last_response_is_staff: true,
  };
  const change = (to: object | null) => () => {
    ticket.claimed_by = to;
    return json(200, { success: true });
  };
  const answers = {
    'GET tickets/3': () => json(200, { ...view, ticket, self, may_write }),
    'GET tickets': () => json(200, sampleList()),
    'GET premium': () => json(200, { premium: true, tier: 0 }),
    'GET tickets/3/claim/targets': ({ url }: SeenRequest) => {
      const people = [self, third, { ...other, global_name: 'Thyme' }];
      const words = url.searchParams.get('query') ?? '';
      return json(200, {
        success: true,
        people: people.filter(({ username }) => username.startsWith(words)),
      });
    },
    'POST tickets/3/claim': change(self),
    'DELETE tickets/3/claim': change(null),
    'PUT tickets/3/claim': change(other),
  };
  return { ...openServerPage('tickets/view/3', answers, level), answers, ticket };
}

const button = (name: string) => screen.findByRole('button', { name });
const claimer = async () => (await screen.findByText('Claimed by')).nextElementSibling;

test('a ticket is claimed and given back, and says whose it is', async () => {
  const page = open();
  await page.user.click(await button('Claim'));
  await button('Unclaim');
  expect((await claimer())?.textContent).toContain('nelly');
  await page.user.click(await button('Unclaim'));
  await button('Claim');
  expect((await claimer())?.textContent).toContain('Unclaimed');
});

test('a ticket that somebody else was quicker to claim says so, and shows whose it is', async () => {
  const page = open();
  page.answers['POST tickets/3/claim'] = () => {
    page.ticket.claimed_by = other;
    const error = 'This ticket is claimed by <@5>.';
    return json(409, { success: false, error, code: 'ticket.already_claimed' });
  };
  await page.user.click(await button('Claim'));
  await waitFor(async () => expect((await claimer())?.textContent).toContain('basil'));
  expect(readToasts().map(({ text }) => text)).toEqual([
    'Someone else has just claimed this ticket. Ask them to unclaim or transfer it.',
  ]);
});

test('only an administrator is offered to take a claim from its owner, or to transfer it', async () => {
  const admin = open({ claimed_by: other });
  await button('Unclaim');
  await button('Transfer…');
  admin.unmount();
  open({ claimed_by: other, level: 1 });
  expect((await claimer())?.textContent).toContain('basil');
  await screen.findByPlaceholderText('Reply to mia…');
  expect(screen.queryByRole('button', { name: /^(Unclaim|Claim|Transfer…)$/ })).toBeNull();
});

test('who may not write in a claimed ticket finds the box closed, and reads who has it', async () => {
  const page = open({ claimed_by: other, level: 1, may_write: false });
  const box = await screen.findByPlaceholderText<HTMLTextAreaElement>('Claimed by basil');
  await screen.findByText(/^Only basil, who claimed this ticket, and administrators can write in it\./);
  await page.user.click(box);
  await page.user.keyboard('Hello{Enter}');
  expect(box.value).toBe('');
  for (const name of ['Send', 'Send Tag', 'Attach files'])
    expect((await screen.findByRole<HTMLButtonElement>('button', { name })).disabled).toBe(true);
  expect(page.asked('POST', 'tickets/3')).toEqual([]);
});

test.each([
  ['another team answers', null],
  ['a colleague claimed', other],
])('who opened a ticket that %s reads where to write in it', async (_, claimed_by) => {
  const page = open({ level: 1, may_write: false, opener: self, claimed_by });
  const box = await screen.findByPlaceholderText<HTMLTextAreaElement>('Answered by others');
  await screen.findByText(/^You opened this ticket, and others answer it\./);
  await page.user.click(box);
  await page.user.keyboard('Hello{Enter}');
  expect(page.asked('POST', 'tickets/3')).toEqual([]);
});

test('R in a ticket that a colleague claimed reads whose it is, and the reply that is typed on closes nothing', async () => {
  const page = open({ claimed_by: other, level: 1, may_write: false });
  const box = await screen.findByPlaceholderText<HTMLTextAreaElement>('Claimed by basil');
  await page.user.keyboard('really sorry{Enter}');
  expect(document.activeElement).toBe(box);
  const why = document.getElementById(box.getAttribute('aria-describedby') ?? '');
  expect(why?.textContent).toMatch(/^Only basil, who claimed this ticket/);
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' }).value).toBe('');
  expect(page.asked('POST', 'tickets/3').concat(page.asked('DELETE', 'tickets/3'))).toEqual([]);
});

test('a ticket is transferred to a person who is searched for; who may not have it is told at the field', async () => {
  const page = open({ claimed_by: self });
  const succeed = page.answers['PUT tickets/3/claim'];
  const message = 'Choose a member of staff.';
  page.answers['PUT tickets/3/claim'] = () =>
    json(400, { success: false, error: message, fields: [{ path: 'user_id', message }] });
  await page.user.click(await button('Transfer…'));
  const modal = within(await screen.findByRole('dialog', { name: 'Transfer ticket #3' }));
  await page.user.click(modal.getByRole('button', { name: 'Transfer' }));
  expect(await modal.findByText('Choose who gets the ticket.')).toBeTruthy();
  await page.user.click(await modal.findByRole('combobox', { name: 'Transfer to' }));
  await page.user.click(await screen.findByRole('option', { name: 'Thyme @basil' }));
  expect(modal.getByRole<HTMLInputElement>('combobox', { name: 'Transfer to' }).value).toBe('Thyme');
  await page.user.click(modal.getByRole('button', { name: 'Transfer' }));
  expect(await modal.findByText(message)).toBeTruthy();
  expect(readToasts()).toEqual([]);

  page.answers['PUT tickets/3/claim'] = succeed;
  await page.user.click(modal.getByRole('button', { name: 'Transfer' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(readToasts().map(({ text }) => text)).toEqual(['Ticket #3 is now with Thyme']);
  expect(page.asked('PUT', 'tickets/3/claim').at(-1)?.body).toEqual({ user_id: '5' });
  expect((await claimer())?.textContent).toContain('basil');
});

test('who can take the ticket is offered, with who one is oneself and who has it already', async () => {
  const page = open({ claimed_by: third });
  await page.user.click(await button('Transfer…'));
  const modal = within(await screen.findByRole('dialog', { name: 'Transfer ticket #3' }));
  // The box gets the focus when the dialog opens, and is another one when all that it is made of is there.
  const options = await waitFor(async () => {
    await page.user.click(modal.getByRole('combobox', { name: 'Transfer to' }));
    return screen.findAllByRole('option', {}, { timeout: 1_000 });
  });
  expect(options.map(({ textContent }) => textContent.trim())).toEqual([
    'nelly you',
    'chive has it now',
    'Thyme @basil',
  ]);
  expect(options.map((option) => option.getAttribute('aria-disabled'))).toEqual([null, 'true', null]);
  await page.user.keyboard('zz');
  expect(
    await screen.findByText('Nobody who answers the tickets of this panel has a name that begins like this.'),
  ).toBeTruthy();
});

test('a thread is claimed by nobody', async () => {
  open({ is_thread: true });
  await screen.findByText('Claimed by');
  expect(screen.queryByRole('button', { name: /Claim|Transfer/ })).toBeNull();
});

test('the details lead to the channel in Discord, and say whose turn it is', async () => {
  open();
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: '#ticket-3, opens in Discord' });
  expect(link.href).toBe('https://discord.com/channels/1/30');
  expect(screen.queryByText('Awaiting response')).toBeNull();
});
