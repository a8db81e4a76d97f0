import { setTimeout as sleep } from 'node:timers/promises';
import { buildGuild, buildMember, buildSession, buildTicket } from '@tickets/testkit/data/factories';
import { startTestApp, type TestApp } from '@tickets/testkit/worlds/app';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const json = 'application/json';
const multipart = 'multipart/form-data; boundary=x';
const form = `--x\r\ncontent-disposition: form-data; name="payload_json"\r\n\r\n{"message":{"content":"Hi"}}\r\n--x--\r\n`;

test.each([
  ['an administrator changes nothing', 2, 'PUT', '/tags', json, '{"id":"a","content":"b"}', 'no level'],
  ['an administrator reads nothing', 2, 'POST', '/audit-logs', json, '{"page":1}', 'no level'],
  ['staff answer nothing', 1, 'POST', '/tickets/1', multipart, form, 'no level'],
  [
    'whoever has signed out changes nothing',
    2,
    'PUT',
    '/tags',
    json,
    '{"id":"a","content":"b"}',
    'no session',
  ],
] as const)(
  'once their right has ended, %s by a body that they had begun to send before',
  async (_, level, method, path, type, body, ends) => {
    const { guild_id } = await buildGuild(app.ctx);
    const user_id = await buildMember(app.ctx, { guild_id, level });
    await buildTicket(app.ctx, { guild_id, opener_id: await buildMember(app.ctx, { guild_id }) });
    const authorization = await buildSession(app.ctx, user_id);
    let finish = () => {};
    const hasEnded = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const answered = fetch(`${app.url}/api/${guild_id}${path}`, {
      method,
      headers: { authorization, 'x-tickets': 'true', 'content-type': type },
      duplex: 'half',
      body: new ReadableStream({
        async start(controller) {
          controller.enqueue(Buffer.from(body.slice(0, 5)));
          await hasEnded;
          controller.enqueue(Buffer.from(body.slice(5)));
          controller.close();
        },
      }),
    } as RequestInit);
    await sleep(700);
    if (ends === 'no level')
      await app.ctx.db.deleteFrom('permissions').where('user_id', '=', user_id).execute();
    else {
      const { session_id } = await app.ctx.db
        .deleteFrom('sessions')
        .where('user_id', '=', user_id)
        .returning('session_id')
        .executeTakeFirstOrThrow();
      app.ctx.events.publish({ type: 'session.revoked', session_id, user_id });
    }
    finish();
    expect((await answered).status).toBe(ends === 'no level' ? 403 : 401);
    expect(
      await app.ctx.db.selectFrom('tags').where('guild_id', '=', guild_id).selectAll().execute(),
    ).toEqual([]);
  },
);
