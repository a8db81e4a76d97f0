import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readToasts } from '../../lib/page/toast.ts';
import { json } from '../../test/fetch-stub.ts';
import { openServerPage } from '../../test/server-page.tsx';

async function open({ premium = true, saving = () => json(200, { success: true }) } = {}) {
  const state = { colours: { 0: '#2ecc71', 1: '#fc3f35' }, version: 3 };
  const page = openServerPage('appearance', {
    'GET customisation/colours': () => json(200, state.colours, { 'x-version': String(state.version) }),
    'GET premium': () => json(200, { premium, tier: premium ? 0 : -1 }),
    'POST customisation/colours': ({ body }) => {
      const answer = saving();
      const { based_on, ...colours } = body as typeof state.colours & { based_on: number }; // as the page sends it
      if (based_on !== state.version)
        return json(409, {
          success: false,
          code: 'save.outdated',
          error: 'Somebody else changed this',
          changed: [
            {
              entry_id: 4,
              user_id: '5',
              username: 'sam',
              source: 'dashboard',
              created_at: '2026-01-31T12:00:00.000Z',
              fields: ['colours'],
            },
          ],
        });
      if (answer.ok) Object.assign(state, { colours, version: state.version + 1 });
      return answer;
    },
  });
  await screen.findByRole('textbox', { name: 'Success' });
  return { ...page, state };
}

const box = (name: 'Success' | 'Failure') => screen.getByRole<HTMLInputElement>('textbox', { name });
const type = (name: 'Success' | 'Failure', value: string) =>
  fireEvent.change(box(name), { target: { value } });
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Submit' });
const bars = () =>
  within(screen.getByRole('figure', { name: 'Preview' }))
    .getAllByRole('article')
    // The message itself comes before its embeds.
    .slice(1)
    .map((embed) => embed.getAttribute('style') ?? '');
const toasts = () => readToasts().map(({ kind, text }) => `${kind}: ${text}`);

test('the chosen colours are saved as they are, and said to be', async () => {
  const { user, asked } = await open();
  expect(screen.getByRole('heading', { name: 'Colour Scheme' })).toBeTruthy();
  expect(screen.getByText('Premium')).toBeTruthy();
  type('Success', '#112233');
  await user.click(submit());
  await waitFor(() => expect(toasts()).toEqual(['success: Your colour scheme has been saved']));
  expect(asked('POST', 'customisation/colours').map(({ body }) => body)).toEqual([
    { 0: '#112233', 1: '#fc3f35', based_on: 3 },
  ]);
  expect(box('Success').value).toBe('#112233');
  expect(screen.queryByText('You have unsaved changes')).toBeNull();
});

test('of two who choose colours the second is told who was first, and both are kept', async () => {
  const { user, state } = await open();
  type('Failure', '#0000ff');
  Object.assign(state, { colours: { 0: '#112233', 1: '#fc3f35' }, version: 4 });
  await user.click(submit());
  const meeting = await screen.findByRole('dialog', { name: /^Somebody else saved/ });
  expect(meeting.textContent).toContain('sam changed Colour Scheme in the dashboard');
  await user.click(within(meeting).getByRole('button', { name: 'Save both changes' }));
  await waitFor(() => expect(toasts()).toEqual(['success: Your colour scheme has been saved']));
  expect(state.colours).toEqual({ 0: '#112233', 1: '#0000ff' });
  expect([box('Success').value, box('Failure').value]).toEqual(['#112233', '#0000ff']);
});

test('a message that went well and one that did not are drawn in the colours while they are chosen', async () => {
  await open();
  const before = bars();
  expect(before).toHaveLength(2);
  type('Failure', '#0000ff');
  await waitFor(() => expect(bars()[1]).not.toBe(before[1]));
  expect(bars()[0]).toBe(before[0]);
});

test('without premium nothing can be changed, and the way to premium is shown', async () => {
  await open({ premium: false });
  expect([box('Success').disabled, box('Failure').disabled, submit().disabled]).toEqual([true, true, true]);
  expect(screen.getByRole('link', { name: 'Get premium' })).toBeTruthy();
});

test('a refusal is said, at its colour where it is about one, and what was chosen stays', async () => {
  const fields = [{ path: '1', message: 'Invalid colour' }];
  const { user } = await open({
    saving: () => json(400, { success: false, error: 'Invalid colour', fields }),
  });
  type('Failure', '#0000ff');
  await user.click(submit());
  await waitFor(() => expect(box('Failure').getAttribute('aria-invalid')).toBe('true'));
  expect([box('Failure').value, toasts()]).toEqual(['#0000ff', ['error: Invalid colour']]);
});

test('the colour wells are told apart, and each box alone has the name of its field', async () => {
  await open();
  const wells = [...document.querySelectorAll('input[type=color]')];
  const described = wells.map((well) => document.getElementById(well.getAttribute('aria-describedby') ?? ''));
  expect(described.map((label) => label?.textContent)).toEqual(['Success', 'Failure']);
  expect(wells.map((well) => well.getAttribute('aria-label'))).toEqual([
    'Pick a colour: Success',
    'Pick a colour: Failure',
  ]);
  expect(screen.getByLabelText('Success')).toBe(screen.getByRole('textbox', { name: 'Success' }));
});

test('where premium cannot be read the card says so, and asks again', async () => {
  let down = true;
  const { user } = openServerPage('appearance', {
    'GET customisation/colours': () => json(200, { 0: '#2ecc71', 1: '#fc3f35' }, { 'x-version': '3' }),
    'GET premium': () =>
      down ? json(400, { success: false, error: 'Boom' }) : json(200, { premium: true, tier: 0 }),
  });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getAllByText('Failed to load premium status: Boom')).toHaveLength(1);
  down = false;
  await user.click(retry);
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Success' })).disabled).toBe(false);
});
