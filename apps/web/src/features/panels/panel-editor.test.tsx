import { act, screen, waitFor, within } from '@testing-library/react';
import { CustomEmbedInput } from '@tickets/contract/embeds/embeds';
import { panelDefaults } from '@tickets/contract/panels/panel-defaults';
import { namesOf } from '@tickets/contract/platform/fields';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { json, type SeenRequest } from '../../test/fetch-stub.ts';
import { samplePanel } from '../../test/sample-panel.ts';
import { openServerPage } from '../../test/server-page.tsx';
import { fieldOfPath } from './panel-problems.ts';

const channel = (id: string, name: string, type: number) => ({
  id,
  guild_id: '1',
  name,
  type,
  position: Number(id),
  parent_id: null,
});
const channels = [
  channel('10', 'Support', 4),
  channel('11', 'general', 0),
  channel('12', 'Waiting', 4),
  channel('13', 'news', 5),
];
const role = (id: string, name: string) => ({
  id,
  name,
  color: 0,
  position: 1,
  managed: false,
  permissions: '0',
});
const form = (form_id: number, title: string) => ({
  form_id,
  guild_id: '1',
  title,
  custom_id: 'f',
  inputs: [],
});

const welcomeWithFooter = CustomEmbedInput.parse({ description: 'Hello', footer: { text: 'The bakery' } });

type Answer = (request: SeenRequest) => Response;

function open(path: string, changes: Record<string, Answer> = {}) {
  return openServerPage(path, {
    'GET panels': () => json(200, [samplePanel]),
    'GET multipanels': () => json(200, { success: true, data: [] }),
    'GET channels': () => json(200, channels),
    'GET roles': () => json(200, { success: true, roles: [role('1', '@everyone'), role('21', 'Crew')] }),
    'GET emojis': () => json(200, [{ id: '50', name: 'ship', animated: false }]),
    'GET forms': () => json(200, [form(3, 'Order'), form(4, 'Survey')]),
    'GET team': () =>
      json(
        200,
        [5, 6].map((id) => ({ id, guild_id: '1', name: `Team ${id}`, on_call_role_id: null })),
      ),
    'GET premium': () => json(200, { premium: true, tier: 0 }),
    'GET settings': () => json(400, { success: false, error: 'Not now' }),
    'POST panels': () => json(200, { success: true, panel_id: 9 }),
    'PATCH panels/7': () => json(200, { success: true }),
    ...changes,
  });
}

type User = ReturnType<typeof open>['user'];

async function choose(user: User, field: RegExp, option: string) {
  await user.click(screen.getByRole('combobox', { name: field }));
  await user.click(await screen.findByRole('option', { name: option }));
}

async function fillIn(user: User, name: string, text: string) {
  const box = await screen.findByRole('textbox', { name });
  await user.clear(box);
  await user.type(box, text);
}

/** What stands in the section, which is in the page even while it is folded. */
const inMessage = async () => within(await screen.findByRole('region', { name: 'Panel Message' }));
const section = (name: RegExp) => screen.findByRole('button', { name, expanded: false });

beforeEach(() => {
  // Wide enough for form and preview side by side.
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});

describe('creating a panel', () => {
  test('sends the whole body and goes to the list with created=true', async () => {
    const { user, asked, router } = open('panels/create');
    const told: string[] = [];
    router.subscribe('onBeforeNavigate', ({ toLocation }) => told.push(toLocation.href));
    await fillIn(user, 'Button text', 'Help');
    await choose(user, /^Channel/, 'news');
    await user.click(await section(/^Ticket Properties/));
    await choose(user, /^Mention on open/, 'Ticket opener');
    await user.keyboard('{Escape}');
    await choose(user, /^Form/, 'Order');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(told).toContain('/manage/1/panels?created=true'));
    expect(asked('POST', 'panels')[0]?.body).toMatchObject({
      channel_id: '13',
      colour: 3066993,
      button_style: '1',
      button_label: 'Help',
      emote: '📩',
      mentions: ['user'],
      form_id: 3,
      default_team: true,
      access_control_list: [{ role_id: '1', action: 'allow' }],
    });
  });

  test('begins with the text that the button would have', async () => {
    open('panels/create');
    const box = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Button text' });
    expect(box.value).toBe('Open a ticket');
  });

  test('as a copy begins with all that the other one has, under a title of its own', async () => {
    const { user, asked } = open('panels/create?from=7');
    const title = (await inMessage()).getByRole<HTMLInputElement>('textbox', { name: 'Title' });
    expect(title.value).toBe('Billing (copy)');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(asked('POST', 'panels')).toHaveLength(1));
    expect(asked('POST', 'panels')[0]?.body).toMatchObject({
      title: 'Billing (copy)',
      content: 'Ask us.',
      teams: [5, 6],
    });
  });

  test('as a copy begins without what needs premium, where the server has none any more', async () => {
    const { user, asked } = open('panels/create?from=7', {
      'GET premium': () => json(200, { premium: false, tier: -1 }),
      'GET panels': () =>
        json(200, [
          {
            ...samplePanel,
            exit_survey_form_id: 4,
            pending_category: '12',
            welcome_message: welcomeWithFooter,
          },
        ]),
    });
    await user.click(await screen.findByRole('button', { name: 'Create' }));
    await waitFor(() => expect(asked('POST', 'panels')).toHaveLength(1));
    expect(asked('POST', 'panels')[0]?.body).toMatchObject({
      exit_survey_form_id: null,
      pending_category: null,
      welcome_message: { description: 'Hello', footer: { text: null, icon_url: null } },
    });
  });

  test('says that no panel is left before anything is filled in', async () => {
    const panels = [7, 8, 9].map((panel_id) => ({ ...samplePanel, panel_id }));
    open('panels/create', {
      'GET panels': () => json(200, panels),
      // Earned by voting.
      'GET premium': ({ url }) => {
        const premium = url.searchParams.get('include_voting') === 'true';
        return json(200, { premium, tier: premium ? 0 : -1 });
      },
    });
    expect(await screen.findByText('This server has 3 of 3 panels')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Create' })).toBeNull();
  });

  test('where premium cannot be read the page says so, and asks again; nothing is called used up', async () => {
    let down = true;
    const panels = [7, 8, 9].map((panel_id) => ({ ...samplePanel, panel_id }));
    const { user } = open('panels/create', {
      'GET panels': () => json(200, panels),
      'GET premium': () =>
        down ? json(400, { success: false, error: 'Not now' }) : json(200, { premium: true, tier: 0 }),
    });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getAllByText('Failed to load premium status: Not now')).toHaveLength(1);
    expect(screen.queryByText(/of 3 panels/)).toBeNull();
    down = false;
    await user.click(retry);
    expect(await screen.findByRole('button', { name: 'Create' })).toBeTruthy();
  });

  test('stays as it is when somebody else makes the last panel meanwhile', async () => {
    const panels = [7, 8].map((panel_id) => ({ ...samplePanel, panel_id }));
    const { user, asked } = open('panels/create', {
      'GET panels': () => json(200, panels),
      'GET premium': () => json(200, { premium: false, tier: -1 }),
    });
    await fillIn(user, 'Button text', 'Help');
    panels.push({ ...samplePanel, panel_id: 9 });
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(asked('GET', 'panels').length).toBeGreaterThan(1));
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.getByDisplayValue('Help')).toBeTruthy();
  });

  test('what is no single emoji, and a naming scheme of nothing, are told at their fields before anything is sent', async () => {
    const { user, asked } = open('panels/create');
    await fillIn(user, 'Emoji', 'abc');
    await choose(user, /^Channel/, 'news');
    expect(document.querySelector('img[src^="/emoji/61"]')).toBeNull();
    await user.click(await section(/^Ticket Properties/));
    await user.click(screen.getByRole('switch', { name: 'Use server default' }));
    await user.clear(screen.getByRole('textbox', { name: 'Custom naming scheme' }));
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('Enter a single emoji, or its name such as :ticket:.')).toBeTruthy();
    expect(screen.getByText('Enter a naming scheme, or turn on “Use server default”.')).toBeTruthy();
    expect(asked('POST', 'panels')).toEqual([]);
  });

  test('without a channel nothing is sent, and the field says so', async () => {
    const { user, asked } = open('panels/create');
    await user.click(await screen.findByRole('button', { name: 'Create' }));
    const field = screen.getByRole('combobox', { name: /^Channel/ });
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(asked('POST', 'panels')).toEqual([]);
  });

  test('a refusal opens the section of its field, and keeps every value', async () => {
    const { user } = open('panels/create', {
      'POST panels': () =>
        json(400, {
          success: false,
          error: 'Invalid support team',
          code: 'panel.team_invalid',
          fields: [{ path: 'teams.0', message: 'Invalid support team' }],
        }),
    });
    await fillIn(user, 'Button text', 'Help');
    await choose(user, /^Channel/, 'general');
    const tickets = await section(/^Ticket Properties/);
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(tickets.getAttribute('aria-expanded')).toBe('true'));
    const properties = screen.getByRole('region', { name: 'Ticket Properties' });
    expect(within(properties).getByRole('alert').textContent).toBe('Invalid support team');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Button text' }).value).toBe('Help');
  });

  test('disabling warns, and the warning goes with it', async () => {
    const { user } = open('panels/create');
    const text = 'You will be unable to open any tickets with this panel';
    const toggle = await screen.findByRole('switch', { name: 'Disable panel' });
    expect(screen.queryByText(text)).toBeNull();
    await user.click(toggle);
    expect(screen.getByText(text)).toBeTruthy();
    await user.click(toggle);
    expect(screen.queryByText(text)).toBeNull();
  });

  test('the preview names the channels and roles that the text mentions', async () => {
    const [news, crew] = ['175928847299117065', '175928847299117066'];
    const { user } = open('panels/create', {
      'GET channels': () => json(200, [channel(news, 'news', 5)]),
      'GET roles': () => json(200, { success: true, roles: [role(crew, 'Crew')] }),
    });
    await user.click(await screen.findByRole('textbox', { name: 'Content' }));
    await user.paste(`See <#${news}> or ask <@&${crew}>`);
    const preview = within(screen.getByRole('figure', { name: 'Preview' }));
    expect(await preview.findByText('#news')).toBeTruthy();
    expect(preview.getByText('@Crew')).toBeTruthy();
  });

  test('an emoji field that is empty says that there is none, and null is sent', async () => {
    const { user, asked } = open('panels/create');
    const emoji = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Emoji' });
    await user.clear(emoji);
    expect(emoji.placeholder).toBe('No emoji');
    await choose(user, /^Channel/, 'news');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(asked('POST', 'panels')[0]?.body).toMatchObject({ emote: null }));
  });

  test('the preview follows what is typed', async () => {
    const { user } = open('panels/create');
    const preview = await screen.findByRole('figure', { name: 'Preview' });
    expect(within(preview).getByText('Open a ticket!')).toBeTruthy();
    await user.type((await inMessage()).getByRole('textbox', { name: 'Title' }), 'Lost cargo');
    await waitFor(() => expect(within(preview).getByText('Lost cargo')).toBeTruthy());
  });

  test('without premium the exit survey and the awaiting-response category cannot be chosen', async () => {
    const { user } = open('panels/create', { 'GET premium': () => json(200, { premium: false, tier: -1 }) });
    await user.click(await section(/^Ticket Properties/));
    for (const name of [/^Exit survey form/, /^Awaiting-response category/])
      expect(screen.getByRole<HTMLButtonElement>('combobox', { name }).disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('combobox', { name: /^Form/ }).disabled).toBe(false);
  });

  test('the awaiting-response category offers categories and Disabled, and nothing else', async () => {
    const { user } = open('panels/create');
    await user.click(await section(/^Ticket Properties/));
    await user.click(screen.getByRole('combobox', { name: /^Awaiting-response category/ }));
    const options = within(await screen.findByRole('listbox')).getAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual(['Disabled', 'Support', 'Waiting']);
  });

  test('has four sections that fold, in their order', async () => {
    open('panels/create');
    await screen.findByRole('button', { name: 'Create' });
    const heads = screen.getAllByRole('heading', { level: 3 });
    expect(heads.map((head) => head.textContent?.replace(/(Properties|Message|Control).*/, '$1'))).toEqual([
      'Ticket Properties',
      'Panel Message',
      'Welcome Message',
      'Access Control',
    ]);
  });
});

describe('editing a panel', () => {
  test('loads the panel of the address, sends it back, and goes to the list with edited=true', async () => {
    const { user, asked, router } = open('panels/edit/7');
    const told: string[] = [];
    router.subscribe('onBeforeNavigate', ({ toLocation }) => told.push(toLocation.href));
    const title = await (await inMessage()).findByRole<HTMLInputElement>('textbox', { name: 'Title' });
    expect(title.value).toBe('Billing');
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Custom emoji' }).checked).toBe(true);
    await user.type(title, '!');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(told).toContain('/manage/1/panels?edited=true'));
    expect(asked('PATCH', 'panels/7')[0]?.body).toMatchObject({
      title: 'Billing!',
      button_style: '3',
      emote: { id: '50', name: 'ship' },
      teams: [5, 6],
      pending_category: '12',
    });
  });

  test('a refusal of any field is told at a field of the form', async () => {
    const paths = [...new Set(namesOf(panelDefaults).map(fieldOfPath))];
    const { user } = open('panels/edit/7', {
      'PATCH panels/7': () =>
        json(400, {
          success: false,
          error: 'Several problems',
          code: 'request.invalid',
          fields: paths.map((path) => ({ path, message: `Wrong ${path}` })),
        }),
    });
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    await waitFor(() => {
      const told = screen.getAllByRole('alert').map(({ textContent }) => textContent);
      expect(told).toEqual(expect.arrayContaining(paths.map((path) => `Wrong ${path}`)));
    });
  });

  test('a panel that does not exist leads to the list with notfound=true', async () => {
    const { router } = open('panels/edit/999');
    const told: string[] = [];
    router.subscribe('onBeforeNavigate', ({ toLocation }) => told.push(toLocation.href));
    await waitFor(() => expect(told).toContain('/manage/1/panels?notfound=true'));
  });

  test('Reset brings back what is stored', async () => {
    const { user } = open('panels/edit/7');
    const title = await (await inMessage()).findByRole<HTMLInputElement>('textbox', { name: 'Title' });
    await user.type(title, '!');
    expect(screen.getByText('You have unsaved changes')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    expect(title.value).toBe('Billing');
  });

  test('one that lacks premium cannot be edited by its address either', async () => {
    open('panels/edit/7', { 'GET panels': () => json(200, [{ ...samplePanel, force_disabled: true }]) });
    expect(await screen.findByText(/This panel is disabled and cannot be modified/)).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull();
  });

  test("switching to the server's welcome message hides the editor and sends null", async () => {
    const { user, asked } = open('panels/edit/7');
    await user.click(await section(/^Welcome Message/));
    expect(screen.getByRole('textbox', { name: /^Description/ })).toBeTruthy();
    await user.click(screen.getByRole('switch', { name: 'Use the server’s welcome message' }));
    expect(screen.queryByRole('textbox', { name: /^Description/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(asked('PATCH', 'panels/7')).toHaveLength(1));
    expect(asked('PATCH', 'panels/7')[0]?.body).toMatchObject({ welcome_message: null });
  });
});
