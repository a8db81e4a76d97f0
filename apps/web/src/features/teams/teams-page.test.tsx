import { screen, waitFor, within } from '@testing-library/react';
import type { TeamMember } from '@tickets/contract/teams/teams';
import { describe, expect, test } from 'vitest';
import { readToasts } from '../../lib/page/toast.ts';
import { json, type SeenRequest } from '../../test/fetch-stub.ts';
import { openServerPage } from '../../test/server-page.tsx';

const team = (id: number, name: string) => ({ id, guild_id: '1', name, on_call_role_id: null });
const role = (id: string, name: string, position: number) => ({
  id,
  name,
  color: 0xff0000,
  position,
  managed: false,
  permissions: '0',
});
const person = (id: string, name: string): TeamMember => ({ id, type: 0, name, avatar: '' });
const panel = (panel_id: number, title: string, default_team: boolean, teams: number[]) => ({
  panel_id,
  title,
  default_team,
  teams,
});
const success = () => json(200, { success: true });

function open(path = 'teams', answers: Record<string, (request: SeenRequest) => Response> = {}) {
  const all: Record<string, (request: SeenRequest) => Response> = {
    'GET team': () => json(200, [team(3, 'Billing'), team(4, 'Trainers')]),
    'GET panels': () =>
      json(200, [panel(7, 'Help', true, [3]), panel(8, 'Refunds', false, [3]), panel(9, 'Old', true, [])]),
    'GET roles': () =>
      json(200, {
        success: true,
        roles: [
          { ...role('24', 'Tickets', 3), managed: true, of_this_bot: true },
          ...[role('21', 'Support', 2), role('22', 'Cashiers', 1), role('1', '@everyone', 0)],
        ],
      }),
    'GET staff/administrators': () =>
      json(200, [
        { ...person('8', 'olive'), is_owner: true },
        { ...person('9', 'nelly'), is_owner: false },
        { id: '23', type: 1, name: 'Bosses', is_owner: false },
      ]),
    // The server counts administrators to it.
    'GET team/default': () =>
      json(200, [{ id: '21', type: 1, name: 'Support' }, person('9', 'nelly'), person('5', 'sam')]),
    'GET team/3': () =>
      json(200, [{ id: '22', type: 1, name: 'Cashiers' }, { id: '99', type: 1 }, person('6', 'basil')]),
    'GET team/4': () => json(200, []),
    'GET team/5': () => json(200, []),
    'GET members/search': () =>
      json(200, [
        {
          user: { id: '7', username: 'ann', global_name: null, avatar: '', bot: false },
          nick: null,
          roles: [],
        },
      ]),
    ...answers,
  };
  return { ...openServerPage(path, all), answers: all };
}

const toasts = () => readToasts().map(({ kind, text }) => `${kind}: ${text}`);
const names = async (list: string) => {
  const region = within(await screen.findByRole('region', { name: list }));
  await waitFor(() => expect(region.getByRole('table').getAttribute('aria-busy')).toBeNull());
  return region
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);
};
const ofCard = (title: string) =>
  within(screen.getByRole('heading', { name: title, level: 2 }).closest('section') as HTMLElement);
const manage = () => ofCard('Manage Teams');

describe('a team', () => {
  test('has the cards of the loaded page while it loads', async () => {
    let arrive = () => {};
    const held = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    open('teams', { 'GET team': (() => held.then(() => json(200, [team(3, 'Billing')]))) as never });
    const cards = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeTruthy());
    const waiting = cards();
    arrive();
    await screen.findByRole('combobox', { name: 'Team' });
    expect(waiting).toEqual(cards());
  });

  test('is Default at first, and cannot be deleted then', async () => {
    const { asked } = open();
    expect(await names('Members of Default')).toEqual(['Support', 'sam']);
    expect(asked('GET', 'team/default')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
    expect(await screen.findByText('Answers the tickets of Help and Old.')).toBeTruthy();
    const chooser = manage().getByRole('combobox', { name: 'Team' });
    expect(chooser.textContent).toContain('Default');
  });

  test('that is chosen is in the address, with its members, who uses it, and a button to delete it', async () => {
    const { user, router } = open();
    await names('Members of Default');
    await user.click(manage().getByRole('combobox', { name: 'Team' }));
    const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    expect(offered).toEqual(['Default', 'Billing', 'Trainers']);
    await user.click(screen.getByRole('option', { name: 'Billing' }));
    expect(await names('Members of Billing')).toEqual(['Cashiers', 'Unknown role', 'basil']);
    expect(router.state.location.href).toBe('/manage/1/teams?team=3');
    expect(screen.getByText('Answers the tickets of Help and Refunds.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Delete Billing' })).toBeTruthy();
  });

  test('that is created is told, and chosen; its name is looked at before and by the server', async () => {
    const { user, asked, answers } = open('teams', { 'POST team': () => json(200, team(5, 'Night shift')) });
    await names('Members of Default');
    const card = ofCard('Create Team');
    await user.click(card.getByRole('button', { name: 'Submit' }));
    expect(await card.findByText('Team name must be between 1 and 32 characters')).toBeTruthy();
    expect(asked('POST', 'team')).toEqual([]);
    await user.type(card.getByLabelText('Name'), 'Night shift{Enter}');
    await waitFor(() => expect(toasts()).toEqual(['success: Team Night shift has been created']));
    expect(asked('POST', 'team')[0]?.body).toEqual({ name: 'Night shift' });
    expect(await screen.findByRole('button', { name: 'Delete Night shift' })).toBeTruthy();
    const text = 'Team already exists';
    answers['POST team'] = () =>
      json(400, { success: false, error: text, fields: [{ path: 'name', message: text }] });
    await user.type(card.getByLabelText('Name'), 'Billing{Enter}');
    expect(await card.findByText(text)).toBeTruthy();
  });

  test('is deleted after it is said what goes with it; then Default is chosen, and loaded again', async () => {
    const { user, asked, router } = open('teams?team=3', { 'DELETE team/3': success });
    await names('Members of Billing');
    await user.click(await screen.findByRole('button', { name: 'Delete Billing' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(
      dialog.getByText(
        'Are you sure you want to delete the team Billing? It has 2 roles and 1 person. It is used by the panels Help and Refunds; they will do without it. Only administrators will see the tickets of Refunds then, until you choose another team there.',
      ),
    ).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(toasts()).toEqual(['success: Team deleted successfully']));
    expect(await names('Members of Default')).toEqual(['Support', 'sam']);
    expect(asked('GET', 'team/default')).toHaveLength(1);
    expect(router.state.location.href).toBe('/manage/1/teams');
    await user.click(manage().getByRole('combobox', { name: 'Team' }));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      'Default',
      'Trainers',
    ]);
  });

  test('without members says what to do, and that no panel uses it', async () => {
    const { user } = open('teams?team=4');
    expect(await screen.findByText('Nobody is in this team')).toBeTruthy();
    expect(await screen.findByText(/^No panel uses this team\./)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Delete Trainers' }));
    expect(
      await screen.findByText(
        'Are you sure you want to delete the team Trainers? Nobody is in it. No panel uses it.',
      ),
    ).toBeTruthy();
  });

  test('that is loaded too often says so, and can be asked for again', async () => {
    const { user, answers } = open('teams', {
      'GET team/default': () =>
        json(429, { success: false, error: 'slow down', code: 'request.rate_limited' }),
    });
    expect(
      await screen.findByText("You're doing that too fast: please wait a few seconds and try again"),
    ).toBeTruthy();
    answers['GET team/default'] = () => json(200, [person('5', 'sam')]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await names('Members of Default')).toEqual(['sam']);
  });

  test('list that cannot be loaded says why', async () => {
    open('teams', { 'GET team': () => json(400, { success: false, error: 'Boom' }) });
    expect(await screen.findAllByText('Failed to load teams: Boom')).toHaveLength(1);
  });
});

describe('members', () => {
  test('are added by role once one is chosen, and told; who is in it is not offered', async () => {
    const { user, asked } = open('teams', { 'PUT team/default/22': success });
    await names('Members of Default');
    const add = manage().getByRole<HTMLButtonElement>('button', { name: 'Add role' });
    expect(add.disabled).toBe(true);
    await user.click(manage().getByRole('combobox', { name: 'Add Role' }));
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Cashiers']);
    await user.click(options[0] as HTMLElement); // the one that was just counted
    expect(add.disabled).toBe(false);
    await user.click(add);
    await waitFor(() =>
      expect(toasts()).toEqual(['success: Cashiers has been added to the support team Default']),
    );
    expect(asked('PUT', 'team/default/22')[0]?.url.search).toBe('?type=1');
    expect(await names('Members of Default')).toEqual(['Support', 'Cashiers', 'sam']);
    expect(add.disabled).toBe(true);
    // The button, which was pressed, is off: the next role is chosen from here.
    expect(document.activeElement).toBe(manage().getByRole('combobox', { name: 'Add Role' }));
    expect(manage().queryByRole('button', { name: 'Add person' })).toBeNull();
  });

  test('of a named team are people, too, found by their names', async () => {
    const { user, asked } = open('teams?team=4', { 'PUT team/4/7': success });
    await screen.findByText('Nobody is in this team');
    const add = manage().getByRole<HTMLButtonElement>('button', { name: 'Add person' });
    expect(add.disabled).toBe(true);
    await user.type(await manage().findByRole('combobox', { name: 'Add Person' }), 'an');
    await user.click(await screen.findByRole('option', { name: 'ann' }));
    await user.click(add);
    await waitFor(() =>
      expect(toasts()).toEqual(['success: ann has been added to the support team Trainers']),
    );
    expect(asked('PUT', 'team/4/7')[0]?.url.search).toBe('?type=0');
    expect(await names('Members of Trainers')).toEqual(['ann']);
    const box = await manage().findByRole<HTMLInputElement>('combobox', { name: 'Add Person' });
    expect([box.value, add.disabled]).toEqual(['', true]);
    await waitFor(() =>
      expect(document.activeElement).toBe(manage().getByRole('combobox', { name: 'Add Person' })),
    );
  });

  test('that are refused leave the focus at the button that was pressed', async () => {
    const { user } = open('teams', {
      'PUT team/default/22': () => json(400, { success: false, error: 'Too many roles' }),
    });
    await names('Members of Default');
    await user.click(manage().getByRole('combobox', { name: 'Add Role' }));
    await user.click(await screen.findByRole('option', { name: 'Cashiers' }));
    const add = manage().getByRole<HTMLButtonElement>('button', { name: 'Add role' });
    await user.click(add);
    await waitFor(() => expect(toasts()).toEqual(['error: Too many roles']));
    await waitFor(() => expect(document.activeElement).toBe(add));
  });

  test.each([
    [
      'Cashiers',
      /^Members with the role Cashiers will no longer see the tickets of Help and Refunds/,
      '22',
      1,
    ],
    ['Unknown role', /^This role is no longer in the server, so nobody loses access/, '99', 1],
    ['basil', /^basil will no longer see the tickets of Help and Refunds/, '6', 0],
  ])('%s is removed after it is said what that takes', async (name, consequence, id, type) => {
    const { user, asked } = open('teams?team=3', { [`DELETE team/3/${id}`]: success });
    await names('Members of Billing');
    await user.click(manage().getByRole('button', { name: `Remove ${name}` }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove from the team?' }));
    expect(dialog.getByText(consequence)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(toasts()).toEqual([`success: ${name} has been removed from the team`]));
    expect(asked('DELETE', `team/3/${id}`)[0]?.url.search).toBe(`?type=${type}`);
    expect(await names('Members of Billing')).not.toContain(name);
  });
});

describe('administrators', () => {
  test('are listed with the owner, who stays, and oneself, whom another has to remove', async () => {
    open();
    expect(await names('Administrators')).toEqual(['olive', 'nelly', 'Bosses']);
    const card = ofCard('Administrators');
    expect(card.queryByRole('button', { name: 'Remove olive' })).toBeNull();
    expect(card.getByRole<HTMLButtonElement>('button', { name: 'Remove nelly' }).disabled).toBe(true);
    expect(card.getByText('Owner')).toBeTruthy();
  });

  test('are added and removed, which is told', async () => {
    const admins = [{ ...person('8', 'olive'), is_owner: true }];
    const { user, asked } = open('teams', {
      'GET staff/administrators': () => json(200, admins),
      'PUT staff/administrators/22': () => {
        admins.push({ id: '22', type: 1, name: 'Cashiers', is_owner: false });
        return success();
      },
      'DELETE staff/administrators/22': () => {
        admins.pop();
        return success();
      },
    });
    await names('Administrators');
    const card = ofCard('Administrators');
    await user.click(card.getByRole('combobox', { name: 'Add Role' }));
    await user.click(await screen.findByRole('option', { name: 'Cashiers' }));
    await user.click(card.getByRole('button', { name: 'Add role' }));
    await waitFor(() => expect(toasts()).toEqual(['success: Cashiers can administer the bot now']));
    expect(asked('PUT', 'staff/administrators/22')[0]?.url.search).toBe('?type=1');
    await waitFor(async () => expect(await names('Administrators')).toEqual(['olive', 'Cashiers']));
    await user.click(card.getByRole('button', { name: 'Remove Cashiers' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove this administrator?' }));
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(toasts()[0]).toContain('administer the bot'));
    await waitFor(async () => expect(await names('Administrators')).toEqual(['olive']));
  });
});

test('the page, and its entry in the menu, are for administrators', async () => {
  const { asked } = open();
  expect(await screen.findByRole('link', { name: 'Staff Teams' })).toBeTruthy();
  expect(asked('GET', 'team').length).toBe(1);
});
