import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { CopySource, ImportReport, ImportRun, ImportUpload } from '@tickets/contract/transfer/transfer';
import { beforeEach, expect, test, vi } from 'vitest';
import { readToasts } from '../../lib/page/toast.ts';
import { json } from '../../test/fetch-stub.ts';
import { openServerPage } from '../../test/server-page.tsx';

const upload_id = '3b241101-e2bb-4255-8caf-4136c566a962';
const run_id = '3b241101-e2bb-4255-8caf-4136c566a963';
const at = '2026-01-31T12:00:00.000Z';
const report: ImportReport = {
  source: { format: 'tickets', guild_id: '2', guild_name: 'Two', made_at: at },
  vouched_by: 'checksums',
  entities: [
    { entity_type: 'panels', create: 1, change: 0, same: 0, skip: 0 },
    { entity_type: 'tags', create: 0, change: 0, same: 0, skip: 1 },
  ],
  items: [
    { entity_type: 'panels', name: 'Support', outcome: 'create', reason: null, fields: [] },
    { entity_type: 'tags', name: 'rules', outcome: 'skip', reason: 'its text is too long', fields: [] },
  ],
  items_left_out: 0,
  unmatched: [{ kind: 'channel', id: '70', name: 'help', counterpart: '71', used_by: ['panel Support'] }],
  unmatched_left_out: 0,
  notes: [],
};
const upload = (values: Partial<ImportUpload> = {}): ImportUpload => ({
  upload_id,
  file_type: 'data',
  origin: 'upload',
  state: 'checked',
  file_name: 'export.zip',
  file_bytes: 2048,
  created_at: at,
  problem: null,
  report,
  ...values,
});
/** The list names it without its report, which is read by its own address. */
const uploaded = (made: () => ImportUpload = upload): Answers => ({
  'GET import/uploads': () => {
    const { report: read, ...about } = made();
    return json(200, [{ ...about, entities: read?.entities ?? null }]);
  },
  [`GET import/uploads/${upload_id}`]: () => json(200, made()),
});
const run = (values: Partial<ImportRun> = {}): ImportRun => ({
  run_id,
  run_type: 'DATA',
  date: at,
  upload_id,
  state: 'done',
  finished_at: at,
  is_failing: false,
  is_interrupted: false,
  done: 2,
  total: 2,
  created: 1,
  changed: 0,
  skipped: 1,
  failed: 0,
  logs: [
    {
      run_log_id: 12,
      guild_id: '1',
      run_id,
      run_type: 'DATA',
      log_type: 'RUN_START',
      entity_type: null,
      message: null,
      date: at,
    },
  ],
  log_count: 1,
  ...values,
});
const channel = (id: string, name: string) => ({
  id,
  guild_id: '1',
  name,
  type: 0,
  position: 0,
  parent_id: null,
  is_ticket: false,
});
const source: CopySource = { guild_id: '2', name: 'Two', icon: null };

interface Sent {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: XMLHttpRequestBodyInit | null;
}
/** What was sent by the browser's older interface, and how each is answered. */
let sent: Sent[];
let answer: { status: number; body: unknown } | undefined;
beforeEach(() => {
  sent = [];
  answer = { status: 200, body: { success: ['data'], failed: [], skipped: [], uploads: [] } };
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
      onload?: () => void;
      onabort?: () => void;
      status = 0;
      responseText = '';
      #sent: Sent = { method: '', url: '', headers: {}, body: null };
      open(method: string, url: string) {
        Object.assign(this.#sent, { method, url });
      }
      setRequestHeader(name: string, value: string) {
        this.#sent.headers[name] = value;
      }
      getResponseHeader = () => 'application/json';
      abort() {
        this.onabort?.();
      }
      send(body: XMLHttpRequestBodyInit) {
        sent.push({ ...this.#sent, body });
        this.upload.onprogress?.({ loaded: 1, total: 4 });
        if (!answer) return;
        this.status = answer.status;
        this.responseText = JSON.stringify(answer.body);
        setTimeout(() => this.onload?.());
      }
    },
  );
});

type Answers = Parameters<typeof openServerPage>[1];
const open = (answers: Answers = {}, person?: string) =>
  openServerPage(
    'import',
    {
      'GET import/uploads': () => json(200, []),
      'GET import/runs': () => json(200, []),
      'GET import/queue': () => json(200, { data: 2, transcripts: 1 }),
      'GET copies/sources': () => json(200, [source]),
      'GET channels': () => json(200, [channel('71', 'help'), channel('72', 'desk')]),
      'GET roles': () => json(200, { roles: [] }),
      'GET import/presign': () => json(200, { url: 'http://bucket.test/put', upload_id }),
      'GET guild': () => json(200, { id: '1', name: 'One', icon: '', owner_id: '9', bot: null }),
      ...answers,
    },
    2,
    person,
  );
const zip = (name = 'export.zip') => new File(['PK..'], name, { type: 'application/x-zip-compressed' });
const main = async () => within(await screen.findByRole('main'));

test('each file is sent to its own address, and is looked at before anything changes', async () => {
  const { user, asked } = open();
  const page = await main();
  await user.upload(await page.findByLabelText('Data'), zip());
  await user.click(page.getByRole('button', { name: 'Confirm' }));
  expect(await page.findByText('Your files are queued')).toBeTruthy();
  expect(Object.fromEntries(asked('GET', 'import/presign')[0]?.url.searchParams ?? [])).toEqual({
    file_size: '4',
    file_type: 'data',
    file_content_type: 'application/x-zip-compressed',
    file_name: 'export.zip',
    preview: 'true',
  });
  expect(sent).toMatchObject([
    {
      method: 'PUT',
      url: 'http://bucket.test/put',
      headers: { 'content-type': 'application/x-zip-compressed' },
    },
  ]);
});

test('nothing is asked without a file, and nothing but a zip is taken', async () => {
  const { user, asked } = open();
  const page = await main();
  await user.click(await page.findByRole('button', { name: 'Confirm' }));
  expect(
    await page.findByText(
      'Please select a file to import, at least one of data or transcripts must be provided',
    ),
  ).toBeTruthy();
  const field = page.getByLabelText<HTMLInputElement>('Transcripts');
  expect(field.accept).toBe('.zip');
  await userEvent.setup({ applyAccept: false }).upload(field, zip('notes.txt'));
  expect(await page.findByText('Only .zip files can be imported, and notes.txt is none.')).toBeTruthy();
  expect(asked('GET', 'import/presign')).toHaveLength(0);
});

test.each([
  ['Data', 'Failed to upload data: Too large'],
  ['Transcripts', 'Failed to upload transcripts: Too large'],
])('a failed upload of %s is told, and can be tried again', async (label, message) => {
  answer = { status: 400, body: { success: false, error: 'Too large' } };
  const { user } = open();
  const page = await main();
  await user.upload(await page.findByLabelText(label), zip());
  await user.click(page.getByRole('button', { name: 'Confirm' }));
  expect(await page.findByText(message)).toBeTruthy();
  expect(page.getByRole<HTMLButtonElement>('button', { name: 'Confirm' }).disabled).toBe(false);
});

test('while it is sent nobody confirms twice, and what is called off is thrown away', async () => {
  answer = undefined;
  const { user, asked } = open({
    [`DELETE import/uploads/${upload_id}`]: () => new Response(null, { status: 204 }),
  });
  const page = await main();
  await user.upload(await page.findByLabelText('Data'), zip());
  await user.click(page.getByRole('button', { name: 'Confirm' }));
  expect(await page.findByText('We are loading your data in, do not navigate away.')).toBeTruthy();
  await waitFor(() => expect(page.getByRole('progressbar', { name: /export.zip/ })).toBeTruthy());
  expect(page.getByRole<HTMLButtonElement>('button', { name: 'Confirm' }).disabled).toBe(true);
  await user.click(page.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(asked('DELETE', `import/uploads/${upload_id}`)).toHaveLength(1));
  await waitFor(() =>
    expect(page.getByRole<HTMLButtonElement>('button', { name: 'Confirm' }).disabled).toBe(false),
  );
});

test('a report says what is skipped and why, and goes with what was chosen in place of what is missing', async () => {
  let counterpart = '71';
  const unmatched = () => report.unmatched.map((one) => ({ ...one, counterpart }));
  const { user, asked } = open({
    ...uploaded(() => upload({ report: { ...report, unmatched: unmatched() } })),
    [`POST import/uploads/${upload_id}/check`]: () => {
      counterpart = '72';
      return json(200, upload({ state: 'checking' }));
    },
    [`POST import/uploads/${upload_id}/confirm`]: () => json(200, upload({ state: 'confirmed' })),
  });
  const page = await main();
  expect(await page.findByText('Tag “rules” is skipped: its text is too long.')).toBeTruthy();
  const field = await page.findByRole('combobox', { name: 'Channel #help' });
  await waitFor(() => expect(field.textContent).toContain('help'));
  await user.click(field);
  await user.click(await screen.findByRole('option', { name: 'desk' }));
  const confirm = page.getByRole<HTMLButtonElement>('button', { name: 'Import this' });
  expect(confirm.disabled).toBe(true);
  expect(confirm.getAttribute('aria-describedby')).toBe(
    page.getByText(/^This report is older than what you have chosen/).id,
  );
  await user.click(page.getByRole('button', { name: 'Check again with these' }));
  const body = { mapping: { channels: { 70: '72' }, roles: {} } };
  await waitFor(() => expect(asked('POST', `import/uploads/${upload_id}/check`)[0]?.body).toEqual(body));
  await waitFor(() => expect(confirm.disabled).toBe(false));
  await user.click(confirm);
  await waitFor(() => expect(asked('POST', `import/uploads/${upload_id}/confirm`)[0]?.body).toEqual(body));
});

test('a file that waits for room says so, and can be discarded', async () => {
  const problem = 'the machine that runs Tickets has too little room for it. Tell its operator';
  open(uploaded(() => upload({ state: 'checking', report: null, problem })));
  const page = await main();
  expect(await page.findByText(`The file waits: ${problem}. It goes on by itself.`)).toBeTruthy();
  expect(page.getByRole('button', { name: 'Discard' })).toBeTruthy();
});

test('the role of the bot itself is not offered for a role of the other server', async () => {
  const role = (id: string, name: string, of_this_bot: boolean) => ({
    ...{ id, name, of_this_bot, color: 0, position: 1, managed: of_this_bot, permissions: '0' },
  });
  const unmatched = [
    { kind: 'role' as const, id: '80', name: 'Moderator', counterpart: null, used_by: ['staff'] },
  ];
  const { user } = open({
    'GET roles': () => json(200, { roles: [role('81', 'Crew', false), role('82', 'Tickets', true)] }),
    ...uploaded(() => upload({ report: { ...report, unmatched } })),
  });
  const page = await main();
  await user.click(await page.findByRole('combobox', { name: 'Role Moderator' }));
  expect(await screen.findByRole('option', { name: 'Crew' })).toBeTruthy();
  expect(screen.queryByRole('option', { name: 'Tickets' })).toBeNull();
});

test('what becomes of things is said in whole sentences', async () => {
  const item = (entity_type: 'panels' | 'settings', outcome: 'create' | 'change' | 'skip', more: object) => ({
    ...{ entity_type, name: 'Support', outcome, reason: null, fields: [] },
    ...more,
  });
  const items = [
    item('panels', 'create', { reason: 'without its form; without its emoji' }),
    item('settings', 'change', { name: 'overflow', fields: ['overflow_enabled'], reason: 'none is here' }),
    item('panels', 'skip', { reason: 'Panel quota exceeded.' }),
  ];
  const { user } = open({
    ...uploaded(() => upload({ report: { ...report, items } })),
  });
  const page = await main();
  await user.click(await page.findByRole('button', { name: 'One by one' }));
  expect(page.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Panel “Support” is skipped: Panel quota exceeded.',
    'Panel “Support” is created, without its form; without its emoji.',
    'Setting “overflow” is changed (overflow_enabled): none is here.',
  ]);
});

test('a file for which nobody vouches is imported by the word of its sender alone', async () => {
  const { user } = open({
    ...uploaded(() => upload({ report: { ...report, vouched_by: 'none' } })),
  });
  const page = await main();
  const confirm = await page.findByRole<HTMLButtonElement>('button', { name: 'Import this' });
  expect(confirm.disabled).toBe(true);
  await user.click(page.getByLabelText('I know where this file comes from and want to import it'));
  expect(confirm.disabled).toBe(false);
});

test('an administrator who is not the owner imports', async () => {
  open(uploaded(), '8');
  const page = await main();
  expect((await page.findByRole<HTMLButtonElement>('button', { name: 'Import this' })).disabled).toBe(false);
  expect(page.getByRole<HTMLButtonElement>('button', { name: 'Confirm' }).disabled).toBe(false);
});

test('runs are grouped by type, the oldest first, with every line of their logs', async () => {
  open({
    'GET import/runs': () =>
      json(200, [
        run({ run_id: `${run_id.slice(0, -1)}4`, date: '2026-02-01T12:00:00.000Z' }),
        run(),
        run({ run_id: `${run_id.slice(0, -1)}5`, run_type: 'TRANSCRIPT' }),
      ]),
  });
  const page = await main();
  expect(await page.findByText(/2 files with data, 1 file with transcripts/)).toBeTruthy();
  const heads = page.getAllByRole('button', { name: /2026.*Done/ }).map(({ textContent }) => textContent);
  expect(heads.map((text) => /(Jan 31|Feb 1)/.exec(text ?? '')?.[0])).toEqual(['Jan 31', 'Feb 1', 'Jan 31']);
  const [, log] = await page.findAllByRole('region', { name: /^Log of the import/, hidden: true });
  expect(
    log &&
      within(log)
        .getAllByRole('cell', { hidden: true })
        .map(({ textContent }) => textContent),
  ).toEqual(expect.arrayContaining(['12', 'RUN_START', 'N/A', 'N/A']));
});

test('a run that was interrupted says that it goes on by itself', async () => {
  open({ 'GET import/runs': () => json(200, [run({ state: 'running', is_interrupted: true })]) });
  const page = await main();
  expect(await page.findByRole('button', { name: /2026.*Interrupted/ })).toBeTruthy();
  expect(page.getByText(/It goes on by itself within a minute/)).toBeTruthy();
});

test('a long log says on a phone how many lines it has, and shows them all when asked', async () => {
  const logs = Array.from({ length: 30 }, (_, n) => ({
    ...run().logs[0],
    run_log_id: n + 1,
    message: `line ${n + 1}`,
  }));
  const { user } = open({ 'GET import/runs': () => json(200, [{ ...run(), logs, log_count: 30 }]) });
  const page = await main();
  const log = await page.findByRole('region', { name: /^Log of the import/ });
  await waitFor(() => expect(within(log).getAllByRole('row')).toHaveLength(31));
  await user.click(page.getByText('Show all 30 lines'));
  expect(page.queryByText('Show all 30 lines')).toBeNull();
});

test('what cannot be read is told under its own name', async () => {
  open({
    'GET import/runs': () => json(403, { success: false, error: 'No' }),
    'GET import/queue': () => json(403, { success: false, error: 'Not this' }),
  });
  const page = await main();
  expect(await page.findByText('Failed to get import runs: No')).toBeTruthy();
  expect(await page.findByText('Failed to get import queue: Not this')).toBeTruthy();
});

test('the set-up of another server is seen before it is copied', async () => {
  const { user, asked } = open({
    'POST copies': () => json(201, upload({ origin: 'copy' })),
    [`POST copies/${upload_id}/start`]: () => json(200, upload({ origin: 'copy', state: 'confirmed' })),
    'GET import/runs': () => json(200, [run()]),
  });
  const page = await main();
  await user.click(await page.findByRole('button', { name: 'See what would change' }));
  expect(await page.findByText('Choose a server to copy from.')).toBeTruthy();
  await user.click(page.getByRole('combobox', { name: 'From' }));
  await user.click(await screen.findByRole('option', { name: 'Two' }));
  await user.click(page.getByLabelText('Tags'));
  await user.click(page.getByRole('button', { name: 'See what would change' }));
  await user.click(await page.findByRole('button', { name: 'Copy into this server' }));
  expect(asked('POST', 'copies')[0]?.body).toEqual({
    from_guild_id: '2',
    parts: ['settings', 'forms', 'panels', 'multi_panels'],
  });
  expect(await page.findByText('The set-up of Two was copied')).toBeTruthy();
});

async function openModal(user: ReturnType<typeof open>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Import' }));
  return within(await screen.findByRole('dialog', { name: 'Import Data' }));
}

test('the modal sends both files in one call and says that they were imported', async () => {
  const { user } = open();
  const modal = await openModal(user);
  await user.upload(modal.getByLabelText('Data'), zip());
  await user.upload(modal.getByLabelText('Transcripts'), zip('talk.zip'));
  await user.click(modal.getByRole('button', { name: 'Confirm' }));
  await waitFor(() =>
    expect(readToasts().map(({ text }) => text)).toContain(
      'Imported settings successfully - Your transcripts will be processed separately and may take some time to appear.',
    ),
  );
  expect(sent).toMatchObject([{ method: 'POST', url: '/api/1/import', headers: { 'x-tickets': 'true' } }]);
  const form = sent[0]?.body as FormData;
  expect([...form.keys()]).toEqual(['data_file', 'transcripts_file']);
});

test('the modal says why a file was refused, and takes another', async () => {
  answer = { status: 400, body: { success: false, error: 'It is broken.' } };
  const { user } = open();
  const modal = await openModal(user);
  await user.upload(modal.getByLabelText('Data'), zip());
  await user.click(modal.getByRole('button', { name: 'Confirm' }));
  expect(await modal.findByText('Failed to import settings: It is broken.')).toBeTruthy();
  expect(modal.getByRole<HTMLButtonElement>('button', { name: 'Confirm' }).disabled).toBe(false);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
