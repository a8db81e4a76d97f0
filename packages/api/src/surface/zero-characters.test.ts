import { isProductAction } from '@tickets/contract/access/actions';
import { routePaths } from '@tickets/contract/route-paths';
import { accessTo, withBody } from '@tickets/testkit/surface/routes';
import { type Surface, startSurface } from '@tickets/testkit/surface/world';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let surface: Surface;
beforeAll(async () => {
  surface = await startSurface();
});
afterAll(() => surface[Symbol.asyncDispose]());

const pathsOf = (fields: { path: string }[] | undefined) => fields?.map(({ path }) => path);

describe('a zero character, which no database keeps, is refused where it stands', () => {
  test.each(withBody.filter((name) => !isProductAction(accessTo(name))))(
    'in the body of %s',
    async (name) => {
      const sent = { token: surface.token.admin };
      const inText = await surface.send(name, {
        ...sent,
        body: JSON.stringify({ title: 'a\0b', deep: [{ text: 'fine' }, { text: '\0' }] }),
      });
      expect([inText.status, inText.json.code]).toEqual([400, 'request.invalid']);
      expect(pathsOf(inText.json.fields)?.sort()).toEqual(['deep.1.text', 'title']);
      const inKey = await surface.send(name, { ...sent, body: '{"a\\u0000b":1}' });
      expect([inKey.status, pathsOf(inKey.json.fields)]).toEqual([400, ['a␀b']]);
    },
  );

  test('in a path or a query of whatever address, signed in or not', async () => {
    const ask = async (path: string, token?: string, method = 'GET') => {
      const answer = await fetch(surface.app.url + path, {
        method,
        headers: { 'x-tickets': 'true', ...(token && { authorization: token }) },
      });
      return [answer.status, pathsOf((await answer.json()).fields)];
    };
    const { admin } = surface.token;
    const { guild_id, ticket_id } = surface;
    const neighbours = `/api/${guild_id}/transcripts/${ticket_id}/neighbours`;
    expect(await ask(`${neighbours}?username=%00`, admin)).toEqual([400, ['username']]);
    expect(await ask(`${neighbours}?%00=a`, admin)).toEqual([400, ['␀']]);
    expect(await ask(`${neighbours}?username=a&username=%00b`, admin)).toEqual([400, ['username.1']]);
    for (const [method, path] of Object.values(routePaths)) {
      const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
      if (!names.length) continue;
      const [status, fields] = await ask(path.replace(/:\w+/g, 'a%00'), undefined, method);
      expect([path, status, fields]).toEqual([path, 400, expect.arrayContaining(names)]);
    }
    for (const path of [
      '/files/a%00',
      '/avatars/%00/a%00',
      '/docs/a%00',
      '/assets/a%00',
      '/a%00',
      '/readyz?a=%00',
    ])
      expect([path, (await ask(path))[0]]).toEqual([path, 400]);
  });

  test('and what only looks like one is kept as it was written', async () => {
    const { guild_id, token, app } = surface;
    const body = { id: 'zero', content: String.raw`\u0000 and \\u0000`, embed: null };
    expect(
      (await app.call('tags.save', { params: { guild_id }, token: token.admin, body })).status,
    ).toBeLessThan(300);
    const tags = await app.call('tags.list', { params: { guild_id }, token: token.admin });
    expect(JSON.stringify(tags.body)).toContain(JSON.stringify(body.content));
  });
});
