import { describe, expect, test } from 'vitest';
import { type Access, type AccessFacts, type AccessRule, accessOf } from './access.ts';
import { can } from './can.ts';
import { mayViewTicket, mayWriteInTicket, seesAsStaff } from './tickets.ts';

const nobody: AccessFacts = {
  guild_id: '1',
  user_id: '10',
  username: 'nelly',
  owner_id: '99',
  is_override_staff: false,
  is_member: true,
  role_ids: ['5', '6'],
  administrator_role_ids: [],
  user_entry: { admin: false, support: false },
  role_entries: [],
  user_team_ids: [],
  role_teams: [],
};
const everything: Partial<AccessFacts> = {
  owner_id: '10',
  administrator_role_ids: ['5'],
  user_entry: { admin: true, support: true },
  role_entries: [{ role_id: '5', admin: true, support: true }],
  user_team_ids: [3],
  role_teams: [{ team_id: 4, role_id: '6' }],
};

const table: [string, Partial<AccessFacts>, 0 | 1 | 2, AccessRule['kind']][] = [
  ['somebody without any entry', {}, 0, 'everyone'],
  ['bot staff during an override', { is_override_staff: true, is_member: false }, 2, 'staff_override'],
  [
    'bot staff who administer the server anyway',
    { is_override_staff: true, user_entry: { admin: true, support: false } },
    2,
    'admin_user',
  ],
  [
    'bot staff who are its support staff during an override',
    { is_override_staff: true, user_entry: { admin: false, support: true } },
    2,
    'staff_override',
  ],
  [
    'bot staff who administered it before they left it',
    { ...everything, owner_id: '99', is_override_staff: true, is_member: false },
    2,
    'staff_override',
  ],
  [
    'somebody who left, whatever names them',
    { ...everything, owner_id: '99', is_member: false },
    0,
    'not_a_member',
  ],
  [
    'the owner, also when the cache does not know them as a member',
    { owner_id: '10', is_member: false },
    2,
    'owner',
  ],
  ['a member with a role that has Administrator', { administrator_role_ids: ['5'] }, 2, 'administrator'],
  ['a named admin', { user_entry: { admin: true, support: false } }, 2, 'admin_user'],
  [
    'a member with an admin role',
    { role_entries: [{ role_id: '5', admin: true, support: false }] },
    2,
    'admin_role',
  ],
  ['named support staff', { user_entry: { admin: false, support: true } }, 1, 'support_user'],
  ['a named member of a team', { user_team_ids: [3] }, 1, 'team_user'],
  [
    'a member with a support role',
    { role_entries: [{ role_id: '5', admin: false, support: true }] },
    1,
    'support_role',
  ],
  ['a member with a role of a team', { role_teams: [{ team_id: 4, role_id: '6' }] }, 1, 'team_role'],
  ['everything at once is decided by the strongest', everything, 2, 'owner'],
  [
    'an admin role beats a support entry of the person',
    {
      user_entry: { admin: false, support: true },
      role_entries: [{ role_id: '5', admin: true, support: false }],
    },
    2,
    'admin_role',
  ],
];

describe('the level in a server', () => {
  test.each(table)('%s', (_name, facts, level, rule) => {
    const access = accessOf({ ...nobody, ...facts });
    expect([access.level, access.rule.kind]).toEqual([level, rule]);
  });

  test('somebody who left belongs to no team', () => {
    const access = accessOf({ ...nobody, ...everything, owner_id: '99', is_member: false });
    expect(access).toMatchObject({ team_ids: [], is_default_team: false, role_ids: [], is_member: false });
  });
});

describe('what would outlast an override', () => {
  const object = { guild_id: '1' };
  const ticket = { opener_id: '77', panel: { default_team: true, team_ids: [] }, claim: null };
  const decide = (facts: Partial<AccessFacts>, action: 'transcript.download' | 'staff.add') =>
    can(user({ is_override_staff: true, ...facts }), action, object);
  const user = (facts: Partial<AccessFacts>) => ({
    kind: 'user' as const,
    user_id: '10',
    username: 'nelly',
    door: 'dashboard' as const,
    access: accessOf({ ...nobody, ...facts }),
  });
  const support = { user_entry: { admin: false, support: true } };

  test('is left to those whose own level in the server suffices', () => {
    expect(decide(support, 'transcript.download').allowed).toBe(true);
    expect(decide({ user_team_ids: [3] }, 'transcript.download').allowed).toBe(true);
    expect(decide({}, 'transcript.download')).toEqual({ allowed: false, rule: { kind: 'override' } });
    expect(decide(support, 'staff.add')).toEqual({ allowed: false, rule: { kind: 'override' } });
    expect(decide({ ...support, is_member: false }, 'transcript.download').allowed).toBe(false);
  });

  test('is decided by their own teams where it is done to a ticket', () => {
    const share = (facts: Partial<AccessFacts>) =>
      can(user({ is_override_staff: true, ...facts }), 'transcript.share', { ...object, ticket });
    expect(share(support).allowed).toBe(true);
    expect(share({ user_team_ids: [3] })).toEqual({ allowed: false, rule: { kind: 'override' } });
  });
});

describe('a ticket', () => {
  const staffOf = (facts: Partial<AccessFacts>) => accessOf({ ...nobody, ...facts });
  const member = staffOf({});
  const admin = staffOf({ user_entry: { admin: true, support: false } });
  const support = staffOf({ user_entry: { admin: false, support: true } });
  const team3 = staffOf({ user_team_ids: [3] });
  const team4 = staffOf({ role_teams: [{ team_id: 4, role_id: '6' }] });
  const ticket = { opener_id: '77' };
  const defaultPanel = { default_team: true, team_ids: [3] };
  const teamPanel = { default_team: false, team_ids: [3] };

  test.each([
    ['its opener sees it', accessOf({ ...nobody, user_id: '77' }), teamPanel, true],
    [
      'its opener sees it after leaving',
      accessOf({ ...nobody, user_id: '77', is_member: false }),
      teamPanel,
      true,
    ],
    ['another member does not', member, defaultPanel, false],
    ['an administrator sees that of a panel that is not theirs', admin, teamPanel, true],
    ['the default team sees that of a panel with the default team', support, defaultPanel, true],
    ['the default team does not see that of a panel without it', support, teamPanel, false],
    ['a team of the panel sees it', team3, teamPanel, true],
    ['another team does not', team4, teamPanel, false],
    ['without a panel it belongs to the default team', support, null, true],
    ['without a panel a named team does not see it', team3, null, false],
  ])('%s', (_name, access, panel, allowed) => {
    expect(mayViewTicket(access, ticket, panel).allowed).toBe(allowed);
  });

  const other_entry = { admin: false, support: true };
  const claimed = {
    claimed_by: '55',
    support_can_view: false,
    support_can_type: false,
    added_ids: ['20', '6'],
  };
  const readable = { ...claimed, support_can_view: true };
  const open = { ...readable, support_can_type: true };
  const other = staffOf({ user_entry: other_entry, role_ids: ['5'] });
  const as = (user_id: string) => accessOf({ ...nobody, user_id, user_entry: other_entry, role_ids: ['5'] });
  test.each<[string, Access, typeof claimed, boolean, boolean, boolean?]>([
    ['other staff see and write in a claimed ticket where both are left to them', other, open, true, true],
    ['other staff only see it where writing is not', other, readable, true, false],
    ['other staff do not see it where seeing is not', other, claimed, false, false],
    ['its claimer does', as('55'), claimed, true, true],
    ['an administrator does', admin, claimed, true, true],
    ['staff who were added by name do', as('20'), claimed, true, true],
    ['staff whose role was added do', support, claimed, true, true],
    ['its opener does, and not as staff', as('77'), claimed, true, true, false],
    [
      'a member who was added is no staff by that',
      accessOf({ ...nobody, user_id: '20' }),
      claimed,
      false,
      false,
    ],
    [
      'a claimer who is no staff any more is none',
      accessOf({ ...nobody, user_id: '55' }),
      claimed,
      false,
      false,
    ],
  ])('%s', (_name, access, claim, sees, writes, listed = sees) => {
    const facts = { ...ticket, claim };
    expect([
      mayViewTicket(access, facts, defaultPanel).allowed,
      mayWriteInTicket(access, facts, defaultPanel).allowed,
      seesAsStaff(access, facts, defaultPanel).allowed,
    ]).toEqual([sees, writes, listed]);
  });
});
