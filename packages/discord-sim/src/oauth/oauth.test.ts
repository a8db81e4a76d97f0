import { createHash } from 'node:crypto';
import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { startDiscord } from '../start.ts';
import { ManualClock } from '../world/clock.ts';

const REDIRECT = 'http://app.test/callback';
const VERIFIER = 'v'.repeat(43);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

async function scene() {
  const clock = new ManualClock();
  const sim = await startDiscord({ clock });
  const { world } = sim;
  const ada = world.addUser({ username: 'ada', avatar: 'f'.repeat(32) });
  const bo = world.addUser({ username: 'bo' });
  const guild = world.addGuild({ owner_id: ada.id, name: 'Harbour' });
  world.addMember({ guild_id: guild.id, user_id: bo.id });
  const app = world.addApplication({ name: 'Helper', redirect_uris: [REDIRECT] });
  const ask = (query: Record<string, string>) =>
    fetch(`${sim.url}/oauth2/authorize?${new URLSearchParams(query)}`, { redirect: 'manual' });
  const answer = (
    query: Record<string, string>,
    form: [string, string][],
    headers: Record<string, string> = {},
  ) =>
    fetch(`${sim.url}/oauth2/authorize?${new URLSearchParams(query)}`, {
      method: 'POST',
      redirect: 'manual',
      headers,
      body: new URLSearchParams(form),
    });
  const token = async (form: Record<string, string>, basic?: string) => {
    const response = await fetch(`${sim.url}/api/v10/oauth2/token`, {
      method: 'POST',
      headers: basic ? { authorization: `Basic ${Buffer.from(basic).toString('base64')}` } : {},
      body: new URLSearchParams(form),
    });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  };
  const query = {
    client_id: app.id,
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope: 'identify guilds',
    state: 'L21hbmFnZQ==',
  };
  const signIn = async (userId: string, pkce: Record<string, string> = {}) => {
    const response = await answer({ ...query, ...pkce }, [
      ['person', userId],
      ['decision', 'authorize'],
    ]);
    return new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
  };
  const basic = `${app.id}:${app.client_secret}`;
  const exchange = (code: string, proof: Record<string, string> = {}) =>
    token({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT, ...proof }, basic);
  return {
    sim,
    world,
    clock,
    ada,
    bo,
    guild,
    app,
    ask,
    answer,
    token,
    query,
    signIn,
    exchange,
    basic,
    [Symbol.asyncDispose]: () => sim.close(),
  };
}

describe('the consent screen', () => {
  it('names the application, what it asks for, and the people one can be', async () => {
    await using s = await scene();
    const page = await (await s.ask(s.query)).text();
    expect(page).toContain('Authorize Helper');
    expect(page).toContain('Know what servers you’re in');
    expect(page).toContain(`value="${s.ada.id}"`);
  });

  it.each([
    ['an unknown application', { client_id: '1' }, 'Unknown application'],
    [
      'an address that is not registered',
      { redirect_uri: 'http://evil.test/' },
      'Invalid OAuth2 redirect_uri',
    ],
  ])('stays here for %s, since there is nowhere safe to go back to', async (_name, change, text) => {
    await using s = await scene();
    const response = await s.ask({ ...s.query, ...change });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(text);
  });

  it.each([
    ['invalid_scope', { scope: 'identify everything' }],
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_request', { prompt: 'maybe' }],
    ['invalid_request', { code_challenge: CHALLENGE, code_challenge_method: 'plain' }],
    ['invalid_request', { code_challenge: CHALLENGE }],
    ['invalid_request', { code_challenge: 'short', code_challenge_method: 'S256' }],
  ])('goes back with %s and the state', async (error, change) => {
    await using s = await scene();
    const location = new URL((await s.ask({ ...s.query, ...change })).headers.get('location') ?? '');
    expect(location.searchParams.get('error')).toBe(error);
    expect(location.searchParams.get('state')).toBe(s.query.state);
  });

  it('goes back with access_denied when the person cancels', async () => {
    await using s = await scene();
    const response = await s.answer(s.query, [['decision', 'cancel']]);
    const location = new URL(response.headers.get('location') ?? '');
    expect(location.searchParams.get('error')).toBe('access_denied');
    expect(location.searchParams.get('state')).toBe(s.query.state);
  });

  it('is not shown again to somebody who agreed before when the application asks for no prompt', async () => {
    await using s = await scene();
    const cookie = `sim_person=${s.ada.id}`;
    const silent = () =>
      fetch(`${s.sim.url}/oauth2/authorize?${new URLSearchParams({ ...s.query, prompt: 'none' })}`, {
        redirect: 'manual',
        headers: { cookie },
      });
    expect((await silent()).status).toBe(200);
    await s.exchange(await s.signIn(s.ada.id));
    const again = await silent();
    expect(again.status).toBe(303);
    expect(new URL(again.headers.get('location') ?? '').searchParams.has('code')).toBe(true);
  });

  it('shows names as text, whatever they contain', async () => {
    await using s = await scene();
    s.world.applications.put({ ...s.app, name: '<script>alert(1)</script>' });
    const page = await (await s.ask(s.query)).text();
    expect(page).not.toContain('<script>');
  });
});

describe('a code that was asked for with a challenge', () => {
  const pkce = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };

  it('is exchanged for the verifier that belongs to it', async () => {
    await using s = await scene();
    const code = await s.signIn(s.ada.id, pkce);
    expect((await s.exchange(code, { code_verifier: VERIFIER })).status).toBe(200);
  });

  it.each([
    ['no verifier', {}, 'invalid_request', 'Missing "code_verifier"'],
    [
      'a verifier that is too short',
      { code_verifier: 'v'.repeat(42) },
      'invalid_request',
      'Invalid "code_verifier"',
    ],
    ['another verifier', { code_verifier: 'w'.repeat(43) }, 'invalid_grant', 'Invalid "code_verifier"'],
  ])('is refused for %s, and is used up by that', async (_what, proof, error, error_description) => {
    await using s = await scene();
    const code = await s.signIn(s.ada.id, pkce);
    expect(await s.exchange(code, proof)).toEqual({ status: 400, body: { error, error_description } });
    expect((await s.exchange(code, { code_verifier: VERIFIER })).body.error).toBe('invalid_grant');
  });
});

describe('tokens', () => {
  it('open what was allowed, and tell the permissions of the person in each server', async () => {
    await using s = await scene();
    const { body } = await s.exchange(await s.signIn(s.bo.id));
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 604_800, scope: 'identify guilds' });
    const headers = { authorization: `Bearer ${body.access_token}` };
    const me = await (await fetch(`${s.sim.url}/api/v10/users/@me`, { headers })).json();
    expect(me).toMatchObject({ id: s.bo.id, username: 'bo' });
    const guilds = (await (await fetch(`${s.sim.url}/api/v10/users/@me/guilds`, { headers })).json()) as {
      owner: boolean;
      permissions: string;
    }[];
    expect(guilds).toMatchObject([{ id: s.guild.id, name: 'Harbour', owner: false }]);
    expect(BigInt(guilds[0]?.permissions ?? 0) & P.ManageGuild).toBe(0n);
    const about = await (await fetch(`${s.sim.url}/api/oauth2/@me`, { headers })).json();
    expect(about).toMatchObject({
      application: { id: s.app.id },
      scopes: ['identify', 'guilds'],
      user: { id: s.bo.id },
    });
  });

  it('are given for a code once, within ten minutes, and for the same address', async () => {
    await using s = await scene();
    const used = await s.signIn(s.ada.id);
    expect((await s.exchange(used)).status).toBe(200);
    expect((await s.exchange(used)).body).toEqual({
      error: 'invalid_grant',
      error_description: 'Invalid "code" in request.',
    });

    const late = await s.signIn(s.ada.id);
    s.clock.advance(10 * 60_000);
    expect((await s.exchange(late)).body.error).toBe('invalid_grant');

    const code = await s.signIn(s.ada.id);
    const elsewhere = await s.token(
      { grant_type: 'authorization_code', code, redirect_uri: 'http://other.test/' },
      s.basic,
    );
    expect(elsewhere.body.error_description).toBe('Invalid "redirect_uri" in request.');
  });

  it('are refused to who does not know the secret, by header and by form alike', async () => {
    await using s = await scene();
    const code = await s.signIn(s.ada.id);
    const form = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT };
    expect(await s.token(form, `${s.app.id}:wrong`)).toEqual({
      status: 401,
      body: { error: 'invalid_client' },
    });
    const byForm = { ...form, client_id: s.app.id, client_secret: s.app.client_secret };
    expect((await s.token(byForm)).status).toBe(200);
  });

  it('are not read from JSON, as Discord does not', async () => {
    await using s = await scene();
    const response = await fetch(`${s.sim.url}/api/v10/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'authorization_code' }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'unsupported_grant_type' });
  });

  it('are renewed by a refresh token that works once', async () => {
    await using s = await scene();
    const first = (await s.exchange(await s.signIn(s.ada.id))).body;
    const renew = () =>
      s.token({ grant_type: 'refresh_token', refresh_token: first.refresh_token ?? '' }, s.basic);
    const second = await renew();
    expect(second.body.access_token).not.toBe(first.access_token);
    expect((await renew()).body.error).toBe('invalid_grant');
  });

  it('stop working after a week, when the fault says so, and when they are revoked', async () => {
    await using s = await scene();
    const status = async (token: string | undefined) =>
      (await fetch(`${s.sim.url}/api/v10/users/@me`, { headers: { authorization: `Bearer ${token}` } }))
        .status;
    const old = (await s.exchange(await s.signIn(s.ada.id))).body;
    expect(await status(old.access_token)).toBe(200);
    s.clock.advance(604_800_000);
    expect(await status(old.access_token)).toBe(401);

    const hit = (await s.exchange(await s.signIn(s.ada.id))).body;
    s.sim.expireTokens({ userId: s.ada.id });
    expect(await status(hit.access_token)).toBe(401);

    const revoked = (await s.exchange(await s.signIn(s.ada.id))).body;
    await fetch(`${s.sim.url}/api/oauth2/token/revoke`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(s.basic).toString('base64')}` },
      body: new URLSearchParams({ token: revoked.access_token ?? '' }),
    });
    expect(await status(revoked.access_token)).toBe(401);
  });
});

describe('adding a bot', () => {
  const wish = String(P.ManageChannels | P.ManageRoles);

  it('gives it a role of its own with the permissions that were left ticked', async () => {
    await using s = await scene();
    const query = { client_id: s.app.id, scope: 'bot applications.commands', permissions: wish };
    const form: [string, string][] = [
      ['person', s.ada.id],
      ['guild_id', s.guild.id],
      ['permission', String(P.ManageChannels)],
      ['decision', 'authorize'],
    ];
    expect((await s.answer(query, form)).status).toBe(200);
    expect(s.world.members.has(`${s.guild.id}:${s.app.bot_user_id}`)).toBe(true);
    const role = s.world.roles
      .in('guild', s.guild.id)
      .find((candidate) => candidate.tags?.bot_id === s.app.bot_user_id);
    expect(role).toMatchObject({ managed: true, permissions: String(P.ManageChannels) });
  });

  it('is refused to somebody without Manage Server', async () => {
    await using s = await scene();
    const query = { client_id: s.app.id, scope: 'bot', permissions: wish };
    const response = await s.answer(query, [
      ['person', s.bo.id],
      ['guild_id', s.guild.id],
      ['decision', 'authorize'],
    ]);
    expect(response.status).toBe(400);
    expect(s.world.members.has(`${s.guild.id}:${s.app.bot_user_id}`)).toBe(false);
  });

  it('never gives more than the link asked for', async () => {
    await using s = await scene();
    const query = { client_id: s.app.id, scope: 'bot', permissions: wish };
    const form: [string, string][] = [
      ['person', s.ada.id],
      ['guild_id', s.guild.id],
      ['permission', String(P.Administrator)],
      ['decision', 'authorize'],
    ];
    await s.answer(query, form);
    const role = s.world.roles
      .in('guild', s.guild.id)
      .find((candidate) => candidate.tags?.bot_id === s.app.bot_user_id);
    expect(role?.permissions ?? '0').toBe('0');
  });
});
