import { buildGuild, buildMember, buildSession, buildTicket } from '@tickets/testkit/data/factories';
import { startTestApp, type TestApp } from '@tickets/testkit/worlds/app';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('a filter that cannot fit any ticket finds none, and one that is no place in the list is refused', async () => {
  const { ctx } = app;
  const { guild_id } = await buildGuild(ctx);
  const token = await buildSession(ctx, await buildMember(ctx, { guild_id, level: 1 }));
  const closed = { guild_id, status: 'closed', closed_at: ctx.clock.now(), has_transcript: true } as const;
  const first = await buildTicket(ctx, closed);
  await buildTicket(ctx, closed);
  const find = async (body: object) => {
    const answer = await app.call('transcripts.list', { params: { guild_id }, body: body as never, token });
    return answer.status === 200 ? answer.body.length : answer.error.fields?.map(({ path }) => path);
  };
  expect(await find({ id: String(first.ticket_id) })).toBe(1);
  for (const nowhere of ['abc', 2_147_483_648, '2147483648', -1, 1.5, '1e99', {}, [], [first.ticket_id]]) {
    expect([nowhere, await find({ id: nowhere })]).toEqual([nowhere, 0]);
    expect([nowhere, await find({ panel_id: nowhere })]).toEqual([nowhere, 0]);
  }
  for (const none of ['', null, 'null']) expect(await find({ id: none, panel_id: none })).toBe(2);
  for (const any of ['', null, 'null', 0, '0']) expect(await find({ rating: any })).toBe(2);
  for (const never of ['abc', 99_999_999_999, 6, -1, 1.5, [], {}])
    expect([never, await find({ rating: never })]).toEqual([never, 0]);
  // As the reference has it: the first page.
  expect(await find({ page: 'abc' })).toBe(2);
  for (const at of ['from', 'ends_before'] as const) expect(await find({ [at]: 'abc' })).toEqual([at]);
});
