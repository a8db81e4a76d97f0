import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readToasts } from '../../../lib/page/toast.ts';
import { json, type SeenRequest } from '../../../test/fetch-stub.ts';
import { openServerPage } from '../../../test/server-page.tsx';
import { detailed, viewed } from '../sample-integration.ts';
import { integrationPayload, newIntegrationForm } from './integration-form.ts';

const toasts = () => readToasts().map(({ kind, text }) => `${kind}: ${text}`);
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const box = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: label });
const part = (name: string) => within(screen.getByRole('group', { name }));
const lists = new Set(['placeholders', 'headers', 'secrets']);
const example = () => screen.getByRole('region', { name: 'Example Response JSON' }).textContent;
const sent = (requests: SeenRequest[]) => requests.map(({ body }) => body);

type Answer = (request: SeenRequest) => Response;

function open(path: string, answers: Record<string, Answer> = {}, stored = detailed()) {
  const state = { stored };
  const page = openServerPage(path, {
    'GET /api/integrations/view/3/detail': () => json(200, state.stored),
    'GET /api/integrations/3/deliveries': () => json(200, []),
    'PATCH /api/integrations/3': ({ body }) => {
      state.stored = { ...state.stored, ...(body as object) };
      return json(200, state.stored);
    },
    'POST /api/integrations/3/public': () => {
      state.stored = { ...state.stored, public: true, review: 'waiting' };
      return new Response(null, { status: 204 });
    },
    'DELETE /api/integrations/3': () => new Response(null, { status: 204 }),
    'GET /api/integrations/self': () => json(200, []),
    'GET integrations/available': () => json(200, []),
    'GET /api/integrations/view/3': () => json(200, viewed()),
    'GET integrations/3': () => json(200, { active: false }),
    ...answers,
  });
  const made = (method: string, pathname: string) =>
    page.seen.filter((request) => request.method === method && request.url.pathname === pathname);
  return { ...page, made };
}

async function openCreate(answers: Record<string, Answer> = {}) {
  const page = open('integrations/create', {
    'POST /api/integrations': ({ body }) => json(200, { ...detailed(), ...(body as object), id: 3 }),
    ...answers,
  });
  await screen.findByRole('heading', { level: 2, name: 'Integration Metadata' });
  return page;
}

async function openNamed(answers: Record<string, Answer> = {}) {
  const page = await openCreate(answers);
  await page.user.type(box('Name'), 'Ranks');
  await page.user.type(box('Description'), 'Tells ranks');
  await page.user.click(button('Continue'));
  return page;
}

test('a new one is named first: Continue waits for name and description, and then shows the request', async () => {
  const { user } = await openCreate();
  expect(screen.queryByRole('heading', { name: 'HTTP Request' })).toBeNull();
  expect(button('Continue').disabled).toBe(true);
  await user.type(box('Name'), 'Ranks');
  expect(button('Continue').disabled).toBe(true);
  await user.clear(box('Name'));
  await user.type(box('Description'), 'Tells ranks');
  expect(button('Continue').disabled).toBe(true);
  await user.type(box('Name'), 'Ranks');
  const preview = within(screen.getByRole('complementary', { name: 'Preview' }));
  expect(preview.getByText('Tells ranks')).toBeTruthy();
  await user.click(button('Continue'));
  expect(screen.getByRole('heading', { name: 'HTTP Request' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Placeholders' })).toBeTruthy();
  expect(screen.getAllByRole('group', { name: /^Placeholder \d/ })).toHaveLength(1);
  expect(button('Create')).toBeTruthy();
  const method = screen.getByRole('combobox', { name: 'Request Method' });
  expect(
    within(method)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['GET', 'POST']);
});

test('the preview has its picture fetched by our server, and never asks where it is itself', async () => {
  const { user, made } = await openCreate({
    'POST /api/pictures/preview': () => json(200, { success: true, url: '/image-proxy?token=a.b' }),
  });
  await user.click(screen.getByRole('textbox', { name: /^Image URL/ }));
  await user.paste('https://ranks.example/i.png');
  const preview = screen.getByRole('complementary', { name: 'Preview' });
  const pictures = () => [...preview.querySelectorAll('img')].map((img) => img.getAttribute('src'));
  expect(pictures()).toEqual([]);
  await waitFor(() => expect(pictures()).toEqual(['/image-proxy?token=a.b']));
  expect(sent(made('POST', '/api/pictures/preview'))).toEqual([{ url: 'https://ranks.example/i.png' }]);
});

test('name and description are cut to what they may be', async () => {
  const { user } = await openCreate();
  await user.type(box('Name'), 'n'.repeat(40));
  await user.click(box('Description'));
  await user.paste('d'.repeat(300));
  expect([box('Name').value.length, box('Description').value.length]).toEqual([32, 255]);
});

test('names of parts are mended while they are typed', async () => {
  const { user } = await openNamed();
  await user.click(button('Add secret'));
  await user.click(button('Add header'));
  await user.type(box('Placeholder Name'), '%a b%');
  await user.type(box('Secret Name'), '%my key%');
  await user.type(box('Header Name'), 'X Key');
  expect([box('Placeholder Name').value, box('Secret Name').value, box('Header Name').value]).toEqual([
    'a_b',
    'my_key',
    'X-Key',
  ]);
});

test('no more parts can be added than there may be', async () => {
  const { user } = await openNamed();
  for (let count = 0; count < 5; count++) await user.click(button('Add secret'));
  for (let count = 0; count < 5; count++) await user.click(button('Add header'));
  for (let count = 1; count < 15; count++) await user.click(button('Add placeholder'));
  expect(
    [button('Add secret'), button('Add header'), button('Add placeholder')].map((one) => one.disabled),
  ).toEqual([true, true, true]);
  await user.click(button('Remove Header 5'));
  expect(button('Add header').disabled).toBe(false);
  expect(document.activeElement).toBe(button('Remove Header 4'));
}, 30_000);

test('the example answer has what each path leads to, and says when no answer can', async () => {
  const { user } = await openNamed();
  await user.type(box('JSON Path'), 'user.name');
  expect(JSON.parse(example()?.replace('Example Response JSON', '') ?? '')).toEqual({
    user: { name: '...' },
  });
  await user.click(button('Add placeholder'));
  await user.type(part('Placeholder 2').getByRole('textbox', { name: 'JSON Path' }), 'user');
  expect(example()).toContain('Invalid JSON');
});

test('is created with null for blank addresses and without blank rows, and then shown', async () => {
  const { user, router, made } = await openNamed();
  await user.type(box('Request URL'), 'https://ranks.test/hook');
  await user.click(button('Add placeholder'));
  const second = part('Placeholder 2');
  await user.type(second.getByRole('textbox', { name: 'Placeholder Name' }), 'rank');
  await user.type(second.getByRole('textbox', { name: 'JSON Path' }), 'rank');
  await user.click(button('Create'));
  await waitFor(() => expect(router.state.location.href).toBe('/manage/1/integrations/view/3?created=true'));
  expect(sent(made('POST', '/api/integrations'))).toEqual([
    {
      name: 'Ranks',
      description: 'Tells ranks',
      image_url: null,
      privacy_policy_url: null,
      http_method: 'GET',
      webhook_url: 'https://ranks.test/hook',
      validation_url: null,
      placeholders: [{ name: 'rank', json_path: 'rank' }],
      headers: [],
      secrets: [],
    },
  ]);
  await waitFor(() => expect(toasts()).toEqual(['success: Your integration has been created successfully!']));
});

test('a refusal of a field stands at it, counted as the form counts', async () => {
  const { user } = await openNamed({
    'POST /api/integrations': () =>
      json(400, {
        success: false,
        error: 'Not valid',
        fields: [
          { path: 'webhook_url', message: 'Not an address' },
          { path: 'placeholders.0.name', message: 'Taken' },
        ],
      }),
  });
  await user.click(button('Add placeholder'));
  await user.type(part('Placeholder 2').getByRole('textbox', { name: 'Placeholder Name' }), 'rank');
  await user.click(button('Create'));
  expect(await screen.findByText('Not an address')).toBeTruthy();
  expect(part('Placeholder 2').getByText('Taken')).toBeTruthy();
  expect(part('Placeholder 1').queryByText('Taken')).toBeNull();
});

test('a refusal of any field stands at it', async () => {
  const parts = ['placeholders.0.name', 'placeholders.0.json_path', 'headers.0.name', 'headers.0.value'];
  const paths = [
    ...Object.keys(integrationPayload(newIntegrationForm())).filter((key) => !lists.has(key)),
    ...parts,
    'secrets.0.name',
    'secrets.0.description',
  ];
  const fields = paths.map((path) => ({ path, message: `Wrong ${path}` }));
  const { user } = open('integrations/configure/3', {
    'PATCH /api/integrations/3': () => json(400, { success: false, error: 'Not valid', fields }),
  });
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  for (const { message } of fields) expect(await screen.findByText(message)).toBeTruthy();
});

test('what was typed is asked about before it is left', async () => {
  const { user } = await openCreate();
  await user.type(box('Name'), 'Ranks');
  await user.click(screen.getByRole('link', { name: 'Back to integrations' }));
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeTruthy();
});

test('a change is saved with the ids of its parts, told, and read again', async () => {
  const { user, made } = open('integrations/configure/3');
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), '!');
  await user.click(button('Save'));
  await waitFor(() => expect(toasts()).toEqual(['success: Integration updated']));
  expect(sent(made('PATCH', '/api/integrations/3'))).toEqual([
    expect.objectContaining({
      name: 'Ranks!',
      placeholders: [{ id: 1, name: 'rank', json_path: 'user.rank' }],
      headers: [{ id: 2, name: 'X-Key', value: '%api_key%' }],
      secrets: [{ id: 4, name: 'api_key', description: 'Your key' }],
    }),
  ]);
  expect(made('GET', '/api/integrations/view/3/detail')).toHaveLength(2);
  await waitFor(() => expect(screen.queryByText('You have unsaved changes')).toBeNull());
});

test('it is made public after a question, once', async () => {
  const { user, made } = open('integrations/configure/3');
  await user.click(await screen.findByRole('button', { name: 'Make Public' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(
    dialog.getByText(
      'Are you sure you want to make your integration Ranks public? Everyone will be able to add it to their servers.',
    ),
  ).toBeTruthy();
  expect(made('POST', '/api/integrations/3/public')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Confirm' }));
  await waitFor(() =>
    expect(toasts()).toEqual([
      'success: Your request to make this integration public has been submitted! It will be reviewed over the next few days.',
    ]),
  );
  expect(sent(made('POST', '/api/integrations/3/public'))).toEqual([
    expect.objectContaining({ name: 'Ranks' }),
  ]);
  await waitFor(() => expect(button('Make Public').disabled).toBe(true));
});

test('one that was refused says why, and can be asked for again', async () => {
  open('integrations/configure/3', {}, detailed({ review: 'refused', refusal: 'No privacy policy' }));
  expect(await screen.findByText('This integration was not made public: No privacy policy')).toBeTruthy();
  expect(button('Make Public').disabled).toBe(false);
});

test('it is deleted after a question that names it', async () => {
  const { user, made, router } = open('integrations/configure/3');
  await user.click(await screen.findByRole('button', { name: 'Delete Integration' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/Are you sure you want to delete your integration Ranks\?/)).toBeTruthy();
  expect(made('DELETE', '/api/integrations/3')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(router.state.location.href).toBe('/manage/1/integrations'));
  expect(made('DELETE', '/api/integrations/3')).toHaveLength(1);
});
