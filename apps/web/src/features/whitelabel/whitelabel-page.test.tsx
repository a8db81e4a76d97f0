import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { WhitelabelBot, WhitelabelServer } from '@tickets/contract/whitelabel/whitelabel';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../lib/api/query-client.ts';
import { setConfig } from '../../lib/page/config.ts';
import { readToasts } from '../../lib/page/toast.ts';
import { storeSession } from '../../lib/session/session.ts';
import { createAppRouter } from '../../router.tsx';
import { answerWith, json, type SeenRequest } from '../../test/fetch-stub.ts';
import { renderApp, testConfig } from '../../test/render.tsx';

const bot = (about: Partial<WhitelabelBot> = {}): WhitelabelBot => ({
  id: '1001',
  application_id: '1002',
  name: 'Bakery Desk',
  username: 'bakery-desk',
  avatar: null,
  status: '',
  status_type: 0,
  state: 'ready',
  state_at: '2026-01-01T00:00:00.000Z',
  invite_url:
    'https://discord.com/oauth2/authorize?client_id=1002&scope=bot+applications.commands&permissions=8',
  servers: [],
  ...about,
});
const refused = (status: number, error: string, fields: object[] = []) =>
  json(status, { success: false, error, fields });
let lastServer = 0;
const server = (about: Partial<WhitelabelServer>): WhitelabelServer => ({
  id: String(++lastServer),
  name: 'Bakery',
  icon: null,
  serves: true,
  is_trusted: true,
  answered_by: 'this',
  panels_of_others: 0,
  has_main_bot: true,
  ...about,
});
type Answers = Record<string, (request: SeenRequest) => Response | Promise<Response>>;

afterEach(() => vi.useRealTimers());

/** Opens the page with a bot, without one (null), or where the API refuses. */
function open(found: WhitelabelBot | null | Response, answers: Answers = {}) {
  vi.stubGlobal('scrollTo', () => undefined);
  storeSession({
    token: 't',
    user_data: { id: '9', username: 'nelly', avatar: '', admin: false },
    guilds: [],
  });
  const state = { bot: found, errors: [] as { message: string; time: string }[] };
  const seen = answerWith((request) => {
    const key = `${request.method} ${request.url.pathname.replace('/user/whitelabel/', '')}`;
    const answer = answers[key];
    if (answer) return answer(request);
    if (key === 'GET errors')
      return state.bot instanceof Response
        ? state.bot.clone()
        : json(200, { success: true, errors: state.errors });
    if (key === 'GET ')
      return state.bot instanceof Response
        ? state.bot.clone()
        : state.bot
          ? json(200, state.bot)
          : refused(404, 'No bot found');
    return json(200, { success: true });
  });
  const queryClient = createQueryClient();
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: ['/whitelabel'] }));
  const rendered = renderApp(<RouterProvider router={router} />, queryClient);
  const asked = (method: string, below: string) =>
    seen.filter(
      (request) => request.method === method && request.url.pathname === `/user/whitelabel/${below}`,
    );
  return { ...rendered, state, asked };
}
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const texts = () => readToasts().map(({ text }) => text);

test('without a bot its token is asked for, in plain text, and nothing is said to have failed', async () => {
  const { asked } = open(null);
  expect(await screen.findByRole('heading', { name: 'Bot Token' })).toBeTruthy();
  const box = screen.getByLabelText<HTMLInputElement>(/^Token/);
  expect([box.type, asked('GET', '').length]).toEqual(['text', 1]);
  expect(screen.getByText(/You cannot view the token here after/)).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Error Log' })).toBeNull();
  expect(texts()).toEqual([]);
});

test('a token that is refused is told at its field and stays; one that is accepted is forgotten', async () => {
  const answers: Answers = {
    'POST ': () => refused(400, 'Invalid token', [{ path: 'token', message: 'Invalid token' }]),
  };
  const { user, state, asked } = open(null, answers);
  await user.type(await screen.findByLabelText(/^Token/), 'abc');
  await user.click(await button('Submit'));
  const box = screen.getByLabelText<HTMLInputElement>(/^Token/);
  await waitFor(() => expect(box.getAttribute('aria-invalid')).toBe('true'));
  const [problem] = (box.getAttribute('aria-describedby') ?? '').split(' ');
  expect(document.getElementById(problem ?? '')?.textContent).toBe('Invalid token');
  expect([box.value, texts()]).toEqual(['abc', ['Invalid token']]);
  expect(asked('POST', '')[0]?.body).toEqual({ token: 'abc' });
  answers['POST '] = () => {
    state.bot = bot();
    return json(200, { success: true, bot: { id: '1002', name: 'Bakery Desk' }, username: 'bakery-desk' });
  };
  await user.click(await button('Submit'));
  expect(await screen.findByRole('heading', { name: 'Manage Bot' })).toBeTruthy();
  expect(texts()).toContain('Started Tickets whitelabel on Bakery Desk');
  expect(document.body.innerHTML).not.toContain('abc');
});

test('where premium does not cover it, the page is left for the one about premium', async () => {
  const replace = vi.fn();
  vi.stubGlobal('location', { ...location, replace });
  open(refused(402, 'You must have the whitelabel premium tier'));
  await waitFor(() => expect(replace).toHaveBeenCalledWith('http://localhost:3000/premium'));
  expect(texts()).toEqual([]);
});

test('a load that fails says why and can be tried again', async () => {
  const { state, user } = open(refused(400, 'Something broke'));
  expect(await screen.findByText('Something broke')).toBeTruthy();
  state.bot = bot();
  await user.click(await button('Try again'));
  expect(await screen.findByRole('heading', { name: 'Manage Bot' })).toBeTruthy();
});

test('the invite link is shown when it is asked for, to be opened or copied', async () => {
  const { user } = open(bot());
  await user.click(await button('Generate Invite Link'));
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Open' });
  expect(link.href).toBe(bot().invite_url);
  expect(document.activeElement).toBe(link);
});

test.each([
  ['token_refused', 'Discord does not accept the token any more, so your bot is offline.'],
  ['intents_refused', 'Discord does not let your bot in, because it lacks intents.'],
] as const)('%s is said with what to do, and where', async (state, said) => {
  open(bot({ state }));
  expect(await screen.findByText(said)).toBeTruthy();
  expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Open the page' }).href).toBe(
    'https://discord.com/developers/applications/1002/bot',
  );
});

test('a token whose key is lost is asked for again', async () => {
  open(bot({ state: 'token_lost' }));
  expect(await screen.findByText('Press “New Token” and enter the token again.')).toBeTruthy();
});

test('its servers are listed, with who answers there', async () => {
  open(
    bot({
      servers: [
        server({ name: 'Bakery', panels_of_others: 2 }),
        server({ name: 'Mill', serves: false, answered_by: 'shared' }),
        server({ name: 'Pier' }),
        server({ name: 'Quay', serves: false, answered_by: 'none', has_main_bot: false }),
        server({ name: 'Wharf', is_trusted: false, serves: false, answered_by: 'shared' }),
      ],
    }),
  );
  const list = await screen.findByRole('list', { name: 'Servers that your bot is in' });
  const [bakery, mill, pier, quay, wharf] = within(list).getAllByRole('listitem');
  expect(bakery?.textContent).toMatch(/Bakery.*Answers here.*2 panels are still messages of another bot/);
  expect(mill?.textContent).toMatch(/Mill.*The shared bot answers here$/);
  expect(pier?.textContent).toMatch(/Answers here.*so you can remove it/);
  expect(quay?.textContent).toMatch(/No bot answers here$/);
  expect(wharf?.textContent).toMatch(
    /shared bot answers here.*does nothing here, because you do not administer/,
  );
});

test('a status is sent as it was chosen, and shown as members see it', async () => {
  const { user, asked } = open(bot());
  const type = await screen.findByLabelText<HTMLSelectElement>('Status Type');
  expect([...type.options].map(({ value, label }) => [value, label])).toEqual([
    ['0', 'Playing'],
    ['2', 'Listening'],
    ['3', 'Watching'],
    ['4', 'Custom'],
    ['5', 'Competing'],
  ]);
  const preview = screen.getByRole('figure');
  expect(preview.textContent).toContain('Listening to /help');
  await user.type(screen.getByLabelText('Status Text'), 'the oven');
  expect(preview.textContent).toContain('Playing the oven');
  expect(screen.queryByRole('button', { name: 'Clear Status' })).toBeNull();
  await user.selectOptions(type, 'Watching');
  expect(preview.textContent).toContain('Watching the oven');
  await user.click(await button('Submit'));
  await waitFor(() => expect(texts()).toEqual(['Updated status successfully']));
  expect(asked('POST', 'status')[0]?.body).toEqual({ status: 'the oven', status_type: '3' });
  await user.click(await button('Clear Status'));
  await waitFor(() => expect(texts()).toContain('Deleted status successfully'));
  expect(asked('DELETE', 'status')).toHaveLength(1);
  expect(screen.getByLabelText<HTMLInputElement>('Status Text').value).toBe('');
  expect(screen.queryByRole('button', { name: 'Clear Status' })).toBeNull();
});

test('how a status of playing is taken back is said beside it', async () => {
  const { user } = open(bot({ status: 'the oven', status_type: 0 }));
  expect(await screen.findByText(/choose another type, then press “Clear Status”/)).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Status Type'), 'Watching');
  expect(await button('Clear Status')).toBeTruthy();
});

test.each(['  ', 'a'.repeat(256)])(
  'a status that is empty or too long is told at its field, and not sent',
  async (status) => {
    const { user, asked } = open(bot());
    const box = await screen.findByLabelText<HTMLInputElement>('Status Text');
    await user.click(box);
    await user.paste(status);
    await user.click(await button('Submit'));
    await waitFor(() => expect(box.getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByText('Enter a status of 1 to 255 characters.')).toBeTruthy();
    await user.clear(box);
    await user.paste('the oven');
    expect(box.getAttribute('aria-invalid')).toBeNull();
    await user.click(await button('Submit'));
    await waitFor(() => expect(asked('POST', 'status').map(({ body }) => body)).toHaveLength(1));
    expect(asked('POST', 'status')[0]?.body).toMatchObject({ status: 'the oven' });
  },
);

test('the status is shown as of a bot that is offline while it is not online', async () => {
  open(bot({ state: 'token_refused' }));
  const figure = await screen.findByRole('figure');
  const dot = () => figure.querySelector('[class*="offline"]');
  expect(dot()).toBeTruthy();
});

test.each(['Submit', 'Clear Status'])('%s too fast is told by the general text', async (name) => {
  const tooFast = () => refused(429, 'You are being ratelimited');
  const { user } = open(bot({ status: 'the oven', status_type: 3 }), {
    'POST status': tooFast,
    'DELETE status': tooFast,
  });
  await user.click(await button(name));
  await waitFor(() =>
    expect(texts()).toEqual(["You're doing that too fast: please wait a few seconds and try again"]),
  );
  expect(screen.getByLabelText<HTMLInputElement>('Status Text').value).toBe('the oven');
});

test('commands are created by an empty call, which is given up after 20 seconds', async () => {
  const answers: Answers = {};
  const { user, asked } = open(bot(), answers);
  await user.click(await button('Re-create Slash Commands'));
  await waitFor(() =>
    expect(texts()).toEqual([
      'Slash commands have been created. Please note, they may take a few minutes before they are visible.',
    ]),
  );
  expect(asked('POST', 'create-interactions')[0]?.body).toBeNull();
  // The browser's own clock ends the call.
  const end = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(end.signal);
  answers['POST create-interactions'] = () =>
    new Promise((_, reject) =>
      end.signal.addEventListener('abort', () => reject(new DOMException('late', 'TimeoutError'))),
    );
  await user.click(await button('Re-create Slash Commands'));
  expect(timeout).toHaveBeenCalledWith(20_000);
  end.abort();
  await waitFor(() => expect(texts().at(-1)).toMatch(/did not answer within 20 seconds/));
});

test('a new token is entered without disabling the bot', async () => {
  const { user, asked } = open(bot(), {
    'POST ': () => json(200, { success: true, bot: { id: '1002', name: 'Bakery Desk' }, username: 'b' }),
  });
  await user.click(await button('New Token'));
  const dialog = await screen.findByRole('dialog', { name: 'A new token for Bakery Desk' });
  await user.type(within(dialog).getByLabelText(/^Token/), ' new.token.here ');
  await user.click(within(dialog).getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked('POST', '')[0]?.body).toEqual({ token: 'new.token.here' });
  expect(asked('DELETE', '')).toEqual([]);
});

test('the error log has what happened and when, with addresses that can be pressed', async () => {
  const { state } = open(bot(), {
    'GET errors': () =>
      json(200, {
        success: true,
        errors: [
          {
            message: 'Refused. Open https://discord.com/developers/applications/1002/bot, and reset it.',
            time: '2026-01-01T00:00:00.000Z',
          },
        ],
      }),
  });
  const table = await screen.findByRole('table');
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Error', 'Time']);
  expect((await within(table).findByRole<HTMLAnchorElement>('link')).href).toBe(
    'https://discord.com/developers/applications/1002/bot',
  );
  state.bot = null;
});

test('where Discord is simulated, the addresses in the error log lead to its portal', async () => {
  open(bot(), {
    'GET errors': () =>
      json(200, {
        success: true,
        errors: [
          {
            message: 'Refused. Open https://discord.com/developers/applications/1002/bot, and reset it.',
            time: '2026-01-01T00:00:00.000Z',
          },
        ],
      }),
  });
  act(() => void setConfig({ ...testConfig, simulator_url: 'http://localhost:9' }));
  const link = await within(await screen.findByRole('table')).findByRole<HTMLAnchorElement>('link');
  expect([link.href, link.textContent]).toEqual(['http://localhost:9/developers', 'localhost:9/developers']);
});

test('disabling is asked once, and leads back to the token', async () => {
  const answers: Answers = {};
  const { user, state, asked } = open(bot(), answers);
  answers['DELETE '] = () => {
    state.bot = null;
    return new Response(null, { status: 204 });
  };
  await user.click(await button('Disable Whitelabel'));
  const dialog = await screen.findByRole('dialog', { name: 'Disable Whitelabel?' });
  await user.click(within(dialog).getByRole('button', { name: 'Disable Whitelabel' }));
  expect(await screen.findByRole('heading', { name: 'Bot Token' })).toBeTruthy();
  expect(texts()).toEqual(['Whitelabel has been disabled']);
  expect(asked('DELETE', '')).toHaveLength(1);
});
