import { PermissionLevel } from '@tickets/contract/access/levels';
import type { DecidingRule, LevelReason, Remedy } from '@tickets/contract/who-can-see/who-can-see';
import type { PanelTeams } from '../access/tickets.ts';
import type { NameOf } from './names.ts';

interface Explained {
  allowed: boolean;
  rule: DecidingRule;
  level_reason: LevelReason;
  /** Of a ticket. */
  panel: { named: { id: string; name: string } | null; teams: PanelTeams } | undefined;
  team: NameOf;
}

const nothing = { team: null, role: null, panel: null };

/** What would change the answer: what lets them in, or what would keep them out. Nothing does where it is theirs by right. */
export function remediesFor(explained: Explained): Remedy[] {
  return explained.allowed ? whatTakesIt(explained) : whatGivesIt(explained);
}

function whatGivesIt({ rule, panel, team }: Explained): Remedy[] {
  switch (rule.kind) {
    case 'stranger':
      return [{ ...nothing, kind: 'join_server' }];
    case 'level_missing':
      return rule.needed === PermissionLevel.admin
        ? [{ ...nothing, kind: 'make_administrator' }]
        : [{ ...nothing, kind: 'add_to_default_team' }];
    case 'claim':
      return [
        { ...nothing, kind: 'give_up_claim' },
        { ...nothing, kind: 'change_claim_settings' },
      ];
    case 'not_staff':
    case 'other_team': {
      const of = { ...nothing, panel: panel?.named ?? null };
      const isDefault = panel?.teams?.default_team ?? true;
      const teams = (panel?.teams?.team_ids ?? []).map(
        (id): Remedy => ({ ...of, kind: 'add_to_team', team: team(id) }),
      );
      if (isDefault) teams.push({ ...of, kind: 'add_to_default_team' });
      if (!teams.length) teams.push({ ...of, kind: 'give_panel_a_team' });
      return [...teams, { ...nothing, kind: 'make_administrator' }];
    }
    default:
      return [];
  }
}

function whatTakesIt({ rule, level_reason }: Explained): Remedy[] {
  const { role, team } = rule;
  if (rule.kind === 'panel_team') return [{ ...nothing, kind: 'remove_from_team', role, team }];
  if (rule.kind === 'default_team') return [{ ...nothing, kind: 'remove_from_default_team', role }];
  return rule.kind === 'admin' || rule.kind === 'level' ? whatTakesLevel(level_reason) : [];
}

function whatTakesLevel({ kind, role, team }: LevelReason): Remedy[] {
  switch (kind) {
    case 'administrator':
      return [{ ...nothing, kind: 'take_role', role }];
    case 'admin_user':
    case 'admin_role':
      return [{ ...nothing, kind: 'remove_administrator', role }];
    case 'staff_override':
      return [{ ...nothing, kind: 'end_override' }];
    case 'support_user':
    case 'support_role':
      return [{ ...nothing, kind: 'remove_from_default_team', role }];
    case 'team_user':
    case 'team_role':
      return [{ ...nothing, kind: 'remove_from_team', role, team }];
    case 'owner':
    case 'not_a_member':
    case 'everyone':
      return [];
  }
}
