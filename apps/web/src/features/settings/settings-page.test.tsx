import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { readToasts } from '../../lib/page/toast.ts';
import { json } from '../../test/fetch-stub.ts';
import { openServerPage } from '../../test/server-page.tsx';
import { sections } from './settings-sections.ts';

const channel = (id: string, name: string, type: number) => ({
  id,
  guild_id: '1',
  name,
  type,
  position: Number(id),
  parent_id: null,
});
const channels = [channel('10', 'Support', 4), channel('11', 'general', 0)];

const settings = {
  success: true,
  ticket_limit: 5,
  language: null,
  users_can_close: true,
  close_confirmation: true,
  feedback_enabled: false,
  anonymise_dashboard_responses: false,
  use_threads: false,
  ticket_notification_channel: null,
  archive_channel: '11',
  overflow_enabled: false,
  overflow_category_id: null,
  store_transcripts: true,
  hide_claim_button: false,
  disable_open_command: false,
  category: '10',
  naming_scheme: 'id',
  welcome_message: 'Hello',
  context_menu_permission_level: '0',
  context_menu_add_sender: true,
  context_menu_panel: null,
  claim_settings: { support_can_view: true, support_can_type: false },
  auto_close: { enabled: true, on_user_leave: false, since_open_with_no_response: 0, since_last_message: 0 },
  ticket_permissions: { attach_files: true, embed_links: true, add_reactions: true },
  colours: { 0: '#2ecc71', 1: '#fc3f35' },
  locales: [{ iso_short_code: 'en', local_name: 'English' }],
};
const allSaved = {
  success: true,
  error: null,
  welcome_message: true,
  ticket_limit: true,
  archive_channel: true,
  category: true,
  naming_scheme: true,
};

async function open(changes: Partial<Record<string, () => Response | Promise<Response>>> = {}) {
  const answers = {
    'GET settings': () => json(200, settings),
    'GET channels': () => json(200, channels),
    'GET panels': () => json(200, []),
    'GET premium': () => json(200, { premium: true, tier: 0 }),
    'POST settings': () => json(200, allSaved),
    ...changes,
  };
  const page = openServerPage('settings', answers);
  return { ...page, answers };
}

const toasts = () => readToasts().map(({ kind, text }) => `${kind}: ${text}`);
const submit = () => screen.getByRole('button', { name: 'Submit' });

describe('settings page', () => {
  test('there is one Submit, and it sends the whole object and says that it was saved', async () => {
    const { user, asked } = await open();
    await user.click(await screen.findByRole('switch', { name: 'Ask for feedback' }));
    expect(screen.getByText('You have unsaved changes')).toBeTruthy();
    await user.click(submit());
    await waitFor(() => expect(toasts()).toEqual(['success: Your settings have been saved.']));
    const { success: _, locales: __, ...sent } = settings;
    expect(asked('POST', 'settings')[0]?.body).toEqual({ ...sent, feedback_enabled: true });
  });

  test('after a save the values are those that the server answers', async () => {
    const { user, answers } = await open();
    const limit = await screen.findByLabelText<HTMLInputElement>('Per-user simultaneous ticket limit');
    await user.clear(limit);
    await user.type(limit, '7');
    answers['GET settings'] = () => json(200, { ...settings, ticket_limit: 6 });
    await user.click(submit());
    await waitFor(() => expect(limit.value).toBe('6'));
    expect(screen.queryByText('You have unsaved changes')).toBeNull();
  });

  test('a category or archive channel that is only proposed is said not to be set until it is saved', async () => {
    const { user, answers } = await open({
      'GET settings': () => json(200, { ...settings, category: '0', archive_channel: '0' }),
    });
    const hintOf = (field: HTMLElement) =>
      document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;
    const archive = await screen.findByRole('combobox', { name: 'Archive channel' });
    await user.click(screen.getByRole('button', { name: /^Tickets/ }));
    const category = screen.getByRole('combobox', { name: 'Channel category' });
    expect([archive.textContent, category.textContent]).toEqual(['general', 'Support']);
    for (const field of [archive, category]) expect(hintOf(field)).toContain('None is set yet');
    answers['GET settings'] = () => json(200, settings);
    await user.click(submit());
    await waitFor(() => {
      for (const field of [archive, category]) expect(hintOf(field)).not.toContain('None is set yet');
    });
  });

  test('what had the focus has it again once the save is over', async () => {
    let arrive = (_: Response) => {};
    const { user } = await open({
      'POST settings': () => new Promise<Response>((resolve) => (arrive = resolve)),
    });
    await user.click(await screen.findByRole('switch', { name: 'Ask for feedback' }));
    submit().focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(submit().hasAttribute('disabled')).toBe(true));
    // As browsers do with what cannot have the focus any more.
    submit().blur();
    arrive(json(200, allSaved));
    await waitFor(() => expect(document.activeElement).toBe(submit()));
  });

  test('a setting is found by a word of what it does', async () => {
    const { user } = await open();
    await user.type(await screen.findByRole('searchbox'), 'rating');
    expect(screen.getByRole('switch', { name: 'Ask for feedback' })).toBeTruthy();
    expect(screen.queryByRole('switch', { name: 'Ask before closing' })).toBeNull();
  });

  test('several fields that were not saved are one warning that names each once', async () => {
    const { user } = await open({ 'POST settings': () => json(200, { success: true, error: null }) });
    await user.click(await screen.findByRole('switch', { name: 'Ask for feedback' }));
    await user.click(submit());
    await waitFor(() => expect(readToasts()).toHaveLength(1));
    const [told] = toasts();
    expect(told?.match(/Your archive channel has not been saved\./g)).toHaveLength(1);
    for (const part of ['warning: ', 'welcome message', 'ticket limit', 'channel category'])
      expect(told).toContain(part);
  });

  test('a refused welcome message is told as a warning and at its field, and what was typed stays', async () => {
    const { user } = await open({
      'POST settings': () => json(200, { ...allSaved, welcome_message: false }),
    });
    await user.click(await screen.findByRole('button', { name: /^Tickets/ }));
    const message = await screen.findByLabelText<HTMLTextAreaElement>(/^Welcome message/);
    await user.clear(message);
    await user.click(submit());
    const text =
      'Your welcome message has not been saved. Welcome messages must be between 1 - 1000 characters in length.';
    await waitFor(() => expect(toasts()).toEqual([`warning: ${text}`]));
    expect(message.getAttribute('aria-invalid')).toBe('true');
    expect(message.value).toBe('');
  });

  test('placeholders are put where one was writing, and the preview shows them filled', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: /^Tickets/ }));
    const box = screen.getByLabelText<HTMLTextAreaElement>(/^Welcome message/);
    box.setSelectionRange(0, 0);
    await user.click(await screen.findByRole('button', { name: 'Insert a placeholder' }));
    await user.click(await screen.findByRole('menuitem', { name: /%server%/ }));
    expect(box.value).toBe('%server%Hello');
    expect(screen.getByText('OneHello')).toBeTruthy();
    await user.clear(box);
    await user.type(box, '%user% in %channel%');
    const [preview] = screen.getAllByRole('figure', { name: 'Preview' });
    await waitFor(() => expect(preview?.textContent).toContain('@Member in #ticket-1'));
  });

  test('placeholders of integrations are offered too', async () => {
    const { user } = await open({
      'GET integrations/placeholders': () => json(200, [{ name: 'player_rank', integration: 'Player Card' }]),
    });
    await user.click(await screen.findByRole('button', { name: /^Tickets/ }));
    const box = screen.getByLabelText<HTMLTextAreaElement>(/^Welcome message/);
    box.setSelectionRange(0, 0);
    await user.click(await screen.findByRole('button', { name: 'Insert a placeholder' }));
    await user.click(await screen.findByRole('menuitem', { name: /From the integration Player Card/ }));
    expect(box.value).toBe('%player_rank%Hello');
  });

  test('a refused save keeps every value and shows the problem at its field', async () => {
    const problem = 'You must select a ticket notification channel';
    const { user } = await open({
      'POST settings': () =>
        json(400, {
          success: false,
          error: problem,
          code: 'settings.notification_channel_missing',
          fields: [{ path: 'ticket_notification_channel', message: problem }],
        }),
    });
    await user.click(await screen.findByRole('button', { name: /^Thread Mode/ }));
    const threads = await screen.findByRole<HTMLInputElement>('switch', { name: 'Use threads' });
    await user.click(threads);
    await user.click(submit());
    await waitFor(() => expect(toasts()).toEqual([`error: ${problem}`]));
    const field = screen.getByLabelText(/^Ticket notification channel/);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    const [describedBy = ''] = field.getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(document.getElementById(describedBy)?.textContent).toBe(problem);
    expect(threads.checked).toBe(true);
  });

  test('a refusal of any setting is told at its field', async () => {
    const paths = sections.flatMap(({ fields }) => fields);
    const { user } = await open({
      'GET settings': () => json(200, { ...settings, use_threads: true }),
      'POST settings': () =>
        json(400, {
          success: false,
          error: 'Several problems',
          code: 'request.invalid',
          fields: paths.map((path) => ({ path, message: `Wrong ${path}` })),
        }),
    });
    await user.click(await screen.findByRole('switch', { name: 'Ask for feedback' }));
    await user.click(submit());
    await waitFor(() => {
      const told = screen.getAllByRole('alert', { hidden: true }).map(({ textContent }) => textContent);
      expect(told).toEqual(expect.arrayContaining(paths.map((path) => `Wrong ${path}`)));
    });
  });

  test('a saved archive channel that the list lacks is asked of Discord, and then has its name', async () => {
    const { asked } = await open({
      'GET settings': () => json(200, { ...settings, archive_channel: '77' }),
    });
    await waitFor(() =>
      expect(asked('GET', 'channels').map(({ url }) => url.search)).toEqual(['', '?refresh=true']),
    );
  });

  test('without premium the durations and colours cannot be changed', async () => {
    const { user } = await open({ 'GET premium': () => json(200, { premium: false, tier: -1 }) });
    await user.click(await screen.findByRole('button', { name: /^Auto Close/ }));
    await user.click(screen.getByRole('button', { name: /^Colour Scheme/ }));
    const duration = await screen.findByRole('group', { name: /^Since last message/ });
    for (const input of within(duration).getAllByRole<HTMLInputElement>('spinbutton')) {
      expect(input.disabled).toBe(true);
    }
    expect(screen.getByLabelText<HTMLInputElement>(/^Success/).disabled).toBe(true);
  });

  test('where premium cannot be read nothing is locked for the lack of it; it is asked for again', async () => {
    const { user, answers } = await open({
      'GET premium': () => json(400, { success: false, error: 'Boom' }),
    });
    expect(await screen.findAllByText('Failed to load premium status: Boom')).toHaveLength(1);
    answers['GET premium'] = () => json(200, { premium: true, tier: 0 });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('Per-user simultaneous ticket limit')).toBeTruthy();
  });

  test('channels that cannot be loaded are told with the reason, and asked for again by a press', async () => {
    const { user, answers } = await open({
      'GET channels': () => json(400, { success: false, error: 'Boom' }),
    });
    expect(await screen.findAllByText('Failed to load channels: Boom')).toHaveLength(1);
    answers['GET channels'] = () => json(200, channels);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('Per-user simultaneous ticket limit')).toBeTruthy();
  });
});
