/** A rule of an access-control list. */
export interface AccessRule {
  role_id: string;
  action: 'allow' | 'deny';
}

export const accessRuleLimit = 10;

/** The list of a panel that is for everyone. @everyone is the role whose id is the server's. */
export const everyoneMay = (guild_id: string): AccessRule[] => [{ role_id: guild_id, action: 'allow' }];

export type AccessDecision =
  /** `rule` is the index of the rule that decided. */
  | { allowed: true; rule: number }
  /** The deciding rule names a role that the member has. */
  | { allowed: false; rule: number; reason: 'role_denied'; role_id: string }
  /** Everyone is denied who has none of these roles. */
  | { allowed: false; rule: number; reason: 'role_required'; role_ids: string[] }
  /** Everyone is denied and no role is allowed. */
  | { allowed: false; rule: number; reason: 'nobody_allowed' }
  /** No rule names any role of the member, not even @everyone. */
  | { allowed: false; rule: null; reason: 'no_rule' };

/**
 * Whether a member may, by the first rule from the top that names one of their roles. Every member has @everyone. A role that is gone matches nobody.
 */
export function decideAccess(
  rules: readonly AccessRule[],
  { guild_id, role_ids }: { guild_id: string; role_ids: readonly string[] },
): AccessDecision {
  const held = new Set([guild_id, ...role_ids]);
  const rule = rules.findIndex(({ role_id }) => held.has(role_id));
  const deciding = rules[rule];
  if (!deciding) return { allowed: false, rule: null, reason: 'no_rule' };
  if (deciding.action === 'allow') return { allowed: true, rule };
  if (deciding.role_id !== guild_id)
    return { allowed: false, rule, reason: 'role_denied', role_id: deciding.role_id };
  // A role that is allowed below @everyone is never reached.
  const allowed = rules.slice(0, rule).filter(({ action }) => action === 'allow');
  return allowed.length
    ? { allowed: false, rule, reason: 'role_required', role_ids: allowed.map(({ role_id }) => role_id) }
    : { allowed: false, rule, reason: 'nobody_allowed' };
}
