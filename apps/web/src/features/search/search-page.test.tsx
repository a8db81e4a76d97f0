import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { json, type SeenRequest } from '../../test/fetch-stub.ts';
import { foundResult } from '../../test/found-result.ts';
import { openServerPage } from '../../test/server-page.tsx';

const q = ({ url }: SeenRequest) => url.searchParams.get('q');
const line = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Search in tickets' });

function open(path: string, find: (request: SeenRequest) => Response | Promise<Response>) {
  return openServerPage(path, {
    'GET search': find,
    'GET panels': () => json(200, [{ panel_id: 1, title: 'Lost parcels' }]),
    'GET members/search': () =>
      json(200, [
        {
          user: { id: '5', username: 'mia', global_name: 'Mia', avatar: '', bot: false },
          nick: null,
          roles: [],
        },
      ]),
  });
}

test('what is typed is asked for once it stays, stands in the address, and is marked in what is found', async () => {
  const { user, router, asked } = open('search', () => json(200, { results: [foundResult()], cursor: null }));
  await user.type(await line(), 'parcel');
  const hit = await screen.findByRole('link', { name: /my lost parcel/ });
  expect(within(hit).getByText('parcel').tagName).toBe('MARK');
  expect(hit.getAttribute('href')).toBe('/manage/1/transcripts/view/7#m-70');
  expect(asked('GET', 'search').map(q)).toEqual(['parcel']);
  expect(asked('GET', 'search')[0]?.url.searchParams.get('tz')).toBeTruthy();
  await waitFor(() => expect(router.state.location.href).toBe('/manage/1/search?q=parcel'));
});

test('an address brings its search, and open tickets open where one answers', async () => {
  const results = [
    foundResult({ status: 'open', message_id: '71' }),
    foundResult({
      ticket_id: 6,
      has_transcript: false,
      source: 'close_reason',
      message_id: null,
      author: null,
    }),
  ];
  open('search?q=parcel', () => json(200, { results, cursor: null }));
  expect((await line()).value).toBe('parcel');
  await screen.findByRole('heading', { name: /Ticket #7/ });
  expect(screen.getAllByRole('link', { name: /parcel/ }).map((link) => link.getAttribute('href'))).toEqual([
    '/manage/1/tickets/view/7#m-71',
    '/manage/1/transcripts?id=6',
  ]);
});

test('the latest search is shown, whichever answer comes last', async () => {
  let slow: (response: Response) => void = () => undefined;
  const { user, asked } = open('search', (request) =>
    q(request) === 'old'
      ? new Promise((resolve) => {
          slow = resolve;
        })
      : json(200, { results: [foundResult({ ticket_id: 9 })], cursor: null }),
  );
  const box = await line();
  await user.type(box, 'old');
  await waitFor(() => expect(asked('GET', 'search').map(q)).toEqual(['old']));
  await user.clear(box);
  await user.type(box, 'new');
  await screen.findByRole('heading', { name: /Ticket #9/ });
  slow(json(200, { results: [foundResult({ ticket_id: 8 })], cursor: null }));
  await Promise.resolve();
  expect(screen.queryByRole('heading', { name: /Ticket #8/ })).toBeNull();
});

test('what was found before the line was emptied does not come back while something else is looked for', async () => {
  const { user, asked } = open('search', (request) =>
    q(request) === 'old'
      ? json(200, { results: [foundResult({ ticket_id: 8 })], cursor: null })
      : new Promise(() => undefined),
  );
  const box = await line();
  await user.type(box, 'old');
  await screen.findByRole('heading', { name: /Ticket #8/ });
  await user.clear(box);
  await waitFor(() => expect(screen.queryByRole('heading', { name: /Ticket #8/ })).toBeNull());
  await user.type(box, 'new');
  await waitFor(() => expect(asked('GET', 'search').map(q)).toEqual(['old', 'new']));
  expect(screen.queryByRole('heading', { name: /Ticket #8/ })).toBeNull();
});

test('what is wrong is told at the line', async () => {
  const message = 'before: takes a date such as 2026-03-01.';
  const { user } = open('search', () =>
    json(400, { success: false, error: message, code: 'search.date', fields: [{ path: 'q', message }] }),
  );
  const box = await line();
  await user.type(box, 'before:soon');
  await screen.findByText(message);
  expect(box.getAttribute('aria-invalid')).toBe('true');
});

test('people and panels are offered while their names are written', async () => {
  const { user } = open('search', () => json(200, { results: [], cursor: null }));
  const box = await line();
  await user.type(box, 'panel:los');
  await user.click(await screen.findByRole('option', { name: 'Lost parcels' }));
  expect(box.value).toBe('panel:"Lost parcels" ');
  await user.type(box, 'from:mi');
  await screen.findByRole('option', { name: /^mia/ });
  await user.keyboard('{Enter}');
  expect(box.value).toBe('panel:"Lost parcels" from:mia ');
  await screen.findByText('Nothing found');
});

test('more is fetched from where the page ended', async () => {
  const { user, asked } = open('search?q=parcel', ({ url }) =>
    url.searchParams.get('cursor')
      ? json(200, { results: [foundResult({ ticket_id: 3, message_id: '30' })], cursor: null })
      : json(200, { results: [foundResult()], cursor: '7.message.70' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  await screen.findByRole('heading', { name: /Ticket #3/ });
  expect(asked('GET', 'search').map(({ url }) => url.searchParams.get('cursor'))).toEqual([
    null,
    '7.message.70',
  ]);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('an operator of the help is inserted', async () => {
  const { user } = open('search', () => json(200, { results: [], cursor: null }));
  await user.click(await screen.findByRole('button', { name: 'Insert has:file' }));
  expect((await line()).value).toBe('has:file ');
});
