import { screen, waitFor, within } from '@testing-library/react';
import { multiPanelDefaults } from '@tickets/contract/panels/panel-defaults';
import type { Panel } from '@tickets/contract/panels/panels';
import { namesOf } from '@tickets/contract/platform/fields';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { embedPayload, newEmbed } from '../../components/editors/embed-form.ts';
import { json } from '../../test/fetch-stub.ts';
import { samplePanel } from '../../test/sample-panel.ts';
import { openServerPage } from '../../test/server-page.tsx';

const NEWS = '175928847299117065';
const CREW = '175928847299117066';
const panels: Panel[] = [
  { ...samplePanel, disabled: false },
  { ...samplePanel, panel_id: 8, title: 'General', emote: '📩', use_custom_emoji: false },
  { ...samplePanel, panel_id: 9, title: 'Wordless', button_label: '' },
];
const multiPanel = {
  id: 4,
  guild_id: '1',
  channel_id: '11',
  message_id: '5',
  message_state: 'posted',
  version: 1,
  select_menu: true,
  select_menu_placeholder: 'What is it about?',
  embed: embedPayload(newEmbed({ title: 'Pick one' })),
  panels: [8, 7],
};

function open(path: string, changes: Parameters<typeof openServerPage>[1] = {}) {
  const page = openServerPage(path, {
    'GET panels': () => json(200, panels),
    'GET multipanels': () => json(200, { success: true, data: [multiPanel] }),
    'GET channels': () =>
      json(200, [
        { id: '11', guild_id: '1', name: 'general', type: 0, position: 1, parent_id: null },
        { id: NEWS, guild_id: '1', name: 'news', type: 5, position: 2, parent_id: null },
      ]),
    'GET emojis': () => json(200, []),
    'GET roles': () =>
      json(200, {
        success: true,
        roles: [{ id: CREW, name: 'Crew', color: 0, position: 1, managed: false, permissions: '0' }],
      }),
    'GET forms': () => json(200, []),
    'GET premium': () => json(200, { premium: false, tier: -1 }),
    'POST multipanels': () => json(200, { success: true, data: multiPanel }),
    'PATCH multipanels/4': () => json(200, { success: true, data: multiPanel }),
    ...changes,
  });
  const told: string[] = [];
  page.router.subscribe('onBeforeNavigate', ({ toLocation }) => told.push(toLocation.href));
  return { ...page, told };
}

type User = ReturnType<typeof open>['user'];

async function choose(user: User, field: RegExp, option: string) {
  await user.click(await screen.findByRole('combobox', { name: field }));
  await user.click(await screen.findByRole('option', { name: option }));
}

const chosen = () =>
  within(screen.getByRole('list', { name: 'Chosen panels' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent?.replace(/^\d+/, ''));

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});

describe('multi-panel editor', () => {
  test('the preview names the channels and roles that the text mentions', async () => {
    const { user } = open('panels/create-multi');
    await user.click(await screen.findByRole('textbox', { name: 'Description' }));
    await user.paste(`See <#${NEWS}> or ask <@&${CREW}>`);
    const preview = within(screen.getByRole('figure', { name: 'Preview' }));
    expect(await preview.findByText('#news')).toBeTruthy();
    expect(await preview.findByText('@Crew')).toBeTruthy();
  });

  test('creates one with the panels in the chosen order, and goes to the list with created=true', async () => {
    const { user, asked, told } = open('panels/create-multi');
    await choose(user, /^Panel channel/, 'general');
    await choose(user, /^Panels \(minimum 2\)/, 'Billing');
    await choose(user, /^Panels \(minimum 2\)/, 'General');
    expect(chosen()).toEqual(['Billing', 'General']);
    await user.click(screen.getByRole('button', { name: 'Move General up' }));
    expect(chosen()).toEqual(['General', 'Billing']);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move General down');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(told).toContain('/manage/1/panels?created=true'));
    expect(asked('POST', 'multipanels')[0]?.body).toEqual({
      channel_id: '11',
      panels: [8, 7],
      select_menu: false,
      select_menu_placeholder: null,
      embed: embedPayload(newEmbed({ title: 'Open a ticket!' })),
    });
  });

  test('asks for two panels and a channel before anything is sent', async () => {
    const { user, asked } = open('panels/create-multi');
    await choose(user, /^Panels \(minimum 2\)/, 'Billing');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(screen.getByText('Choose at least 2 panels.')).toBeTruthy();
    expect(screen.getByRole('combobox', { name: /^Panel channel/ }).getAttribute('aria-invalid')).toBe(
      'true',
    );
    expect(asked('POST', 'multipanels')).toEqual([]);
  });

  test('the placeholder can only be written for a dropdown menu', async () => {
    const { user } = open('panels/create-multi');
    const box = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Dropdown placeholder/ });
    expect(box.placeholder).toBe('Select a topic...');
    expect(box.disabled).toBe(true);
    await user.click(screen.getByRole('switch', { name: 'Use dropdown menu' }));
    expect(box.disabled).toBe(false);
  });

  test('a menu needs a button text of each panel, and says which has none', async () => {
    const { user, asked } = open('panels/edit-multi/4');
    await choose(user, /^Panels \(minimum 2\)/, 'Wordless');
    expect(screen.getByText('Has no button text, which a dropdown menu needs.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText(/“Wordless” needs a button text/)).toBeTruthy();
    expect(asked('PATCH', 'multipanels/4')).toEqual([]);
  });

  test('edits the multi-panel of the address, and goes to the list with edited=true', async () => {
    const { user, asked, told } = open('panels/edit-multi/4');
    const title = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' });
    expect(title.value).toBe('Pick one');
    expect(chosen()).toEqual(['General', 'Billing']);
    await user.click(screen.getByRole('button', { name: 'Remove Billing' }));
    await choose(user, /^Panels \(minimum 2\)/, 'Billing');
    await user.type(title, '!');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(told).toContain('/manage/1/panels?edited=true'));
    expect(asked('PATCH', 'multipanels/4')[0]?.body).toMatchObject({
      panels: [8, 7],
      select_menu: true,
      select_menu_placeholder: 'What is it about?',
      embed: { title: 'Pick one!' },
    });
  });

  test('a refusal of any field is told at it', async () => {
    const paths = namesOf(multiPanelDefaults);
    const { user } = open('panels/edit-multi/4', {
      'PATCH multipanels/4': () =>
        json(400, {
          success: false,
          error: 'Several problems',
          code: 'request.invalid',
          fields: paths.map((path) => ({ path, message: `Wrong ${path}` })),
        }),
    });
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    await waitFor(() => {
      const alerts = screen.getAllByRole('alert').map(({ textContent }) => textContent);
      expect(alerts).toEqual(expect.arrayContaining(paths.map((path) => `Wrong ${path}`)));
    });
  });

  test('without premium its footer cannot be changed', async () => {
    const { user } = open('panels/create-multi');
    await user.click(await screen.findByRole('button', { name: /^Footer/ }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Footer Text/ }).disabled).toBe(true);
  });

  test('where premium cannot be read the page says so, and locks nothing for the lack of it', async () => {
    open('panels/create-multi', { 'GET premium': () => json(400, { success: false, error: 'Not now' }) });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(screen.getAllByText('Failed to load premium status: Not now')).toHaveLength(1);
  });

  test('one that does not exist leads to the list with notfound=true', async () => {
    const { told } = open('panels/edit-multi/999');
    await waitFor(() => expect(told).toContain('/manage/1/panels?notfound=true'));
  });
});
