import {
  buildGuild,
  buildMember,
  buildMessage,
  buildSession,
  buildTicket,
} from '@tickets/testkit/data/factories';
import { keepFile } from '@tickets/testkit/data/kept-file';
import { startTestApp } from '@tickets/testkit/worlds/app';
import { expect, test } from 'vitest';

async function start() {
  const app = await startTestApp();
  const { ctx } = app;
  const { guild_id } = await buildGuild(ctx);
  const token = await buildSession(ctx, await buildMember(ctx, { guild_id, level: 1 }));
  const ticket = await buildTicket(ctx, {
    guild_id,
    status: 'closed',
    close_source: 'channel_deleted',
    closed_at: ctx.clock.now(),
    has_transcript: true,
  });
  const params = { guild_id, ticket_id: ticket.ticket_id };
  await buildMessage(ctx, { ...params, created_at: new Date('2026-03-01T14:03:00Z') });
  await buildMessage(ctx, { ...params, author_id: '0', content: '', deleted_at: ctx.clock.now() });
  return { app, params, token, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

test('a transcript that is kept as a page or as text says what is missing', async () => {
  await using it = await start();
  const { guild_id, ticket_id } = it.params;
  for (const accept of ['text/html', 'text/plain']) {
    const url = `${it.app.url}/api/${guild_id}/transcripts/${ticket_id}/render?deleted=true`;
    const answer = await fetch(url, {
      headers: { authorization: it.token, 'x-tickets': 'true', accept },
    });
    const text = await answer.text();
    expect(text).toContain('1 of 2 messages.');
    expect(text).not.toContain('0 messages');
    expect(text).toMatch(/Opened by .* on 2026-\d\d-\d\d \d\d:\d\d UTC/);
    expect(text).toMatch(/Closed.*by deleting its channel in Discord\./);
    expect(text).toContain('Reason: ');
    expect(text).toContain('1 message was deleted before the bot could read it.');
    expect(text).toMatch(/Read until .*14:03.*before the channel was deleted, is not here\./);
  }
});

test('staff give a closed ticket another reason or none, and a reason that is too long is refused', async () => {
  await using it = await start();
  const edit = (reason: string | null) =>
    it.app.call('transcripts.edit_reason', { params: it.params, body: { reason }, token: it.token });
  const reason = async () =>
    (await it.app.call('transcripts.render', { params: it.params, query: {}, token: it.token })).body;
  expect((await edit('  Refunded ')).status).toBe(200);
  expect(await reason()).toMatchObject({ ticket: { close_reason: 'Refunded' } });
  expect((await edit('x'.repeat(1025))).status).toBe(400);
  expect(await reason()).toMatchObject({ ticket: { close_reason: 'Refunded' } });
  expect((await edit(null)).status).toBe(200);
  expect(await reason()).toMatchObject({ ticket: { close_reason: null } });
});

test('a page holds the pictures that were kept, and nothing else that was sent', async () => {
  await using it = await start();
  const { guild_id, ticket_id } = it.params;
  const { message_id } = await buildMessage(it.app.ctx, it.params);
  const of = { ...it.params, message_id };
  await keepFile(it.app.ctx, of, 'map.png', 'a picture', 'image/png');
  await keepFile(it.app.ctx, of, 'run.svg', '<svg onload="x"/>', 'image/svg+xml');
  await keepFile(it.app.ctx, of, 'log.txt', 'a text', 'text/plain');
  const answer = await fetch(`${it.app.url}/api/${guild_id}/transcripts/${ticket_id}/render`, {
    headers: { authorization: it.token, 'x-tickets': 'true', accept: 'text/html' },
  });
  const page = await answer.text();
  expect([...page.matchAll(/<img [^>]*>/g)].map(([image]) => image)).toEqual([
    `<img src="data:image/png;base64,${Buffer.from('a picture').toString('base64')}" alt="map.png">`,
  ]);
  expect(page).toContain('img-src data:');
  for (const name of ['run.svg', 'log.txt']) expect(page).toContain(name);
});
