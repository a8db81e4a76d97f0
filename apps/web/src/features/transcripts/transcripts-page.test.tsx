import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readToasts } from '../../lib/page/toast.ts';
import { FakeSocket } from '../../test/fake-socket.ts';
import { json, type SeenRequest } from '../../test/fetch-stub.ts';
import { openServerPage } from '../../test/server-page.tsx';

const pageOf = ({ body }: SeenRequest) =>
  typeof body === 'object' && body !== null && 'page' in body ? Number(body.page) : 0;

/** 40 closed tickets, 40 down to 1. */
function rows(page: number) {
  return Array.from({ length: 15 }, (_, index) => 40 - (page - 1) * 15 - index)
    .filter((ticket_id) => ticket_id > 0)
    .map((ticket_id) => ({
      ticket_id,
      username: 'ann',
      user_id: '5',
      opener: { id: '5', username: 'ann', global_name: null, avatar: '', bot: false },
      panel_id: 3,
      closed_at: '2026-03-01T10:00:00.000Z',
      closer: null,
      close_source: null,
      close_reason: null,
      closed_by: null,
      rating: ticket_id % 2 ? 4 : null,
      has_transcript: ticket_id !== 40,
    }));
}

const sage = { id: '7', username: 'sage', global_name: 'Sage', avatar: '', bot: false };

function open(
  address = 'transcripts',
  list = (request: SeenRequest): Response | Promise<Response> => json(200, rows(pageOf(request))),
) {
  const answers = {
    'GET panels': () => json(200, [{ panel_id: 3, title: 'Billing' }]),
    'GET people': () => json(200, [{ ...sage, id: '7' }]),
    'GET members/search': () => json(200, [{ user: sage, nick: null, roles: [] }]),
    'POST transcripts': list,
  };
  return { ...openServerPage(address, answers), answers };
}

beforeEach(() => {
  FakeSocket.forget();
  vi.stubGlobal('WebSocket', FakeSocket);
});

const next = () => screen.getByRole('button', { name: 'Next page' });

describe('transcripts page', () => {
  test('rows say their rating and reason, and only those with a transcript have a link to it', async () => {
    open();
    expect(await screen.findByRole('link', { name: 'View the transcript of ticket 39' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'View the transcript of ticket 40' })).toBeNull();
    expect(screen.getAllByText('4 stars').length).toBeGreaterThan(0);
    expect(screen.getAllByText('No rating').length).toBeGreaterThan(0);
    expect(screen.getAllByText('No reason specified')).toHaveLength(15);
  });

  test('an unknown opener gets the name once the server has learned it', async () => {
    const { answers } = open();
    answers['POST transcripts'] = () => json(200, [{ ...rows(1)[0], username: 'Unknown User' }]);
    expect(await screen.findByText('Unknown User')).toBeTruthy();
    answers['POST transcripts'] = () => json(200, rows(1).slice(0, 1));
    await waitFor(() => expect(FakeSocket.opened).toHaveLength(1));
    FakeSocket.opened[0]?.receive({ type: 'names_learned' });
    expect(await screen.findByText('ann')).toBeTruthy();
  });

  test('a request in flight takes no further press, and the page changes when the rows are there', async () => {
    const { user, answers, asked } = open();
    await screen.findByRole('link', { name: 'View the transcript of ticket 39' });
    let arrive = (_: Response) => {};
    answers['POST transcripts'] = () => new Promise<Response>((resolve) => (arrive = resolve));
    await user.click(next());
    await user.click(next());
    await user.click(next());
    expect(screen.getByText('Page 1')).toBeTruthy();
    arrive(json(200, rows(2)));
    expect(await screen.findByText('Page 2')).toBeTruthy();
    expect(asked('POST', 'transcripts').map(pageOf)).toEqual([1, 2]);
  });

  test('a page that fails leaves the number as it is and says why', async () => {
    const { user, answers } = open();
    await screen.findByRole('link', { name: 'View the transcript of ticket 39' });
    answers['POST transcripts'] = () => json(400, { success: false, error: 'Not now' });
    await user.click(next());
    await waitFor(() => expect(readToasts().map(({ text }) => text)).toEqual(['Not now']));
    expect(screen.getByText('Page 1')).toBeTruthy();
  });

  test('the last page is where the rows run out', async () => {
    const { user } = open();
    await screen.findByRole('link', { name: 'View the transcript of ticket 39' });
    await user.click(next());
    await screen.findByText('Page 2');
    await user.click(next());
    await screen.findByText('Page 3');
    expect(next().hasAttribute('disabled')).toBe(true);
  });

  test('a page past the last one leads to the first, and speaks of no filter', async () => {
    const none = (_: SeenRequest) =>
      new Response('[]', {
        headers: { 'content-type': 'application/json', 'x-total-count': '40' },
      });
    const { user, answers } = open('transcripts?page=9', none);
    expect(await screen.findByText('Nothing on page 9')).toBeTruthy();
    expect(screen.queryByText('No closed ticket matches')).toBeNull();
    answers['POST transcripts'] = (request) => json(200, rows(pageOf(request)));
    await user.click(screen.getByRole('button', { name: 'Go to page 1' }));
    expect(await screen.findByRole('link', { name: 'View the transcript of ticket 39' })).toBeTruthy();
  });

  test('a row that does not tell who opened it is listed by the name', async () => {
    open('transcripts', () => json(200, [{ ...rows(1)[1], opener: undefined }]));
    expect(await screen.findByText('ann')).toBeTruthy();
  });

  test('Filter sends what is filled in, from the first page', async () => {
    const { user, asked, router } = open();
    await user.type(await screen.findByLabelText('Username'), 'ann');
    await user.selectOptions(screen.getByLabelText('Rating'), '5 stars');
    await user.click(screen.getByRole('button', { name: 'Filter' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ username: 'ann', rating: '5' }));
    expect(asked('POST', 'transcripts').at(-1)?.body).toEqual({ username: 'ann', rating: '5', page: 1 });
  });

  test('a page is turned from the rows that are seen, so none is passed over when others are closed meanwhile', async () => {
    const { user, asked, router } = open();
    await screen.findByRole('link', { name: 'View the transcript of ticket 39' });
    await user.click(next());
    await screen.findByText('Page 2');
    expect(asked('POST', 'transcripts').at(-1)?.body).toEqual({ page: 2, from: 25 });
    expect(router.state.location.search).toEqual({ page: '2', from: '25' });
    await user.click(next());
    await screen.findByText('Page 3');
    await user.click(screen.getByRole('button', { name: 'Previous page' }));
    await screen.findByText('Page 2');
    expect(asked('POST', 'transcripts').at(-1)?.body).toEqual({ page: 2, ends_before: 10 });
    expect(router.state.location.search).toEqual({ page: '2', from: '25' });
  });

  describe('the search line', () => {
    const line = () => screen.findByRole('combobox', { name: 'Search the closed tickets' });

    test('offers people by name, and what was chosen is a chip that stands in the address', async () => {
      const { user, router } = open();
      await user.type(await line(), 'sag');
      await user.click(await screen.findByRole('option', { name: /Claimed by Sage/ }));
      await waitFor(() => expect(router.state.location.search).toEqual({ claimed_by_id: '7' }));
      const chip = await screen.findByRole('button', { name: 'Remove the filter “Claimed by Sage”' });
      await user.click(chip);
      await waitFor(() => expect(router.state.location.search).toEqual({}));
    });

    test('Enter looks for the words, and Backspace takes the last filter back', async () => {
      const { user, asked, router } = open();
      await user.type(await line(), 'late parcel{Enter}');
      await waitFor(() => expect(router.state.location.search).toEqual({ text: 'late parcel' }));
      expect(asked('POST', 'transcripts').at(-1)?.body).toEqual({ text: 'late parcel', page: 1 });
      await user.type(await line(), '{Backspace}');
      await waitFor(() => expect(router.state.location.search).toEqual({}));
    });

    test('takes days, panels, ratings and numbers', async () => {
      const { user } = open();
      const offered = async (text: string) => {
        const box = await line();
        await user.clear(box);
        await user.type(box, text);
        return (
          await within(await screen.findByRole('listbox', { name: 'Filters' })).findAllByRole('option')
        ).map(({ textContent }) => textContent);
      };
      expect(await offered('2026-03-01')).toEqual([
        'Closed on Mar 1, 2026 or later',
        'Closed on Mar 1, 2026 or earlier',
      ]);
      expect(await offered('bill')).toContain('Panel Billing');
      expect(await offered('5')).toEqual(expect.arrayContaining(['Ticket 5', '5 stars']));
      expect((await offered('2026-02-31'))[0]).toContain('Says “2026-02-31”');
    });
  });
});

test('to point at the link of a transcript is not to read it', async () => {
  const { router, asked } = open();
  await screen.findByRole('link', { name: 'View the transcript of ticket 39' });
  await router.preloadRoute({
    to: '/manage/$guildId/transcripts/view/$ticketId',
    params: { guildId: '1', ticketId: '39' },
  });
  expect(asked('GET', 'transcripts/39/render')).toEqual([]);
});

test('a transcript knows the list that it was opened from', async () => {
  const { user } = open();
  await screen.findByRole('link', { name: 'View the transcript of ticket 39' });
  await user.click(next());
  const link = await screen.findByRole('link', { name: 'View the transcript of ticket 24' });
  expect(link.getAttribute('href')).toBe('/manage/1/transcripts/view/24?page=2&from=25');
});
