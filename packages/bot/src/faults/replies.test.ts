import { type Action, failures, rehearse, type Stage } from '@tickets/testkit/fault-table';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const isSent: Action['isDone'] = ({ channel_id }, { w }) =>
  w.sim.world.messages.in('channel', String(channel_id)).some(({ content }) => content === text);

const says = /Have you tried turning it off/;
const text = 'Have you tried turning it off and on again?';

const actions: Action[] = [
  {
    name: 'a reply from the dashboard',
    act: (w, room) =>
      w.fromDashboard('tickets.reply', {
        params: room,
        body: { message: { content: text }, idempotency_key: room.key },
      }),
    isDone: isSent,
    says,
  },
  {
    name: 'a tag from the dashboard',
    prepare: (w) =>
      w.ctx.db
        .insertInto('tags')
        .values({ guild_id: w.guild_id, tag_id: 'restart', content: text })
        .onConflict((oc) => oc.doNothing())
        .execute(),
    act: (w, room) =>
      w.fromDashboard('tickets.send_tag', {
        params: room,
        body: { tag_id: 'restart', idempotency_key: room.key },
      }),
    isDone: isSent,
    says,
  },
];

describe.each(actions)('$name ends done or refused, and never twice, when at any of its calls', (action) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await rehearse(action);
  });
  afterAll(() => stage[Symbol.asyncDispose]());

  test.each(failures)('%s', async (_, failure) => {
    expect(await stage.strike(failure)).toEqual([]);
  });
});
