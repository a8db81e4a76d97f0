import { type Action, type ActionName, actions } from '@tickets/contract/access/actions';
import { PermissionLevel } from '@tickets/contract/access/levels';
import { expect, test } from 'vitest';
import { strangerTo, type UserCaller } from './caller.ts';
import { can } from './can.ts';
import type { TicketClaim } from './tickets.ts';

/** What takes a level in the server, and is still done by somebody to a ticket that they opened themselves. */
function doneToOwn(team_ids: number[], claim: TicketClaim | null = null): string[] {
  const access = { ...strangerTo('1', '10'), is_member: true, level: PermissionLevel.support, team_ids };
  const caller: UserCaller = { kind: 'user', user_id: '10', username: 'tess', access, door: 'dashboard' };
  const ticket = { opener_id: '10', panel: { default_team: false, team_ids: [2] }, claim };
  const asStaff = (Object.entries(actions) as [ActionName, Action][]).filter(
    ([, { level, ticket }]) => ticket && level > PermissionLevel.none,
  );
  return asStaff.flatMap(([name]) => (can(caller, name, { guild_id: '1', ticket }).allowed ? name : []));
}

test('who is staff of another team does to a ticket of their own what an opener, or anyone in its channel, may', () => {
  expect(doneToOwn([1])).toEqual([
    'ticket.rename',
    'ticket.request_close',
    // The dashboard asks what it takes in Discord.
    'ticket.close',
    'survey.read',
  ]);
});

test('staff of its panel answer a ticket of their own, but neither take notes on it nor say why it was closed', () => {
  const done = doneToOwn([2]);
  expect(done).toContain('ticket.reply');
  expect(done).not.toContain('ticket.take_notes');
  expect(done).not.toContain('ticket.edit_close_reason');
});

test('staff of its panel do with a ticket of their own what members may, while a claim keeps the team from it', () => {
  const claim = { claimed_by: '20', support_can_view: false, support_can_type: false, added_ids: [] };
  expect(doneToOwn([2], claim)).toEqual(doneToOwn([1]));
  const seen = doneToOwn([2], { ...claim, support_can_view: true });
  expect(seen).toContain('ticket.work');
  for (const writing of ['ticket.reply', 'ticket.send_tag', 'ticket.switch_panel']) {
    expect(seen).not.toContain(writing);
    expect(doneToOwn([2], { ...claim, support_can_view: true, support_can_type: true })).toContain(writing);
    expect(doneToOwn([2], { ...claim, added_ids: ['10'] })).toContain(writing);
  }
});
