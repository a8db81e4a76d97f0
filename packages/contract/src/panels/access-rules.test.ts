import { expect, test } from 'vitest';
import { type AccessRule, decideAccess } from './access-rules.ts';

const guild_id = '1';
const allow = (role_id: string): AccessRule => ({ role_id, action: 'allow' });
const deny = (role_id: string): AccessRule => ({ role_id, action: 'deny' });
const decide = (rules: AccessRule[], ...role_ids: string[]) => decideAccess(rules, { guild_id, role_ids });

test('everyone may where only everyone is allowed, whatever their roles', () => {
  expect(decide([allow('1')])).toEqual({ allowed: true, rule: 0 });
  expect(decide([allow('1')], '7', '8')).toEqual({ allowed: true, rule: 0 });
});

test('the first rule that names a role of the member decides, not the order of their roles', () => {
  const rules = [deny('7'), allow('8'), deny('1')];
  expect(decide(rules, '8', '7')).toEqual({ allowed: false, rule: 0, reason: 'role_denied', role_id: '7' });
  expect(decide(rules, '8')).toEqual({ allowed: true, rule: 1 });
  expect(decide([allow('8'), deny('7'), allow('1')], '7', '8')).toEqual({ allowed: true, rule: 0 });
});

test('what stands below @everyone is never reached', () => {
  expect(decide([allow('1'), deny('7')], '7')).toEqual({ allowed: true, rule: 0 });
  expect(decide([deny('1'), allow('7')], '7')).toEqual({ allowed: false, rule: 0, reason: 'nobody_allowed' });
});

test('who is refused with everyone is told the roles that are allowed above, and no others', () => {
  const rules = [allow('7'), deny('8'), allow('9'), deny('1'), allow('5')];
  expect(decide(rules)).toEqual({ allowed: false, rule: 3, reason: 'role_required', role_ids: ['7', '9'] });
});

test('nobody may where everyone is denied and no role is allowed above', () => {
  expect(decide([deny('7'), deny('1')])).toEqual({ allowed: false, rule: 1, reason: 'nobody_allowed' });
});

test('a rule of a role that is gone matches nobody, and hides no other rule', () => {
  expect(decide([deny('404'), allow('7'), deny('1')], '7')).toEqual({ allowed: true, rule: 1 });
});

test('a list that names none of the member’s roles, nor everyone, refuses', () => {
  const refused = { allowed: false, rule: null, reason: 'no_rule' };
  expect(decide([])).toEqual(refused);
  expect(decide([allow('7')], '8')).toEqual(refused);
});
