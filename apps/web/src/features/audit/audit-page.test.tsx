import { screen, waitFor, within } from '@testing-library/react';
import type { AuditEntry, AuditFilter, UndoPreview } from '@tickets/contract/audit/audit';
import { expect, test } from 'vitest';
import { readToasts } from '../../lib/page/toast.ts';
import { json } from '../../test/fetch-stub.ts';
import { openServerPage } from '../../test/server-page.tsx';
import { readAuditSearch } from './audit-search.ts';
import { sampleEntry } from './sample-entry.ts';

const renamed = sampleEntry({ id: 8, old_data: '{"title":"Help"}', new_data: '{"title":"Support"}' });

interface Given {
  entries?: AuditEntry[];
  older?: boolean;
  newer?: boolean;
  preview?: UndoPreview;
  undoing?: () => Response;
}

async function open(
  address = 'audit-log',
  { entries = [renamed], older = false, newer = false, preview, undoing }: Given = {},
) {
  const page = openServerPage(address, {
    'POST audit-logs': () =>
      json(200, {
        entries,
        total_count: entries.length,
        total_pages: 1,
        current_page: 1,
        has_newer: newer,
        has_older: older,
      }),
    'GET channels': () => json(200, []),
    'GET roles': () => json(200, { success: true, roles: [] }),
    'GET panels': () => json(200, []),
    'GET multipanels': () => json(200, { success: true, data: [] }),
    'GET forms': () => json(200, []),
    'GET team': () => json(200, []),
    'GET audit-logs/8/undo': () => json(200, preview),
    'POST audit-logs/8/undo': () => undoing?.() ?? json(200, { success: true, entry_id: 9 }),
  });
  await screen.findByRole('heading', { name: 'Changes' });
  const sent = () => page.asked('POST', 'audit-logs').map(({ body }) => body as AuditFilter);
  const address_now = () => readAuditSearch(page.router.state.location.search);
  return { ...page, sent, address_now };
}

const row = (name: RegExp) => screen.findByRole('button', { name, expanded: false });

test('an entry says who did what and from where, and opens to what the field was and is', async () => {
  const { user } = await open();
  const entry = await row(/^olive changed the panel Support.*Title.*Dashboard$/);
  await user.click(entry);
  const changes = screen.getByLabelText('What changed');
  expect(within(changes).getByRole('term').textContent).toBe('Title');
  expect(within(changes).getByRole('definition').textContent).toBe('changed from Help to Support');
});

test('the list is asked for once, by what the address says', async () => {
  const { sent } = await open('audit-log?type=panel&id=7&source=dashboard');
  await row(/changed the panel/);
  expect(sent()).toEqual([{ resource_type: 2, resource_id: '7', source: 'dashboard' }]);
});

test('a filter goes into the address, and begins at the newest', async () => {
  const { user, sent, address_now } = await open('audit-log?older_than=20');
  await row(/changed the panel/);
  await user.selectOptions(screen.getByRole('combobox', { name: 'What' }), 'Tags');
  await waitFor(() => expect(address_now()).toEqual({ type: 'tag' }));
  await waitFor(() => expect(sent().at(-1)).toEqual({ resource_type: 7 }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Change' }), 'Deleted');
  await waitFor(() => expect(address_now()).toEqual({ type: 'tag', action: 'tag.delete' }));
});

test('one thing alone is a chip, which is taken away by a press', async () => {
  const { user, address_now } = await open('audit-log?type=panel&id=7');
  await user.click(await screen.findByRole('button', { name: 'Remove the filter Only: panel Support' }));
  await waitFor(() => expect(address_now()).toEqual({ type: 'panel' }));
});

test('filters that find nothing say so, and are cleared by a press', async () => {
  const { user, address_now } = await open('audit-log?source=operator', { entries: [] });
  expect(await screen.findByText('No change matches these filters')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(address_now()).toEqual({}));
});

test('pages are turned from the entries that are seen, and the focus stays on the button', async () => {
  const { user, address_now, sent } = await open('audit-log', { older: true });
  const [older] = await screen.findAllByRole('button', { name: 'Older' });
  await user.click(older as HTMLElement);
  await waitFor(() => expect(address_now()).toEqual({ older_than: 8 }));
  await waitFor(() => expect(sent().at(-1)).toEqual({ older_than: 8 }));
  expect(document.activeElement?.textContent).toBe('Older');
});

const change: UndoPreview = {
  effect: 'change',
  changes: [{ path: 'title', before: 'Support', after: 'Help' }],
  left_out: [],
  refusal: null,
};

test('undoing shows first what it will be, then does it and reads the list again', async () => {
  const { user, asked, sent } = await open('audit-log', { preview: change });
  await user.click(await row(/changed the panel/));
  await user.click(screen.getByRole('button', { name: /^Undo: / }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Undo this change?' }));
  expect((await dialog.findByRole('definition')).textContent).toBe('changed from Support to Help');
  const before = sent().length;
  await user.click(dialog.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(asked('POST', 'audit-logs/8/undo')).toHaveLength(1));
  await waitFor(() => expect(readToasts().map(({ text }) => text)).toContain('The change has been undone'));
  await waitFor(() => expect(sent().length).toBeGreaterThan(before));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement?.getAttribute('aria-expanded')).toBe('true');
});

test('what a later change stands in the way of is not offered, and says whose change that is', async () => {
  const later = sampleEntry({ id: 12, username: 'sage' });
  const refusal = { text: 'It was changed again since.', entry: later };
  const { user } = await open('audit-log', { preview: { ...change, refusal } });
  await user.click(await row(/changed the panel/));
  await user.click(screen.getByRole('button', { name: /^Undo: / }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('This cannot be undone')).toBeTruthy();
  expect(dialog.getByText('sage').parentElement?.textContent).toMatch(/^sage changed it, /);
  expect(dialog.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(dialog.getByRole('link', { name: 'Show that change' }).getAttribute('href')).toContain('open=12');
});

test('a refusal that comes at the last moment is said in the dialog', async () => {
  const undoing = () => json(409, { success: false, error: 'The server has as many panels as are free.' });
  const { user } = await open('audit-log', { preview: change, undoing });
  await user.click(await row(/changed the panel/));
  await user.click(screen.getByRole('button', { name: /^Undo: / }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('button', { name: 'Undo' }));
  expect(await dialog.findByText('The server has as many panels as are free.')).toBeTruthy();
});

test('an entry that was undone leads to what undid it, and is not offered again', async () => {
  const undoing = sampleEntry({ id: 9, username: 'sage', undo_of: 8 });
  const { user } = await open('audit-log', { entries: [undoing, { ...renamed, undone_by: 9 }] });
  await user.click(await row(/^olive/));
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
  expect(screen.getByText('Undone by').querySelector('a')?.textContent).toBe('sage');
  await user.click(await row(/^sage/));
  expect(screen.getByText('Undid').querySelector('a')?.textContent).toBe('olive changed the panel Support');
});

test('a link to an entry opens it', async () => {
  await open('audit-log?older_than=9&open=8');
  const opened = await screen.findByRole('button', { name: /changed the panel/, expanded: true });
  await waitFor(() => expect(document.activeElement).toBe(opened));
});
