import type { EntityType } from '@tickets/contract/transfer/transfer';
import type { SetupRows } from '../format/archive.ts';
import type { SetupTable } from '../registry/registry.ts';
import type { Item } from './items.ts';

/**
 * How many things of a kind one archive brings: more than a server has. Discord allows it 250 roles and 500 channels, the editors 200
 * tags. Each of these is looked up in the database, and made in a transaction of its own.
 */
export const setupMost = {
  support_teams: 500,
  support_team_roles: 5_000,
  support_team_users: 5_000,
  role_permissions: 500,
  permissions: 1_000,
  blacklisted_users: 10_000,
  blacklisted_roles: 500,
  forms: 1_000,
  panels: 1_000,
  multi_panels: 500,
  tags: 1_000,
} as const satisfies Partial<Record<SetupTable, number>>;

type Bounded = keyof typeof setupMost;

const called: Record<Bounded, { entity: EntityType; things: string }> = {
  support_teams: { entity: 'support_teams', things: 'staff teams' },
  support_team_roles: { entity: 'support_team_roles', things: 'roles in staff teams' },
  support_team_users: { entity: 'support_team_users', things: 'people in staff teams' },
  role_permissions: { entity: 'role_permissions', things: 'roles of staff' },
  permissions: { entity: 'user_permissions', things: 'people who are staff' },
  blacklisted_users: { entity: 'blacklisted_users', things: 'people on the blacklist' },
  blacklisted_roles: { entity: 'guild_blacklisted_roles', things: 'roles on the blacklist' },
  forms: { entity: 'forms', things: 'forms' },
  panels: { entity: 'panels', things: 'panels' },
  multi_panels: { entity: 'multi_panels', things: 'multi-panels' },
  tags: { entity: 'tags', things: 'tags' },
};

/** The first of each kind, as many as one archive brings, and a line about the others of that kind. */
export function withinMost(all: SetupRows): { rows: SetupRows; over: Item[] } {
  const rows = { ...all };
  const over: Item[] = [];
  for (const table of Object.keys(setupMost) as Bounded[]) {
    const most = setupMost[table];
    const more = all[table].length - most;
    if (more <= 0) continue;
    Object.assign(rows, { [table]: all[table].slice(0, most) });
    const { entity, things } = called[table];
    over.push({
      entity,
      name: `${inEnglish(more)} more ${things}`,
      outcome: 'skip',
      reason: `an archive brings at most ${inEnglish(most)} of them`,
      many: more,
    });
  }
  return { rows, over };
}

const inEnglish = (count: number) => count.toLocaleString('en');
