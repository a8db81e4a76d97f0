import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { json } from '../../../test/fetch-stub.ts';
import { sampleList, sampleSummary } from '../../../test/sample-ticket.ts';
import { openServerPage } from '../../../test/server-page.tsx';
import { ticketKeys } from '../tickets.queries.ts';
import { readAlertChoice, storeAlertChoice } from './alert-choice.ts';
import { markFavicon } from './favicon.ts';
import { inOneWindow } from './one-window.ts';
import { waitingForMe } from './use-alerts.ts';

describe('what waits for somebody', () => {
  test('is what they claimed and what nobody claimed, as long as it waits', () => {
    const list = sampleList({
      tickets: [
        sampleSummary(1, { claimed_by: '9' }),
        sampleSummary(2),
        sampleSummary(3, { claimed_by: '8' }),
        sampleSummary(4, { waiting_since: null }),
        sampleSummary(5),
      ],
    });
    expect(waitingForMe(list, [1, 2, 3, 4]).map(({ id }) => id)).toEqual([1, 2]);
  });
});

describe('the icon of the tab', () => {
  const icon = () => document.head.querySelector<HTMLLinkElement>('link[rel="icon"]')!; // put there below
  beforeEach(() => {
    document.head.innerHTML = '<link rel="icon" href="/favicon.svg">';
    vi.stubGlobal('fetch', async () => new Response('<svg viewBox="0 0 32 32"></svg>'));
  });

  test('shows how many tickets wait, and nothing once none does', async () => {
    const unmark = markFavicon(3);
    await waitFor(() => expect(decodeURIComponent(icon().href)).toContain('>3</text></svg>'));
    unmark();
    expect(new URL(icon().href).pathname).toBe('/favicon.svg');
    markFavicon(0);
    expect(new URL(icon().href).pathname).toBe('/favicon.svg');
  });

  test('shows a number of two digits as a dot', async () => {
    markFavicon(12);
    await waitFor(() => expect(icon().href).toContain('data:image/svg'));
    expect(decodeURIComponent(icon().href)).not.toContain('<text');
  });
});

describe('how somebody is told', () => {
  test('is nothing until they choose it, and unreadable storage is no choice', () => {
    expect(readAlertChoice()).toEqual({ sound: false, notification: false });
    localStorage.setItem('ticket_alerts', '{');
    expect(readAlertChoice()).toEqual({ sound: false, notification: false });
    storeAlertChoice({ sound: true });
    expect(readAlertChoice()).toEqual({ sound: true, notification: false });
  });

  test('happens in one window of those that ask under the same name', async () => {
    const held = new Set<string>();
    const request = async (name: string, _: object, run: (lock: object | null) => unknown) => {
      const isFree = !held.has(name);
      held.add(name);
      await run(isFree ? {} : null);
    };
    vi.stubGlobal('navigator', { ...navigator, locks: { request } });
    vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    const told: number[] = [];
    void inOneWindow('a', () => told.push(1));
    void inOneWindow('a', () => told.push(2));
    void inOneWindow('b', () => told.push(3));
    await waitFor(() => expect(told).toEqual([1, 3]));
  });
});

describe('on every page of a server', () => {
  async function open() {
    vi.stubGlobal(
      'WebSocket',
      class extends EventTarget {
        close() {}
        send() {}
      },
    );
    const shown: { title: string; body?: string | undefined }[] = [];
    class Shown {
      static permission = 'granted';
      constructor(title: string, options: NotificationOptions) {
        shown.push({ title, body: options.body });
      }
      close() {}
    }
    vi.stubGlobal('Notification', Shown);
    let waiting = [4];
    const user = { id: '7', username: 'mia', global_name: 'Mia', avatar: '', bot: false };
    const said = { id: '50', author_id: '7', text: 'Where is it?', files: 0 };
    const page = openServerPage('blacklist', {
      'GET blacklist': () => json(200, { users: [], roles: [], page_limit: 30 }),
      'GET roles': () => json(200, { success: true, roles: [] }),
      'GET tickets/waiting': () => json(200, { success: true, waiting }),
      'GET tickets': () =>
        json(
          200,
          sampleList({
            tickets: [sampleSummary(4), sampleSummary(5, { last_message: said })],
            resolved_users: { 7: user },
          }),
        ),
    });
    await screen.findByRole('heading', { name: 'Blacklist', level: 1 });
    const begin = async (ids: number[]) => {
      waiting = ids;
      await act(() => page.queryClient.invalidateQueries({ queryKey: ticketKeys.all('1') }));
    };
    return { ...page, shown, begin };
  }

  test('the sidebar says how many tickets wait', async () => {
    await open();
    expect(await screen.findByTitle('1 ticket waits for an answer')).toBeTruthy();
    // On phones the sidebar is behind this button, whose name stays as it is.
    expect(screen.getByRole('button', { name: 'Menu' }).textContent).toBe('Menu1');
  });

  test('who wants it is notified of a ticket that begins to wait, and of none that waited before', async () => {
    storeAlertChoice({ notification: true });
    const { shown, begin } = await open();
    await screen.findByTitle('1 ticket waits for an answer');
    expect(shown).toEqual([]);
    await begin([4, 5]);
    await waitFor(() => expect(shown).toHaveLength(1), { timeout: 4000 });
    expect(shown[0]?.title).toContain('Mia');
    expect(shown[0]?.body).toContain('Where is it?');
  });

  test('who has not chosen it is not notified', async () => {
    const { shown, begin } = await open();
    await screen.findByTitle('1 ticket waits for an answer');
    await begin([4, 5]);
    await screen.findByTitle('2 tickets wait for an answer');
    expect(shown).toEqual([]);
  });
});
