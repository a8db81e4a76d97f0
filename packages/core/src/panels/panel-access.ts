import { type AccessRule, decideAccess } from '@tickets/contract/panels/access-rules';
import { AppError } from '@tickets/contract/platform/errors';
import type { Access } from '../access/access.ts';
import type { Db, Tx } from '../platform/db/db.ts';

/**
 * Refuses whom a panel's access list keeps out, and says by which role. Staff and administrators are not exempt: the
 * list says exactly who may. A panel without rules is for everyone.
 */
export async function checkPanelAccess(
  db: Db | Tx,
  { panel_id, access_rules: rules }: { panel_id: number; access_rules: readonly AccessRule[] },
  access: Access,
): Promise<void> {
  if (!rules.length) return;
  const decision = decideAccess(rules, access);
  if (decision.allowed) return;
  switch (decision.reason) {
    case 'role_denied':
      throw new AppError('panel.access_role_denied', { params: { role: mention(decision.role_id) } });
    case 'role_required': {
      const roles = await thoseThatExist(db, access.guild_id, decision.role_ids);
      if (!roles.length) throw new AppError('panel.access_nobody');
      const params = { roles: roles.map(mention).join(', '), count: roles.length };
      throw new AppError('panel.access_role_required', { params });
    }
    case 'nobody_allowed':
      throw new AppError('panel.access_nobody');
    case 'no_rule':
      throw new Error(`the access list of panel ${panel_id} has no rule for everyone`);
  }
}

/** Shown as the role's name. It stands in an embed, so nobody is pinged. */
const mention = (role_id: string) => `<@&${role_id}>`;

/** A role that was deleted helps nobody to get in, so it is not named. */
async function thoseThatExist(db: Db | Tx, guild_id: string, role_ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('guild_roles')
    .where('guild_id', '=', guild_id)
    .where('role_id', 'in', role_ids)
    .select('role_id')
    .execute();
  const known = new Set(rows.map(({ role_id }) => role_id));
  return role_ids.filter((id) => known.has(id));
}
