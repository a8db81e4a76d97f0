// @vitest-environment jsdom

import type { FirstView, PageAnswer } from '@tickets/contract/platform/first-view';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { answerWith, json } from '../../test/fetch-stub.ts';
import { testConfig } from '../../test/render.tsx';
import { setConfig } from '../page/config.ts';
import { storeLevels } from '../session/levels.ts';
import { storeSession } from '../session/session.ts';
import { call, callWithHeaders } from './api.ts';
import { askAhead, beginFirstView, readFirstView, takeAnswer } from './first-view.ts';

const view: FirstView = {
  config: testConfig,
  guild_id: '1',
  level: 2,
  scripts: [],
  reads: ['/api/1/settings', '/api/1/channels'],
  long_reads: [],
};
const LEVEL = '/user/permissionlevel?guild=1';

function signIn(permission_level: 0 | 1 | 2 = 2, token = 't') {
  storeSession({
    token,
    user_data: { id: '9', username: 'nelly', avatar: '', admin: false },
    guilds: [{ id: '1', name: 'One', icon: '', permission_level }],
  });
}

/** Answers as the server does: reads that are requested together come as one line each. */
const answerAll = (status = 200, { without = '' } = {}) =>
  answerWith(({ url }) =>
    url.pathname === '/reads'
      ? new Response(
          linesOf(url)
            .filter((path) => path !== without)
            .map((path) => line(path, status))
            .join(''),
        )
      : json(status, { from: url.pathname }),
  );
const linesOf = ({ searchParams }: URL) => [...(searchParams.has('level') ? [LEVEL] : []), ...view.reads];
const line = (path: string, status: number) =>
  `${JSON.stringify({
    path,
    status,
    headers: { 'content-type': 'application/json', 'x-total-count': '7' },
    body: JSON.stringify({ from: path, together: true }),
  } satisfies PageAnswer)}\n`;
const addresses = (seen: { url: URL }[]) => seen.map(({ url }) => url.pathname + url.search);
const TOGETHER = '/reads?page=/manage/1/settings';

beforeEach(() => {
  setConfig(testConfig);
  history.replaceState(null, '', '/manage/1/settings');
});
afterEach(() => {
  delete window.begun;
});

test('what a page needs is fetched once, after its frame or when its code is there, whichever comes first', async () => {
  signIn();
  const seen = answerAll();
  const afterFrame = beginFirstView({ ...view, scripts: ['/assets/settings.js'] });
  expect(seen).toEqual([]);
  window.begun?.begin?.();
  afterFrame();
  expect(addresses(seen)).toEqual([`${TOGETHER}&level=true`]);
  const links = [...document.querySelectorAll('link[rel="modulepreload"]')];
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/assets/settings.js']);
  links.forEach((link) => void link.remove());
  expect((await takeAnswer('/api/1/channels', 't'))?.status).toBe(200);
});

describe('what is asked before the code is there', () => {
  it('is asked for by itself where it may be long', () => {
    signIn();
    const asked = answerAll();
    askAhead({ ...view, long_reads: ['/api/1/transcripts/7/render'] });
    expect(addresses(asked)).toEqual([`${TOGETHER}&level=true`, '/api/1/transcripts/7/render']);
  });

  it('is the level and what the page reads, as the person who is signed in', () => {
    signIn();
    const seen = answerAll();
    askAhead(view);
    expect(addresses(seen)).toEqual([`${TOGETHER}&level=true`]);
    for (const { headers } of seen)
      expect([headers.get('authorization'), headers.get('x-tickets')]).toEqual(['t', 'true']);
  });

  it('is nothing for somebody who is not signed in, or whose stored session is broken', () => {
    const seen = answerAll();
    askAhead(view);
    signIn();
    localStorage.removeItem('user_data');
    askAhead(view);
    expect(seen).toEqual([]);
  });

  it('is the level alone where the page may be above it', () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const seen = answerAll();
    signIn(1);
    askAhead(view);
    askAhead({ ...view, guild_id: '2' });
    localStorage.setItem('guilds', '{');
    askAhead(view);
    expect(addresses(seen)).toEqual([LEVEL, '/user/permissionlevel?guild=2', LEVEL]);
  });

  it('leaves the level out for a minute after it was told, and goes by it', () => {
    signIn(2);
    const seen = answerAll();
    storeLevels({ 1: { permission_level: 1, last_updated: 100_000 } });
    askAhead(view, 159_000);
    expect(seen).toEqual([]);
    askAhead({ ...view, level: 1 }, 159_000);
    expect(addresses(seen)).toEqual([TOGETHER]);
    askAhead(view, 160_000);
    expect(addresses(seen).slice(1)).toEqual([`${TOGETHER}&level=true`]);
  });
});

describe('an answer that was asked ahead', () => {
  it('is taken over once by the call that needs it', async () => {
    signIn();
    const seen = answerAll();
    askAhead(view);
    const settings = () => callWithHeaders('settings.get', { params: { guild_id: '1' } });
    const { data, headers } = await settings();
    expect([data, headers.get('x-total-count')]).toEqual([{ from: '/api/1/settings', together: true }, '7']);
    await settings();
    expect(addresses(seen)).toEqual([`${TOGETHER}&level=true`, '/api/1/settings']);
  });

  it('is there as soon as it is known, though others of its page are not', async () => {
    signIn();
    const sent = new TransformStream<Uint8Array, Uint8Array>();
    const lines = sent.writable.getWriter();
    answerWith(() => new Response(sent.readable));
    askAhead(view);
    const [settings, channels] = view.reads.map((path) => takeAnswer(path, 't'));
    const written = new TextEncoder().encode(line('/api/1/settings', 200) + line('/api/1/channels', 200));
    // Cut anywhere, also within a line.
    void lines.write(written.slice(0, 30));
    void lines.write(written.slice(30, -20));
    expect((await settings)?.status).toBe(200);
    expect(await Promise.race([channels, Promise.resolve('not yet')])).toBe('not yet');
    void lines.write(written.slice(-20));
    expect((await channels)?.status).toBe(200);
  });

  it('is asked for by itself where it does not come with the others', async () => {
    signIn();
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const seen = answerAll(200, { without: '/api/1/settings' });
    askAhead(view);
    expect(await call('settings.get', { params: { guild_id: '1' } })).toEqual({ from: '/api/1/settings' });
    expect(addresses(seen)).toEqual([`${TOGETHER}&level=true`, '/api/1/settings']);
    for (const broken of [() => json(429, {}), () => new Response('{'), () => new Response('{\n')]) {
      const asked = answerWith(({ url }) => (url.pathname === '/reads' ? broken() : json(200, {})));
      askAhead(view);
      expect((await takeAnswer('/api/1/channels', 't'))?.status).toBe(200);
      expect(addresses(asked)).toContain('/api/1/channels');
    }
  });

  it('is not for another person, and not for later', () => {
    signIn();
    answerAll();
    askAhead(view);
    expect(takeAnswer('/api/1/settings', 'other')).toBeUndefined();
    vi.spyOn(performance, 'now').mockReturnValue(10_001);
    expect(takeAnswer('/api/1/channels', 't')).toBeUndefined();
    vi.restoreAllMocks();
  });

  it('restarts the sign-in when it is a 401', async () => {
    signIn();
    const assign = vi.fn();
    vi.stubGlobal('location', { ...window.location, origin: 'http://localhost:3000', assign });
    answerAll(401);
    askAhead(view);
    void call('settings.get', { params: { guild_id: '1' } });
    await vi.waitFor(() => expect(assign).toHaveBeenCalledOnce());
    expect(assign.mock.calls[0]?.[0]).toContain(testConfig.authorize_url);
  });

  it('fails as any call does when the network is gone', async () => {
    signIn();
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    askAhead(view);
    await expect(call('settings.get', { params: { guild_id: '1' } })).rejects.toMatchObject({ status: 0 });
  });
});

describe('what the server wrote into the page', () => {
  afterEach(() => document.getElementById('first-view')?.remove());
  const write = (text: string) =>
    document.body.insertAdjacentHTML(
      'beforeend',
      `<script type="application/json" id="first-view">${text}</script>`,
    );

  it('is read, and is nothing where no server of ours sent it', () => {
    expect(readFirstView()).toBeUndefined();
    write('{}');
    expect(readFirstView()).toBeUndefined();
    document.getElementById('first-view')?.remove();
    write(JSON.stringify(view));
    expect(readFirstView()).toEqual(view);
  });
});
