import type { AccessRule } from '@tickets/contract/panels/access-rules';

/** The rule for everybody is always there: a list that lacks it ends with it. */
export function withEveryone(rules: readonly AccessRule[], guildId: string): AccessRule[] {
  const has = rules.some(({ role_id }) => role_id === guildId);
  return has ? [...rules] : [...rules, { role_id: guildId, action: 'allow' }];
}

/** A new rule goes first, and allows. */
export function withRule(rules: readonly AccessRule[], role_id: string): AccessRule[] {
  return [{ role_id, action: 'allow' }, ...rules];
}

export function toggled(rules: readonly AccessRule[], role_id: string): AccessRule[] {
  return rules.map((rule) =>
    rule.role_id === role_id ? { role_id, action: rule.action === 'allow' ? 'deny' : 'allow' } : rule,
  );
}
