import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readToasts } from '../../lib/page/toast.ts';
import { FakeSocket } from '../../test/fake-socket.ts';
import { json, type SeenRequest } from '../../test/fetch-stub.ts';
import { openServerPage } from '../../test/server-page.tsx';

const role = (id: string, name: string, position: number) => ({
  id,
  name,
  color: 0xff0000,
  position,
  managed: false,
  permissions: '0',
});
const person = (id: string, username: string, discriminator?: string) => ({
  user: { id, username, global_name: null, avatar: '', bot: false, discriminator },
  nick: null,
  roles: [],
});
const user = (id: number, username = `user${id}`) => ({ id: String(id), username });
const ids = (count: number, from = 100) => Array.from({ length: count }, (_, index) => from + index);

beforeEach(() => {
  FakeSocket.forget();
  vi.stubGlobal('WebSocket', FakeSocket);
});

interface List {
  users: { id: string; username: string }[];
  roles: string[];
}

async function open(
  list: List = { users: [user(5, 'mia'), user(6, '')], roles: ['21', '99'] },
  path = 'blacklist',
) {
  const state = { list };
  const answers: Record<string, (request: SeenRequest) => Response | Promise<Response>> = {
    'GET blacklist': ({ url }) => {
      const page = Number(url.searchParams.get('page') ?? 1);
      return json(200, {
        ...state.list,
        users: state.list.users.slice((page - 1) * 30, page * 30),
        page_limit: 30,
      });
    },
    'GET roles': () =>
      json(200, {
        success: true,
        roles: [role('21', 'Trolls', 2), role('22', 'Guests', 1), role('1', '@everyone', 0)],
      }),
    'GET members/search': () =>
      json(200, [
        person('7', 'ann', '1234'),
        person('8', 'bob', '0'),
        person('10', 'cat', '0000'),
        person('11', 'dan'),
      ]),
    'POST blacklist': ({ body }) => {
      const { entity_type, snowflake } = body as { entity_type: number; snowflake: string }; // as the page sends it
      const username = entity_type === 0 && snowflake !== '404' ? 'ann' : '';
      state.list =
        entity_type === 0
          ? { ...state.list, users: [{ id: snowflake, username }, ...state.list.users] }
          : { ...state.list, roles: [snowflake, ...state.list.roles] };
      return json(200, { success: true, id: snowflake, username, resolved: username !== '' });
    },
    'DELETE blacklist/user/5': () => {
      state.list = { ...state.list, users: state.list.users.filter(({ id }) => id !== '5') };
      return new Response(null, { status: 204 });
    },
    'DELETE blacklist/user/6': () => new Response(null, { status: 204 }),
    'DELETE blacklist/role/99': () => new Response(null, { status: 204 }),
  };
  const page = openServerPage(path, answers);
  await screen.findByRole('region', { name: 'Blacklisted users' });
  return { ...page, answers };
}

const toasts = () => readToasts().map(({ kind, text }) => `${kind}: ${text}`);
const table = (name: string) => within(screen.getByRole('region', { name }));
const cells = (name: string) =>
  table(name)
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('the tables', () => {
  test('name people with their id, roles alone, and say what nobody knows', async () => {
    await open();
    await screen.findByText('Trolls');
    expect(cells('Blacklisted users')).toEqual(['mia (5)', 'Unknown (6)']);
    expect(cells('Blacklisted roles')).toEqual(['Trolls', 'Unknown (99)']);
    expect(
      table('Blacklisted roles')
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(['Role', 'Remove']);
    expect(
      table('Blacklisted users')
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(['User', 'Remove']);
  });

  test('name somebody once the server has learned the name', async () => {
    const { answers } = await open();
    await waitFor(() => expect(FakeSocket.opened).toHaveLength(1));
    answers['GET blacklist'] = () =>
      json(200, { users: [user(5, 'mia'), user(6, 'noa')], roles: [], page_limit: 30 });
    FakeSocket.opened[0]?.receive({ type: 'names_learned' });
    await waitFor(() => expect(cells('Blacklisted users')).toEqual(['mia (5)', 'noa (6)']));
  });

  test('say what the blacklist is for while it is empty', async () => {
    await open({ users: [], roles: [] });
    expect(await screen.findByText('Nobody is blacklisted')).toBeTruthy();
    expect(await screen.findByText('No role is blacklisted')).toBeTruthy();
  });

  test('that cannot be loaded say why, and can be asked for again', async () => {
    const page = openServerPage('blacklist', {
      'GET blacklist': () => json(400, { success: false, error: 'Not now' }),
    });
    expect(await screen.findByText('Not now')).toBeTruthy();
    const before = page.asked('GET', 'blacklist').length;
    await page.user.click(button('Try again'));
    await waitFor(() => expect(page.asked('GET', 'blacklist')).toHaveLength(before + 1));
  });
});

describe('pages', () => {
  const next = () => button('Next page');
  const previous = () => button('Previous page');

  test('end where fewer than a page of users and roles are listed', async () => {
    await open({ users: ids(29).map((id) => user(id)), roles: ids(29).map(String) });
    await screen.findByText('user100', { exact: false });
    expect([previous().disabled, next().disabled]).toEqual([true, true]);
  });

  test('go on after a full page of users, and back', async () => {
    const { user: hands, router, asked } = await open({ users: ids(31).map((id) => user(id)), roles: [] });
    await waitFor(() => expect(next().disabled).toBe(false));
    await hands.click(next());
    await waitFor(() => expect(cells('Blacklisted users')).toEqual(['user130 (130)']));
    expect(router.state.location.href).toBe('/manage/1/blacklist?page=2');
    expect(asked('GET', 'blacklist').map(({ url }) => url.search)).toEqual(['?page=1', '?page=2']);
    expect([previous().disabled, next().disabled]).toEqual([false, true]);
    await hands.click(previous());
    await waitFor(() => expect(cells('Blacklisted users')).toHaveLength(30));
  });

  test('show everybody and every role once, and end', async () => {
    const [people, roles] = [ids(65), ids(45, 500)];
    const { user: hands } = await open({ users: people.map((id) => user(id)), roles: roles.map(String) });
    const seen: { users: (string | null | undefined)[]; roles: (string | null | undefined)[] }[] = [];
    for (const last of ['user129 (129)', 'user159 (159)', 'user164 (164)']) {
      await waitFor(() => expect(cells('Blacklisted users').at(-1)).toBe(last));
      seen.push({ users: cells('Blacklisted users'), roles: cells('Blacklisted roles') });
      if (!next().disabled) await hands.click(next());
    }
    expect(seen.flatMap(({ users }) => users)).toEqual(people.map((id) => `user${id} (${id})`));
    expect(seen.flatMap((page) => page.roles)).toEqual(roles.map((id) => `Unknown (${id})`));
    expect(screen.getByText('No other role is blacklisted')).toBeTruthy();
    expect(next().disabled).toBe(true);
  });

  test('go to the page before when the last entry of one is removed', async () => {
    const users = [...ids(30).map((id) => user(id)), user(5, 'mia')];
    const { user: hands, router } = await open({ users, roles: [] }, 'blacklist?page=2');
    await hands.click(await screen.findByRole('button', { name: 'Remove mia' }));
    const modal = await dialog('Remove from the blacklist?');
    await hands.click(modal.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(cells('Blacklisted users')).toHaveLength(30));
    expect(router.state.location.href).toBe('/manage/1/blacklist');
  });

  test('go on after a full page of roles, once', async () => {
    const { user: hands } = await open({ users: [], roles: ids(30).map(String) });
    await waitFor(() => expect(next().disabled).toBe(false));
    await hands.click(next());
    expect(await screen.findByText('Nobody else is blacklisted')).toBeTruthy();
    expect(next().disabled).toBe(true);
  });
});

describe('Blacklist User', () => {
  test('begins in the box for the name, and Blacklist Role at its picker', async () => {
    const { user: hands } = await open();
    await hands.click(button('Blacklist New User'));
    const modal = await dialog('Blacklist User');
    await waitFor(() => expect(document.activeElement).toBe(modal.getByRole('combobox', { name: 'User' })));
    await hands.click(modal.getByRole('button', { name: 'Cancel' }));
    await hands.click(button('Blacklist New Role'));
    const other = await dialog('Blacklist Role');
    await waitFor(() => expect(document.activeElement).toBe(other.getByRole('combobox', { name: 'Role' })));
  });

  test('finds people by name, half a second after the last key', async () => {
    const { user: hands, asked } = await open();
    await hands.click(button('Blacklist New User'));
    const modal = await dialog('Blacklist User');
    await hands.type(await modal.findByRole('combobox', { name: 'User' }), 'an');
    const options = await screen.findAllByRole('option');
    expect(options.map((option) => option.textContent?.trim())).toEqual(['ann#1234', 'bob', 'cat', 'dan']);
    await waitFor(() =>
      expect(asked('GET', 'members/search').map(({ url }) => url.searchParams.get('query'))).toEqual([
        '',
        'an',
      ]),
    );
    await hands.click(screen.getByRole('option', { name: 'ann#1234' }));
    await hands.click(modal.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(toasts()).toEqual(['success: ann has been blacklisted']));
    expect(asked('POST', 'blacklist')[0]?.body).toEqual({ entity_type: 0, snowflake: '7' });
    await waitFor(() => expect(cells('Blacklisted users')[0]).toBe('ann (7)'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await hands.click(button('Blacklist New User'));
    const again = await dialog('Blacklist User');
    expect((await again.findByRole<HTMLInputElement>('combobox', { name: 'User' })).value).toBe('');
  });

  test('takes an id instead, also of somebody whom nobody knows', async () => {
    const { user: hands, asked } = await open();
    await hands.click(button('Blacklist New User'));
    const modal = await dialog('Blacklist User');
    await hands.click(modal.getByRole('switch', { name: 'Use User ID' }));
    expect(modal.queryByRole('combobox', { name: 'User' })).toBeNull();
    await hands.type(modal.getByRole('textbox', { name: 'User ID' }), '404');
    await hands.click(modal.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(toasts()).toEqual(['success: User with ID 404 has been blacklisted']));
    expect(asked('POST', 'blacklist')[0]?.body).toEqual({ entity_type: 0, snowflake: '404' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await hands.click(button('Blacklist New User'));
    const again = await dialog('Blacklist User');
    await hands.click(again.getByRole('switch', { name: 'Use User ID' }));
    expect(again.getByRole<HTMLInputElement>('textbox', { name: 'User ID' }).value).toBe('');
  });

  test('sends nothing without a user, and nothing on Cancel', async () => {
    const { user: hands, asked } = await open();
    await hands.click(button('Blacklist New User'));
    const modal = await dialog('Blacklist User');
    await hands.click(modal.getByRole('button', { name: 'Confirm' }));
    expect(await modal.findByText('Choose a user.')).toBeTruthy();
    await hands.click(modal.getByRole('switch', { name: 'Use User ID' }));
    await hands.type(modal.getByRole('textbox', { name: 'User ID' }), 'abc');
    await hands.click(modal.getByRole('button', { name: 'Confirm' }));
    expect(await modal.findByText('Enter a Discord id: digits only.')).toBeTruthy();
    await hands.click(modal.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked('POST', 'blacklist')).toEqual([]);
  });

  test('Escape keeps what was entered, Cancel lets it go', async () => {
    const { user: hands } = await open();
    const enter = async () => {
      await hands.click(button('Blacklist New User'));
      return dialog('Blacklist User');
    };
    const modal = await enter();
    await hands.click(modal.getByRole('switch', { name: 'Use User ID' }));
    await hands.type(modal.getByRole('textbox', { name: 'User ID' }), '12');
    await hands.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const kept = await enter();
    expect(kept.getByRole<HTMLInputElement>('textbox', { name: 'User ID' }).value).toBe('12');
    await hands.click(kept.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const fresh = await enter();
    expect(fresh.queryByRole('textbox', { name: 'User ID' })).toBeNull();
  });

  test('a refusal is told at the field, until something else is entered, and keeps what was', async () => {
    const text = 'You cannot blacklist staff members!';
    const { user: hands, answers } = await open();
    answers['POST blacklist'] = () =>
      json(400, { success: false, error: text, fields: [{ path: 'snowflake', message: text }] });
    await hands.click(button('Blacklist New User'));
    const modal = await dialog('Blacklist User');
    await hands.click(modal.getByRole('switch', { name: 'Use User ID' }));
    await hands.type(modal.getByRole('textbox', { name: 'User ID' }), '12');
    await hands.click(modal.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(toasts()).toEqual(['error: You cannot blacklist staff members!']));
    const box = modal.getByRole<HTMLInputElement>('textbox', { name: 'User ID', description: text });
    expect(box.value).toBe('12');
    await hands.type(box, '3');
    expect(modal.queryByText(text)).toBeNull();
  });

  test('a search that comes too fast says so', async () => {
    const { user: hands, answers } = await open();
    answers['GET members/search'] = () => json(429, { success: false, error: 'slow down' });
    await hands.click(button('Blacklist New User'));
    const modal = await dialog('Blacklist User');
    await hands.type(await modal.findByRole('combobox', { name: 'User' }), 'a');
    const text = "You're doing that too fast: please wait a few seconds and try again";
    await waitFor(() => expect(toasts()).toEqual([`error: ${text}`]));
  });
});

test('Blacklist Role offers the roles that are not listed, and sends the one that is chosen', async () => {
  const { user: hands, asked } = await open();
  await screen.findByText('Trolls');
  await hands.click(button('Blacklist New Role'));
  const modal = await dialog('Blacklist Role');
  await hands.click(modal.getByRole('combobox', { name: 'Role' }));
  const options = await screen.findAllByRole('option');
  expect(options.map((option) => option.textContent)).toEqual(['Guests']);
  await hands.click(options[0] as HTMLElement); // the one that was just counted
  await hands.click(modal.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(toasts()).toEqual(['success: Guests has been blacklisted']));
  expect(asked('POST', 'blacklist')[0]?.body).toEqual({ entity_type: 1, snowflake: '22' });
  await waitFor(() => expect(cells('Blacklisted roles')).toEqual(['Guests', 'Trolls', 'Unknown (99)']));
});

test.each([
  ['mia', 'mia has been removed from the blacklist', 'user/5'],
  ['User with ID 6', 'User with ID 6 has been removed from the blacklist', 'user/6'],
  ['Role with ID 99', 'Role with ID 99 has been removed from the blacklist', 'role/99'],
])('removing %s is confirmed, told, and takes the row away', async (name, text, path) => {
  const { user: hands, asked, answers } = await open();
  await screen.findByText('Trolls');
  await hands.click(button(`Remove ${name}`));
  const modal = await dialog('Remove from the blacklist?');
  // What is asked for afterwards does not come: the row must go by itself.
  answers['GET blacklist'] = () => new Promise<Response>(() => undefined);
  await hands.click(modal.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: `Remove ${name}` })).toBeNull());
  expect(asked('DELETE', `blacklist/${path}`)).toHaveLength(1);
  await waitFor(() => expect(toasts()).toEqual([`success: ${text}`]));
});
