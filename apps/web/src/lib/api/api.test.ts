// @vitest-environment jsdom

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answerWith, json } from '../../test/fetch-stub.ts';
import { testConfig } from '../../test/render.tsx';
import { setConfig } from '../page/config.ts';
import { ApiError, call } from './api.ts';

const guild_id = '508392876359680000';

beforeEach(() => {
  setConfig({ ...testConfig, api_url: 'http://api.test' });
  localStorage.setItem('token', 'raw-token');
});

describe('a call', () => {
  it('goes to the configured base with the raw token and the header of the product', async () => {
    const seen = answerWith(() => json(200, { id: guild_id, name: 'Aurora', icon: '' }));
    await call('guild.get', { params: { guild_id } });
    expect(seen[0]?.url.href).toBe(`http://api.test/api/${guild_id}/guild`);
    expect(seen[0]?.headers.get('authorization')).toBe('raw-token');
    expect(seen[0]?.headers.get('x-tickets')).toBe('true');
  });

  it('without a body sends none', async () => {
    const seen = answerWith(() => new Response(null, { status: 204 }));
    await expect(call('session.logout')).resolves.toBeUndefined();
    expect(seen[0]?.body).toBeNull();
    expect(seen[0]?.headers.has('content-type')).toBe(false);
  });

  it('leaves out query keys without a value', async () => {
    const seen = answerWith(() => json(200, []));
    await call('guild.channels', { params: { guild_id }, query: { refresh: undefined } });
    expect(seen[0]?.url.search).toBe('');
  });

  it('hands back a refusal with status, text, code and field problems', async () => {
    answerWith(() =>
      json(400, {
        success: false,
        error: 'Some of what was sent is not valid',
        code: 'request.invalid',
        fields: [{ path: 'title', message: 'Write a title.' }],
      }),
    );
    const error = await call('guild.get', { params: { guild_id } }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 400,
      message: 'Some of what was sent is not valid',
      code: 'request.invalid',
      fields: [{ path: 'title', message: 'Write a title.' }],
    });
  });

  it('has words for an answer without any', async () => {
    answerWith(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await expect(call('guild.get', { params: { guild_id } })).rejects.toThrow('status 502');
  });

  it('has words for no answer at all', async () => {
    answerWith(() => Promise.reject(new TypeError('fetch failed')));
    await expect(call('guild.get', { params: { guild_id } })).rejects.toThrow(
      'The server cannot be reached.',
    );
  });

  it('hands back a 401 where that is an answer about the call', async () => {
    answerWith(() => json(401, { success: false, error: 'Your session has ended. Sign in again.' }));
    await expect(call('session.logout', undefined, { signInOn401: false })).rejects.toMatchObject({
      status: 401,
    });
  });

  it('that nobody waits for any more rejects as given up, not as a failure', async () => {
    const abort = new AbortController();
    answerWith(() => Promise.reject(new DOMException('given up', 'AbortError')));
    abort.abort();
    const error = await call('guild.get', { params: { guild_id } }, { signal: abort.signal }).catch(
      (e: unknown) => e,
    );
    expect(error).not.toBeInstanceOf(ApiError);
  });
});

it('an ended session goes to the consent screen with the path one was on', async () => {
  const assign = vi.fn();
  vi.stubGlobal('location', {
    ...window.location,
    origin: 'http://localhost:3000',
    pathname: '/manage/1/blacklist',
    search: '',
    hash: '',
    assign,
  });
  answerWith(() => json(401, { success: false, error: 'Your session has ended. Sign in again.' }));
  void call('guild.get', { params: { guild_id } });
  await vi.waitFor(() => expect(assign).toHaveBeenCalledOnce());
  expect(new URL(assign.mock.calls[0]?.[0]).searchParams.get('state')).toBe(btoa('/manage/1/blacklist'));
});
