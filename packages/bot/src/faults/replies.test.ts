import { endsWell } from '@tickets/testkit/faults/fault-suite';
import type { Action } from '@tickets/testkit/faults/fault-table';
import { allowWarning } from '@tickets/testkit/guard/watch';

// What fails here on purpose is reported.
allowWarning(/"msg":"(discord\.unavailable)/);

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

// Answers that never come take their time, so one action stands for all.
for (const action of actions) endsWell(action, { silent: action.name === 'a reply from the dashboard' });
