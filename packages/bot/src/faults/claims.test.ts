import { endsWell } from '@tickets/testkit/faults/fault-suite';
import type { Action } from '@tickets/testkit/faults/fault-table';
import type { FaultWorld, Room } from '@tickets/testkit/faults/fault-world';
import { allowWarning } from '@tickets/testkit/guard/watch';

// What fails here on purpose is reported.
allowWarning(
  /"msg":"(Cron hit an error; restarting in|a claim could not be told in its channel|a person could not be told what went wrong|an interaction was not acknowledged|an interaction was refused|discord\.unavailable|the welcome message still greets for another panel)/,
);

const hasIt =
  (by: 'staff' | 'second'): Action['isDone'] =>
  (ticket, { w }) =>
    ticket.claimed_by === w[by].id;
const isFree: Action['isDone'] = (ticket) => ticket.claimed_by === null;

const isMember: Action['isDone'] = async ({ guild_id, ticket_id }, { w }) => {
  const rows = w.ctx.db.selectFrom('ticket_members').where('guild_id', '=', guild_id).select('member_id');
  const found = await rows.where('ticket_id', '=', ticket_id).where('member_id', '=', w.other.id).execute();
  return found.length === 1;
};

const claim = (w: FaultWorld, room: Room) => w.fromDashboard('tickets.claim', { params: room });
const add = (w: FaultWorld, { channel }: Room) =>
  w.inDiscord(w.staff, () => w.staff.slash('add', { user_or_role: w.other.id }, channel));

const told = { done: /handled by/, says: /handled by/ };
const givenBack = { done: /can now respond/, says: /can now respond/, prepare: claim };

const actions: Action[] = [
  {
    name: 'claiming from the dashboard',
    act: claim,
    ...told,
    isDone: hasIt('staff'),
  },
  {
    name: 'claiming by command',
    act: (w, { channel }) => w.inDiscord(w.staff, () => w.staff.slash('claim', {}, channel)),
    ...told,
    isDone: hasIt('staff'),
  },
  {
    name: 'claiming by button',
    act: (w, { welcome }) => w.inDiscord(w.staff, () => w.staff.click(welcome, 'v1:ticket.claim')),
    ...told,
    isDone: hasIt('staff'),
  },
  {
    name: 'giving back from the dashboard',
    act: (w, room) => w.fromDashboard('tickets.unclaim', { params: room }),
    ...givenBack,
    isDone: isFree,
  },
  {
    name: 'giving back by command',
    act: (w, { channel }) => w.inDiscord(w.staff, () => w.staff.slash('unclaim', {}, channel)),
    ...givenBack,
    isDone: isFree,
  },
  {
    name: 'giving back by button',
    act: (w, { welcome }) => w.inDiscord(w.staff, () => w.staff.click(welcome, 'v1:ticket.unclaim')),
    ...givenBack,
    isDone: isFree,
  },
  {
    name: 'transferring from the dashboard',
    act: (w, room) => w.fromDashboard('tickets.transfer', { params: room, body: { user_id: w.second.id } }),
    ...told,
    isDone: hasIt('second'),
  },
  {
    name: 'transferring by command',
    act: (w, { channel }) =>
      w.inDiscord(w.staff, () => w.staff.slash('transfer', { user: w.second.id }, channel)),
    ...told,
    isDone: hasIt('second'),
  },
  {
    name: 'adding somebody',
    act: add,
    done: /has been added/,
    isDone: isMember,
  },
  {
    name: 'removing somebody',
    prepare: add,
    act: (w, { channel }) =>
      w.inDiscord(w.staff, () => w.staff.slash('remove', { user_or_role: w.other.id }, channel)),
    done: /has been removed/,
    isDone: async (ticket, at) => !(await isMember(ticket, at)),
  },
  {
    name: 'giving another name',
    act: (w, { channel }) => w.inDiscord(w.staff, () => w.staff.slash('rename', { name: 'urgent' }, channel)),
    done: /is called/,
    tooSoon: /twice in ten minutes/,
    isDone: (ticket) => ticket.channel_name === 'urgent',
  },
  {
    name: 'switching to another panel',
    async prepare(w, room) {
      await claim(w, room);
      const { row } = await w.panel({ title: 'Refunds' });
      room.args.push(String(row.panel_id));
    },
    act: (w, { channel, args: [panel = ''] }) =>
      w.inDiscord(w.staff, () => w.staff.slash('switchpanel', { panel }, channel)),
    done: /belongs to the panel/,
    says: /belongs to the panel/,
    isDone: (ticket, { room }) => String(ticket.panel_id) === room.args[0],
  },
];

// Answers that never come take their time, so one action stands for all.
for (const action of actions) endsWell(action, { silent: action.name === 'claiming by button' });
