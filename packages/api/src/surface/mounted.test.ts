import { routePaths } from '@tickets/contract/route-paths';
import { liveSockets } from '@tickets/contract/tickets/live';
import { guarded, routeNames } from '@tickets/testkit/surface/routes';
import { type Surface, startSurface } from '@tickets/testkit/surface/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

let surface: Surface;
beforeAll(async () => {
  surface = await startSurface();
});
afterAll(() => surface[Symbol.asyncDispose]());

test('every route of the contract is mounted, and no other call of the API', () => {
  const { api } = surface.app;
  const mounted = new Set(routeNames.map((name) => `${routePaths[name][0]} ${routePaths[name][1]}`));
  for (const route of mounted) {
    const [method = '', url = ''] = route.split(' ');
    expect(api.hasRoute({ method, url }), route).toBe(true);
  }
  const printed = api.printRoutes({ commonPrefix: false, includeHooks: false });
  const calls = printed.matchAll(/(?:api|user)\/[\w:/-]*/g);
  const described = [...mounted].map((route) => route.split(' ')[1]);
  const sockets = Object.values(liveSockets).map(({ path }) => path);
  const others: string[] = ['api/openapi.json', 'api/docs', ...sockets];
  for (const [path] of calls) {
    const known = described.some((url) => url?.includes(path)) || others.some((url) => url.includes(path));
    expect(known, path).toBe(true);
  }
});

test.each(guarded)('%s refuses a token that is not ours', async (name) => {
  const { token, send } = surface;
  const forged = `${token.admin.split('.').slice(0, 2).join('.')}.${'A'.repeat(43)}`;
  for (const wrong of ['garbage', forged, 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.']) {
    const { status, json } = await send(name, { token: wrong });
    expect([status, json.code]).toEqual([401, 'session.invalid']);
  }
});

test.each(routeNames.filter((name) => /^\/(api|callback|logout)/.test(routePaths[name][1])))(
  '%s needs the x-tickets header, before anything else',
  async (name) => {
    for (const value of ['', 'false', 'TRUE']) {
      const { status, json } = await surface.send(name, { headers: { 'x-tickets': value } });
      expect([status, json.error]).toEqual([400, 'Missing x-tickets header']);
    }
  },
);

test('unknown addresses of the API answer JSON, whatever the method', async () => {
  const { app, guild_id } = surface;
  for (const path of ['/api/nothing', `/api/${guild_id}/nothing`, '/user/nothing', '/api', '/files/x/y']) {
    for (const method of ['GET', 'POST', 'DELETE', 'PATCH']) {
      const response = await fetch(app.url + path, { method, headers: { 'x-tickets': 'true' } });
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.json()).toMatchObject({ success: false, code: 'route.not_found' });
    }
  }
});

test('an error carries the id of its request, in the body and in the header', async () => {
  const { headers, json } = await surface.send('settings.get');
  expect(json.request_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.get('x-request-id')).toBe(json.request_id);
});

test('an address that cannot be decoded is refused and breaks nothing', async () => {
  const response = await fetch(`${surface.app.url}/api/%E0%A4%A/guild`, {
    headers: { 'x-tickets': 'true', authorization: surface.token.admin },
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: 'request.address_invalid' });
});
