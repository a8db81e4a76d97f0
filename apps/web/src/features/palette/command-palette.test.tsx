import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { closeOpened } from '../../lib/keys/shortcuts.ts';
import { json } from '../../test/fetch-stub.ts';
import { foundResult } from '../../test/found-result.ts';
import { openServerPage } from '../../test/server-page.tsx';

afterEach(closeOpened);

const tag = (id: string) => ({
  id,
  content: `About ${id}`,
  use_embed: false,
  use_guild_command: false,
  embed: null,
});

function open(answers: Parameters<typeof openServerPage>[1] = {}) {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  return openServerPage('blacklist', {
    'GET tags': () => json(200, { docs: tag('docs'), rules: tag('rules') }),
    'GET premium': () => json(200, { premium: true, tier: 0 }),
    'GET blacklist': () => json(200, { users: [], roles: [], page_limit: 30 }),
    'GET roles': () => json(200, { success: true, roles: [] }),
    ...answers,
  });
}

const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: /^Search servers/ });
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

test('keys that come before the palette is there are not lost, and go nowhere else', async () => {
  const { user } = open();
  await screen.findByRole('heading', { name: 'Blacklist', level: 1 });
  const elsewhere = document.body.appendChild(document.createElement('input'));
  elsewhere.focus();
  await user.keyboard('{Control>}k{/Control}rulez{Backspace}');
  await waitFor(async () => expect((await field()).value).toBe('rule'));
  expect(elsewhere.value).toBe('');
  elsewhere.remove();
  await user.keyboard('s');
  expect((await field()).value).toBe('rules');
});

test('a tag is found by its id, and its editor opened', async () => {
  const { user, router } = open();
  await screen.findByRole('heading', { name: 'Blacklist', level: 1 });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await field(), 'rul');
  await waitFor(() => expect(options()).toEqual(['rulesTag', 'Search for “rul” in ticketsOne']));
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'Tag Editor' });
  expect(screen.getByLabelText<HTMLInputElement>(/^Tag ID/).value).toBe('rules');
  expect(router.state.location.href).toBe('/manage/1/tags');
});

test('a number goes to the ticket of that number', async () => {
  const { user, router } = open();
  await screen.findByRole('heading', { name: 'Blacklist', level: 1 });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await field(), '#12');
  await waitFor(() => expect(options()).toEqual(['Ticket #12One']));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/manage/1/tickets/view/12'));
});

test('a person is found by the beginning of their name, and leads to their transcripts', async () => {
  const user_data = { id: '9', username: 'puffin', global_name: 'Grey Puffin', avatar: '', bot: false };
  const { user, router } = open({
    'GET members/search': () => json(200, [{ user: user_data, nick: null, roles: [] }]),
  });
  await screen.findByRole('heading', { name: 'Blacklist', level: 1 });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await field(), 'gre');
  await waitFor(() =>
    expect(options()).toEqual(['Grey PuffinTranscripts of puffin', 'Search for “gre” in ticketsOne']),
  );
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.href).toBe('/manage/1/transcripts?user_id=9'));
});

test('words lead to a search for them, and what it finds first is offered', async () => {
  const { user, router, asked } = open({
    'GET members/search': () => json(200, []),
    'GET search': () => json(200, { results: [foundResult()], cursor: null }),
  });
  await screen.findByRole('heading', { name: 'Blacklist', level: 1 });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await field(), 'lost parcel');
  await waitFor(() =>
    expect(options()).toEqual(['Search for “lost parcel” in ticketsOne', 'my lost parcelTicket #7']),
  );
  expect(asked('GET', 'search').map(({ url }) => url.searchParams.get('q'))).toEqual(['lost parcel']);
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(router.state.location.href).toBe('/manage/1/transcripts/view/7#m-70'));
});
