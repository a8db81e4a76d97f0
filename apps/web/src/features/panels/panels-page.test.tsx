import { screen, waitFor, within } from '@testing-library/react';
import type { Panel } from '@tickets/contract/panels/panels';
import { describe, expect, test } from 'vitest';
import { embedPayload, newEmbed } from '../../components/editors/embed-form.ts';
import { readToasts } from '../../lib/page/toast.ts';
import { json } from '../../test/fetch-stub.ts';
import { samplePanel } from '../../test/sample-panel.ts';
import { openServerPage } from '../../test/server-page.tsx';

const channels = [
  { id: '11', guild_id: '1', name: 'general', type: 0, position: 1, parent_id: null },
  { id: '10', guild_id: '1', name: 'Tickets', type: 4, position: 0, parent_id: null },
];
const multiPanel = {
  id: 4,
  guild_id: '1',
  channel_id: '11',
  message_id: '5',
  message_state: 'posted',
  select_menu: false,
  select_menu_placeholder: null,
  embed: embedPayload(newEmbed()),
  panels: [7, 8],
};
const third: Panel = { ...samplePanel, panel_id: 9, title: 'Third', category_id: null };
const other: Panel = { ...samplePanel, panel_id: 8, title: 'General' };

async function open(changes: Partial<Record<string, (request: { url: URL }) => Response>> = {}, search = '') {
  const page = openServerPage(`panels${search}`, {
    'GET panels': () => json(200, [samplePanel, other]),
    'GET multipanels': () => json(200, { success: true, data: [multiPanel] }),
    'GET channels': () => json(200, channels),
    'GET forms': () => json(200, []),
    'GET emojis': () => json(200, []),
    'GET premium': () => json(200, { premium: false, tier: -1 }),
    'GET setup': () => json(200, { category: true, staff: true, panel: true, ticket: true }),
    ...changes,
  });
  await screen.findByRole('button', { name: 'Delete Billing' });
  return page;
}

const toasts = () => readToasts().map(({ kind, text }) => `${kind}: ${text}`);
const rowOf = (title: string) => screen.getByText(title).closest<HTMLElement>('[role="row"]')!; // just read
const table = (name: string) => within(screen.getByRole('region', { name })).getByRole('table');
const heads = (name: string) =>
  within(table(name))
    .getAllByRole('columnheader')
    .map((head) => head.textContent);

describe('panels page', () => {
  test('lists panels with their channel and title, and how many the quota allows', async () => {
    await open({ 'GET panels': () => json(200, [samplePanel, { ...other, channel_id: '99' }]) });
    expect(screen.getByText('Your panel quota: 2 / 3')).toBeTruthy();
    expect(heads('Ticket panels of this server')).toEqual([
      'Channel',
      'Panel Title',
      'Resend',
      'Edit',
      'Delete',
      'History',
    ]);
    expect(within(rowOf('Billing')).getByText('#general')).toBeTruthy();
    expect(within(rowOf('General')).getByText('Unknown Channel')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Edit Billing' }).getAttribute('href')).toBe(
      '/manage/1/panels/edit/7',
    );
    expect(screen.getByRole('link', { name: 'New Panel' }).getAttribute('href')).toBe(
      '/manage/1/panels/create',
    );
  });

  test('with premium the quota has no end', async () => {
    await open({ 'GET premium': () => json(200, { premium: true, tier: 0 }) });
    expect(screen.getByText('Your panel quota: 2 / ∞')).toBeTruthy();
  });

  test('premium that was earned by voting allows no more panels, and the page says so', async () => {
    await open({
      'GET panels': () => json(200, [samplePanel, other, { ...other, panel_id: 9, title: 'Third' }]),
      'GET premium': ({ url }) => {
        const premium = url.searchParams.get('include_voting') === 'true';
        return json(200, { premium, tier: premium ? 0 : -1 });
      },
    });
    expect(screen.getByText('Your panel quota: 3 / 3')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Get premium' })).toBeTruthy();
  });

  test('where premium cannot be read no quota is told, and it is asked for again', async () => {
    let down = true;
    const { user } = await open({
      'GET panels': () => json(200, [samplePanel, other, third]),
      'GET premium': () =>
        down ? json(400, { success: false, error: 'Not now' }) : json(200, { premium: true, tier: 0 }),
    });
    expect(await screen.findByText('Your panel quota could not be loaded.')).toBeTruthy();
    expect(screen.queryByText(/\/ 3/)).toBeNull();
    expect(screen.queryByText(/all free panels/)).toBeNull();
    down = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Your panel quota: 3 / ∞')).toBeTruthy();
  });

  test('a panel that lacks premium can be neither edited nor resent, and the row says why', async () => {
    await open({ 'GET panels': () => json(200, [samplePanel, { ...other, force_disabled: true }]) });
    expect(screen.queryByRole('link', { name: 'Edit General' })).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Edit General' }).disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Resend General' }).disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete General' }).disabled).toBe(false);
    expect(within(rowOf('General')).getByText(/Get premium, or delete other panels/)).toBeTruthy();
  });

  test('shows the button, leads to the message, and offers a copy', async () => {
    await open({ 'GET emojis': () => json(200, [{ id: '50', name: 'ship', animated: false }]) });
    const row = within(rowOf('Billing'));
    expect(row.getByText('Ask')).toBeTruthy();
    expect(row.queryByText(/was deleted in Discord/)).toBeNull();
    expect(
      row.getByRole('link', { name: 'Open in Discord: the message of Billing' }).getAttribute('href'),
    ).toBe('https://discord.com/channels/1/11/99');
    expect(row.getByRole('link', { name: 'Duplicate Billing' }).getAttribute('href')).toBe(
      '/manage/1/panels/create?from=7',
    );
  });

  test('offers no copy to those whom an override alone lets in', async () => {
    const guild = { id: '1', name: 'One', icon: '', owner_id: '5', let_in: true, own_level: 0, bot: null };
    await open({ 'GET guild': () => json(200, guild) });
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Duplicate Billing' })).toBeNull());
    expect(screen.getByRole('link', { name: 'Edit Billing' })).toBeTruthy();
  });

  test('says that the emoji of a button was deleted in Discord', async () => {
    await open();
    expect(within(rowOf('Billing')).getByText(/emoji of its button was deleted in Discord/)).toBeTruthy();
  });

  test('names the multi-panels that lose the button of a panel that is deleted', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Delete Billing' }));
    await screen.findByText(
      'Are you sure you want to delete the panel Billing? It also leaves the multi-panel “Open a ticket!”.',
    );
  });

  test('says who can read the tickets of a panel that kept the Default team out, once it is deleted', async () => {
    const { user } = await open({ 'GET panels': () => json(200, [{ ...samplePanel, default_team: false }]) });
    await user.click(screen.getByRole('button', { name: 'Delete Billing' }));
    await screen.findByText('can then be read by everybody on the Default team.', { exact: false });
  });

  test('a panel that somebody else has deleted leaves the list', async () => {
    let stored = [samplePanel, other];
    const { user } = await open({
      'GET panels': () => json(200, stored),
      'POST panels/7': () => {
        stored = [other];
        return json(404, { success: false, error: 'Panel not found', code: 'panel.not_found' });
      },
    });
    await user.click(screen.getByRole('button', { name: 'Resend Billing' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete Billing' })).toBeNull());
    expect(toasts()).toEqual(['error: Panel not found']);
  });

  test('a message that is gone is told, and posted again by one press', async () => {
    let state = 'deleted';
    const { user, asked } = await open({
      'GET panels': () => json(200, [{ ...samplePanel, message_state: state }, other]),
      'POST panels/7': () => {
        state = 'posted';
        return json(200, { success: true });
      },
    });
    expect(within(rowOf('Billing')).getByText('Message deleted')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Post again: Billing' }));
    await waitFor(() => expect(screen.queryByText('Message deleted')).toBeNull());
    expect(asked('POST', 'panels/7')).toHaveLength(1);
    expect(toasts()).toEqual(['success: Panel resent successfully']);
  });

  test('one whose channel is gone is not offered to be posted there, and the row says what to do', async () => {
    const lost = { channel_id: '99', message_state: 'deleted' } as const;
    await open({
      'GET panels': () => json(200, [{ ...samplePanel, ...lost }, other]),
      'GET multipanels': () => json(200, { success: true, data: [{ ...multiPanel, ...lost }] }),
    });
    for (const title of ['Billing', 'Open a ticket!']) {
      const row = within(rowOf(title));
      expect(row.getByText('Channel deleted')).toBeTruthy();
      expect(row.getByText(/choose another channel/)).toBeTruthy();
      expect(row.queryByRole('button', { name: `Post again: ${title}` })).toBeNull();
      const resend = row.getByRole<HTMLButtonElement>('button', { name: `Resend ${title}` });
      expect([resend.disabled, resend.title]).toEqual([
        true,
        expect.stringMatching(/choose another channel/),
      ]);
      expect(row.getByRole('link', { name: `Edit ${title}` })).toBeTruthy();
    }
  });

  test('says that the category of its tickets was deleted in Discord, and where they open instead', async () => {
    await open({
      'GET panels': () => json(200, [samplePanel, { ...other, category_id: '98' }, third]),
    });
    expect(
      within(rowOf('General')).getByText(/New tickets open in no category\. Edit the panel/),
    ).toBeTruthy();
    for (const title of ['Billing', 'Third'])
      expect(within(rowOf(title)).queryByText(/category of its tickets/)).toBeNull();
  });

  test('where the channels cannot be read, none is called deleted or unknown', async () => {
    await open({ 'GET channels': () => json(400, { success: false, error: 'Not now' }) });
    expect(screen.queryByText('Channel deleted')).toBeNull();
    expect(screen.queryByText(/category of its tickets/)).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Resend Billing' }).disabled).toBe(false);
    expect(screen.queryByText('Unknown Channel')).toBeNull();
    expect(within(rowOf('Billing')).getByText('Not loaded')).toBeTruthy();
  });

  test('nothing is deleted before the question with the title is confirmed; then the row is gone', async () => {
    let stored = [samplePanel, other];
    const { user, asked } = await open({
      'GET panels': () => json(200, stored),
      'DELETE panels/7': () => {
        stored = [other];
        return json(200, { success: true });
      },
    });
    await user.click(screen.getByRole('button', { name: 'Delete Billing' }));
    expect(
      await screen.findByText('Are you sure you want to delete the panel Billing?', { exact: false }),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(asked('DELETE', 'panels/7')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Delete Billing' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete Billing' })).toBeNull());
    expect(asked('DELETE', 'panels/7')).toHaveLength(1);
  });

  test('a deletion that fails says why in the dialog, and no more when it is asked anew', async () => {
    const { user } = await open({
      'DELETE panels/7': () => json(500, { success: false, error: 'Out of order' }),
    });
    await user.click(screen.getByRole('button', { name: 'Delete Billing' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await within(screen.getByRole('dialog')).findByText('Out of order')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Delete General' }));
    expect(within(await screen.findByRole('dialog')).queryByText('Out of order')).toBeNull();
  });

  test.each([
    ['created', 'success: Panel created successfully'],
    ['edited', 'success: Panel edited successfully'],
    ['notfound', 'error: Panel not found'],
  ])('the address says %s, and it is told once, also when one comes back to it', async (flag, text) => {
    const { user, router } = await open({}, `?${flag}=true`);
    await waitFor(() => expect(toasts()).toEqual([text]));
    await user.click(screen.getByRole('link', { name: 'Settings' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/manage/1/settings'));
    router.history.back();
    expect(await screen.findByRole('heading', { level: 1, name: 'Ticket Panels' })).toBeTruthy();
    expect(router.state.location.searchStr).toBe(`?${flag}=true`);
    expect(toasts()).toEqual([text]);
  });
});

describe('multi-panels', () => {
  test('are listed by the title of their embed with what they hold', async () => {
    await open();
    expect(heads('Multi-panels of this server')).toEqual([
      'Panel Title',
      'Resend',
      'Edit',
      'Delete',
      'History',
    ]);
    const row = within(table('Multi-panels of this server')).getByText('Open a ticket!');
    expect(row.closest('[role="row"]')?.textContent).toContain('Buttons: Billing, General');
    expect(screen.getByRole('link', { name: 'Edit Open a ticket!' }).getAttribute('href')).toBe(
      '/manage/1/panels/edit-multi/4',
    );
    expect(screen.getByRole('link', { name: 'New Multi-Panel' }).getAttribute('href')).toBe(
      '/manage/1/panels/create-multi',
    );
  });

  test('one whose panels were deleted says so', async () => {
    await open({
      'GET multipanels': () => json(200, { success: true, data: [{ ...multiPanel, panels: [7] }] }),
    });
    expect(screen.getByText(/Only one of its panels is left/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Resend Open a/ }).disabled).toBe(false);
  });

  test('one without any panels is not offered to be posted, and says what to do', async () => {
    await open({
      'GET multipanels': () =>
        json(200, { success: true, data: [{ ...multiPanel, panels: [], message_state: 'deleted' }] }),
    });
    const row = within(rowOf('Open a ticket!'));
    expect(row.getByText(/None of its panels are left\. Edit it/)).toBeTruthy();
    const resend = row.getByRole<HTMLButtonElement>('button', { name: /^Resend/ });
    expect([resend.disabled, resend.title]).toEqual([true, expect.stringMatching(/^None of its panels/)]);
    expect(row.queryByRole('button', { name: /^Post again/ })).toBeNull();
  });

  test('are resent and deleted by their own calls', async () => {
    let stored = [multiPanel];
    const { user, asked } = await open({
      'GET multipanels': () => json(200, { success: true, data: stored }),
      'POST multipanels/4': () => json(200, { success: true }),
      'DELETE multipanels/4': () => {
        stored = [];
        return json(200, { success: true });
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Resend Open a ticket!' }));
    await waitFor(() => expect(toasts()).toEqual(['success: Multipanel resent successfully']));
    await user.click(screen.getByRole('button', { name: 'Delete Open a ticket!' }));
    await screen.findByText('Are you sure you want to delete the multi-panel Open a ticket!?');
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await screen.findByText('No multi-panels yet');
    expect(asked('DELETE', 'multipanels/4')).toHaveLength(1);
  });
});
