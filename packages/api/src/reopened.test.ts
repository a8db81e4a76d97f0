import { routes } from '@tickets/contract/routes';
import {
  buildGuild,
  buildMember,
  buildMessage,
  buildSession,
  buildTicket,
} from '@tickets/testkit/data/factories';
import { startTestApp } from '@tickets/testkit/worlds/app';
import { expect, test } from 'vitest';

test('whoever opened a ticket reads its earlier part in front of it, open and closed, as the contract says', async () => {
  await using app = await startTestApp();
  const { ctx } = app;
  const { guild_id } = await buildGuild(ctx);
  const opener_id = await buildMember(ctx, { guild_id });
  const token = await buildSession(ctx, opener_id);
  const closed = { status: 'closed' as const, closed_at: ctx.clock.now(), has_transcript: true };
  const earlier = await buildTicket(ctx, { guild_id, opener_id, ...closed, close_reason: 'Solved' });
  const later = await buildTicket(ctx, { guild_id, opener_id, continues: earlier.ticket_id });
  const say = (ticket_id: number, message_id: string, content: string) =>
    buildMessage(ctx, { guild_id, ticket_id, author_id: opener_id, message_id, content });
  await say(earlier.ticket_id, '100', 'My bread is cold');
  await say(later.ticket_id, '200', 'It is cold again');
  const params = { guild_id, ticket_id: later.ticket_id };
  const joined = {
    messages: [
      { ticket_id: earlier.ticket_id, content: 'My bread is cold' },
      { ticket_id: later.ticket_id, content: 'It is cold again' },
    ],
    earlier: [{ id: earlier.ticket_id, history: 'joined', closed_by: null, close_reason: 'Solved' }],
  };

  const view = await app.call('tickets.get', { params, query: {}, token });
  expect(view.body).toMatchObject({ ...joined, has_more: false });
  expect(() => routes['tickets.get'].answers[200].parse(view.body)).not.toThrow();

  await ctx.db
    .updateTable('tickets')
    .set(closed)
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', later.ticket_id)
    .execute();
  const transcript = await app.call('transcripts.render', { params, query: {}, token });
  expect(transcript.body).toMatchObject(joined);
  expect(() => routes['transcripts.render'].answers[200].parse(transcript.body)).not.toThrow();
});
