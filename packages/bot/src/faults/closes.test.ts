import { sweepAutoClose } from '@tickets/core/tickets/autoclose/auto-close';
import { closeTicket } from '@tickets/core/tickets/closing/close';
import { callAs } from '@tickets/testkit/data/access';
import { endsWell } from '@tickets/testkit/faults/fault-suite';
import type { Action } from '@tickets/testkit/faults/fault-table';
import type { FaultWorld, Room } from '@tickets/testkit/faults/fault-world';
import { allowWarning } from '@tickets/testkit/guard/watch';

// What fails here on purpose is reported.
allowWarning(
  /"msg":"(Discord does not follow yet|a close went on without being announced|a person could not be told what went wrong|a reopened thread could not be read|a step of opening a ticket failed|a ticket could not be closed in Discord now; it is finished later|a ticket waits for Discord before it closes|an event was not handled|an interaction was not acknowledged|an interaction was refused|it could not be told in a thread that it was reopened)/,
);

const isClosed: Action['isDone'] = (ticket) => ticket.status === 'closed';
const done = /is being closed|accepted/;

const closeByHand = async (w: FaultWorld, { guild_id, ticket_id }: Room) =>
  closeTicket(await callAs(w, w.staff.id), {
    guild_id,
    ticket_id,
    reason: null,
    source: 'discord',
  });

const reopen = (w: FaultWorld, { ticket_id }: Room) =>
  w.inDiscord(w.staff, () => w.staff.slash('reopen', { ticket_id: String(ticket_id) }, w.lobby));

const actions: Action[] = [
  {
    name: 'closing from the dashboard',
    act: (w, room) => w.fromDashboard('tickets.close', { params: room, body: { reason: 'Solved' } }),
    isDone: isClosed,
  },
  {
    name: 'closing by command',
    act: (w, { channel }) => w.inDiscord(w.staff, () => w.staff.slash('close', {}, channel)),
    done,
    isDone: isClosed,
  },
  {
    name: 'closing by button',
    act: (w, { welcome }) => w.inDiscord(w.member, () => w.member.click(welcome, 'v1:ticket.close')),
    done,
    isDone: isClosed,
  },
  {
    name: 'closing by button with a reason',
    async prepare(w, { welcome }) {
      await w.staff.click(welcome, 'v1:ticket.close_reason');
    },
    act: (w) => w.inDiscord(w.staff, () => w.staff.submitModal({ reason: 'Solved' })),
    done,
    isDone: isClosed,
  },
  {
    name: 'closing a thread by command',
    room: { is_thread: true },
    act: (w, { channel }) => w.inDiscord(w.staff, () => w.staff.slash('close', {}, channel)),
    done,
    isDone: isClosed,
  },
  {
    name: 'accepting a close request',
    async prepare(w, room) {
      await w.inDiscord(w.staff, () => w.staff.slash('closerequest', {}, room.channel));
      const asked = w.member
        .messages(room.channel)
        .find(({ components }) => JSON.stringify(components).includes('close_request_accept'));
      room.args.push(String(asked?.id));
    },
    act: (w, { args: [message = ''] }) =>
      w.inDiscord(w.member, () => w.member.click(message, 'Accept & Close')),
    done,
    isDone: isClosed,
  },
  {
    name: 'asking whether to close',
    act: (w, { channel }) => w.inDiscord(w.staff, () => w.staff.slash('closerequest', {}, channel)),
    done: /request/i,
    isDone: async ({ guild_id, ticket_id }, { w }) => {
      const requests = w.ctx.db.selectFrom('close_requests').where('guild_id', '=', guild_id);
      return (await requests.where('ticket_id', '=', ticket_id).select('message_id').execute()).length === 1;
    },
  },
  {
    name: 'closing by itself',
    room: {
      opened_at: new Date(Date.now() - 3_600_000),
      auto_close_warned_at: new Date(Date.now() - 900_000),
    },
    async act(w) {
      await w.settings({ auto_close_enabled: true, auto_close_since_last_message: 60 });
      await sweepAutoClose(w.ctx);
      await w.runJobs();
      return { by: 'time' };
    },
    isDone: isClosed,
  },
  {
    name: 'reopening a thread',
    room: { is_thread: true },
    prepare: closeByHand,
    act: reopen,
    done: /is open again/,
    isDone: (ticket) => ticket.status === 'open',
  },
  {
    name: 'going on in a new channel',
    prepare: closeByHand,
    act: reopen,
    done: /is open again|slow to answer|could not be opened/,
    async isDone({ guild_id, ticket_id }, { w }) {
      const rows = await w.ctx.db
        .selectFrom('tickets')
        .where('guild_id', '=', guild_id)
        .where('continues', '=', ticket_id)
        .select('status')
        .execute();
      return rows.length === 1 && rows[0]?.status === 'open';
    },
  },
];

// Answers that never come take their time, so one action stands for all.
for (const action of actions) endsWell(action, { silent: action.name === 'closing from the dashboard' });
