import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { FirstSteps } from '@tickets/contract/setup/setup';
import { describe, expect, test } from 'vitest';
import { json } from '../../test/fetch-stub.ts';
import { samplePanel } from '../../test/sample-panel.ts';
import { openServerPage } from '../../test/server-page.tsx';

const none: FirstSteps = { category: false, staff: false, panel: false, ticket: false };

/** Opens the panels of a server that stands at these steps; a step that is taken is done. */
function open(at: FirstSteps, changes: Record<string, (request: { url: URL }) => Response> = {}) {
  let steps = at;
  const taking = (step: keyof FirstSteps) => () => {
    steps = { ...steps, [step]: true };
    return json(200, steps);
  };
  return openServerPage('panels', {
    'GET panels': () => json(200, steps.panel ? [samplePanel] : []),
    'GET multipanels': () => json(200, { success: true, data: [] }),
    'GET channels': () => json(200, []),
    'GET forms': () => json(200, []),
    'GET emojis': () => json(200, []),
    'GET premium': () => json(200, { premium: true, tier: 0 }),
    'GET setup': () => json(200, steps),
    'POST setup/category': taking('category'),
    'POST setup/staff': taking('staff'),
    'POST setup/panel': taking('panel'),
    ...changes,
  });
}

const card = async () => within(await screen.findByRole('list', { name: 'First steps' }));
const stepsDone = () => screen.queryAllByRole('img', { name: 'Done' }).length;

describe('the first steps of a server', () => {
  test('are done with one press each, by keyboard alone', async () => {
    open(none);
    const steps = await card();
    expect(steps.getAllByRole('listitem')).toHaveLength(4);
    steps.getByRole('button', { name: 'Make the category' }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(stepsDone()).toBe(1));
    expect(document.activeElement?.textContent).toBe('Make the role');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(stepsDone()).toBe(2));
    expect(document.activeElement?.textContent).toBe('Make the channel and the panel');
    await userEvent.keyboard('{Enter}');
    const link = await steps.findByRole('link', { name: 'Open Discord' });
    expect(link.getAttribute('href')).toBe('https://discord.com/channels/1/11/99');
    expect(screen.getByText('Members can open tickets now.')).toBeTruthy();
  });

  test('lead to the pages on which each is done by hand', async () => {
    open(none);
    const steps = await card();
    const links = steps.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/manage/1/settings', '/manage/1/teams', '/manage/1/panels/create']);
  });

  test('say beside the step why it could not be done', async () => {
    const error = 'The bot needs the permission Manage Channels.';
    open(none, { 'POST setup/category': () => json(403, { success: false, error }) });
    const steps = await card();
    await userEvent.click(steps.getByRole('button', { name: 'Make the category' }));
    expect((await steps.findByRole('alert')).textContent).toBe(error);
    expect(stepsDone()).toBe(0);
  });

  test('are not shown any more once a panel is posted and a ticket was opened', async () => {
    open({ category: false, staff: false, panel: true, ticket: true });
    await screen.findByRole('button', { name: 'Delete Billing' });
    expect(screen.queryByText('First steps')).toBeNull();
  });
});
