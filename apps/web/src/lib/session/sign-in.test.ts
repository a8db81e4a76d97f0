// @vitest-environment jsdom

import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { testConfig } from '../../test/render.tsx';
import { setConfig } from '../page/config.ts';
import { encodeBase64 } from './base64.ts';
import { takeSignInVerifier } from './pkce.ts';
import { authorizeUrl, returnPath } from './sign-in.ts';

beforeEach(() => {
  setConfig(testConfig);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

describe('the address of the consent screen', () => {
  it('names the application, the way back, the scopes and the path that was asked for', async () => {
    const url = new URL(await authorizeUrl('/manage/1/tags?page=2'));
    expect(url.origin + url.pathname).toBe('http://discord.test/oauth2/authorize');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: '1000',
      redirect_uri: 'http://localhost:3000/callback',
      scope: 'identify guilds',
      state: btoa('/manage/1/tags?page=2'),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
  });

  it('carries a path that is not plain ASCII and back', async () => {
    expect(returnPath(new URL(await authorizeUrl('/manage/1/tags?q=hällo')).searchParams.get('state'))).toBe(
      '/manage/1/tags?q=h%C3%A4llo',
    );
  });
});

describe('the secret of a sign-in', () => {
  const challenge = async () => new URL(await authorizeUrl('/')).searchParams.get('code_challenge');

  it('is what the challenge was made from, and is handed out once', async () => {
    const asked = await challenge();
    const verifier = takeSignInVerifier() ?? '';
    expect(verifier).toMatch(/^[\w-]{43}$/);
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(asked);
    expect(takeSignInVerifier()).toBeUndefined();
    expect(await challenge()).not.toBe(asked);
  });

  it('stays the same for a person who goes back and forth between us and the consent screen', async () => {
    expect(await challenge()).toBe(await challenge());
  });
});

describe('where one goes after sign-in', () => {
  it.each([
    ['the path that was asked for', '/whitelabel', '/whitelabel'],
    ['with its query and fragment', '/manage/1/tickets?a=b#c', '/manage/1/tickets?a=b#c'],
    ['not to the callback itself', '/callback', '/'],
    ['not to the callback with a query', '/callback?code=1', '/'],
    ['not into signing in for ever', '/login', '/'],
    ['not into signing out', '/logout/', '/'],
    ['not to another site', 'https://example.com/', '/'],
    ['not to another site without a scheme', '//example.com/', '/'],
    ['not to another site by a backslash', '/\\example.com', '/'],
    ['not to another site by a hidden tab', '/\t/example.com', '/'],
    ['not to another site by a path that climbs', '/..//example.com', '/'],
    ['not to another site by a path that stays', '/.//example.com/x', '/'],
    ['not to a script', 'javascript:alert(1)', '/'],
    ['not to a relative path', 'manage/1', '/'],
  ])('%s', (_why, decoded, target) => {
    expect(returnPath(encodeBase64(decoded))).toBe(target);
  });

  it('is the server list without a state', () => {
    expect(returnPath(null)).toBe('/');
    expect(returnPath('')).toBe('/');
  });

  it('is the server list, with a line in the log, for a state that cannot be decoded', () => {
    expect(returnPath('%%%')).toBe('/');
    expect(returnPath(btoa('/\xff'))).toBe('/');
    expect(console.warn).toHaveBeenCalledTimes(2);
  });
});
