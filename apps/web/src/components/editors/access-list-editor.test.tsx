import { screen, waitFor, within } from '@testing-library/react';
import type { AccessRule } from '@tickets/contract/panels/access-rules';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import { useState } from 'react';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadMessages } from '../../lib/page/messages.ts';
import { renderApp } from '../../test/render.tsx';
import { Form } from '../ui/fields/form.tsx';
import { AccessListEditor } from './access-list-editor.tsx';

beforeAll(async () => {
  await loadMessages('editors');
});

const GUILD = '1';
const role = (id: string, name: string) => ({ id, name, color: 0, position: Number(id) });
const roles = [
  ...[role(GUILD, '@everyone'), role('2', 'Members'), role('3', 'Staff'), role('4', 'Muted')],
  { ...role('5', 'Tickets'), of_this_bot: true },
];
const everyone: AccessRule = { role_id: GUILD, action: 'allow' };
const allow = (role_id: string): AccessRule => ({ role_id, action: 'allow' });
const deny = (role_id: string): AccessRule => ({ role_id, action: 'deny' });

function openList(start: AccessRule[], { max, problems }: { max?: number; problems?: FieldProblem[] } = {}) {
  let now: AccessRule[] = start;
  const Host = () => {
    const [value, setValue] = useState(start);
    now = value;
    return (
      <Form problems={problems} onSubmit={() => undefined}>
        <AccessListEditor
          value={value}
          onChange={setValue}
          roles={roles}
          guildId={GUILD}
          {...(max === undefined ? {} : { max })}
        />
      </Form>
    );
  };
  return { ...renderApp(<Host />), rules: () => now };
}

const rows = () => within(screen.getByRole('list', { name: /first that applies/ })).getAllByRole('listitem');
const selector = () => screen.getByRole('combobox', { name: 'Add a role' });

async function choose(user: ReturnType<typeof openList>['user'], field: HTMLElement, option: string) {
  await user.click(field);
  await user.click(await screen.findByRole('option', { name: option }));
}

describe('the rule list', () => {
  test('a new rule goes first and allows, and its role is offered no more', async () => {
    const { user, rules } = openList([deny('3'), everyone]);
    await user.click(selector());
    await screen.findByRole('option', { name: 'Members' });
    // The listed role, @everyone and the bot's own are not offered.
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Muted', 'Members']);
    await user.click(screen.getByRole('option', { name: 'Members' }));
    expect(rules()).toEqual([allow('2'), deny('3'), everyone]);
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
    await user.click(selector());
    await screen.findByRole('option', { name: 'Muted' });
    expect(screen.queryByRole('option', { name: 'Members' })).toBeNull();
  });

  test('a press switches between allow and deny', async () => {
    const { user, rules } = openList([allow('2'), everyone]);
    await user.click(screen.getByRole('button', { name: 'Members: Allow' }));
    expect(rules()[0]).toEqual(deny('2'));
    await user.click(screen.getByRole('button', { name: 'Members: Deny' }));
    expect(rules()[0]).toEqual(allow('2'));
  });

  test('rules are moved by the keyboard, the focus goes with them, and it is said', async () => {
    const { user, rules } = openList([allow('2'), deny('3'), everyone]);
    expect(screen.getByRole('button', { name: 'Move Members up' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Move @everyone down' })).toHaveProperty('disabled', true);
    screen.getByRole('button', { name: 'Move Members down' }).focus();
    await user.keyboard('{Enter}');
    expect(rules()).toEqual([deny('3'), allow('2'), everyone]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Members down' }));
    expect(screen.getByText('Members is now rule 2 of 3.')).toBeTruthy();
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Members up' }));
  });

  test('a rule is removed, except the one for everybody, and the focus goes on', async () => {
    const { user, rules } = openList([allow('2'), everyone]);
    expect(screen.queryByRole('button', { name: 'Remove @everyone' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Remove Members' }));
    expect(rules()).toEqual([everyone]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '@everyone: Allow' }));
  });

  test('the rule for everybody is there even where the list came without it', () => {
    openList([]);
    expect(rows()).toHaveLength(1);
    expect(screen.getByRole('button', { name: '@everyone: Allow' })).toBeTruthy();
  });

  test('a role that is gone says so, and can be removed', async () => {
    const { user, rules } = openList([deny('99'), everyone]);
    expect(within(rows()[0] as HTMLElement).getByText('Deleted Role')).toBeTruthy();
    expect(screen.getByText(/This role was deleted/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Remove Deleted Role' }));
    expect(rules()).toEqual([everyone]);
  });

  test('nothing can be added to a full list, and the reason is told', () => {
    openList([allow('2'), everyone], { max: 2 });
    expect(selector()).toHaveProperty('disabled', true);
    expect(screen.getByText(/There can be at most 2 rules/)).toBeTruthy();
  });

  test('is full with ten rules unless something else is said', () => {
    const others = Array.from({ length: 9 }, (_, index) => allow(String(100 + index)));
    openList([...others, everyone]);
    expect(selector()).toHaveProperty('disabled', true);
  });

  test('a problem of a rule is shown at the rule', () => {
    openList([allow('2'), deny('3'), everyone], {
      problems: [{ path: 'access_control_list.1.role_id', message: 'Invalid role' }],
    });
    expect(within(rows()[1] as HTMLElement).getByRole('alert').textContent).toBe('Invalid role');
  });
});

describe('trying the rules', () => {
  const member = () => screen.getByRole('combobox', { name: 'Try it' });

  test('tells what becomes of a member, and shows the rule that decides', async () => {
    const { user } = openList([deny('4'), allow('2'), { role_id: GUILD, action: 'deny' }]);
    expect(screen.getByText('A member without roles: denied, by rule 3')).toBeTruthy();
    await choose(user, member(), 'Members');
    expect(await screen.findByText('A member with these roles: allowed, by rule 2')).toBeTruthy();
    expect(rows().map((row) => row.getAttribute('aria-current'))).toEqual([null, 'true', null]);
    await user.click(screen.getByRole('option', { name: 'Muted' }));
    expect(screen.getByText('A member with these roles: denied, by rule 1')).toBeTruthy();
  });

  test('follows the order of the rules', async () => {
    const { user } = openList([deny('4'), allow('2'), everyone]);
    await choose(user, member(), 'Members');
    await user.click(screen.getByRole('option', { name: 'Muted' }));
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Move Members up' }));
    expect(screen.getByText('A member with these roles: allowed, by rule 1')).toBeTruthy();
  });
});
