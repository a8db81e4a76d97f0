import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { formInputDefaults } from '@tickets/contract/forms/form-limits';
import { namesOf } from '@tickets/contract/platform/fields';
import { describe, expect, test, vi } from 'vitest';
import { readToasts } from '../../lib/page/toast.ts';
import { json } from '../../test/fetch-stub.ts';
import { openServerPage } from '../../test/server-page.tsx';
import { fieldName } from './forms-state.ts';

const input = (id: number, position: number, more: object = {}) => ({
  id,
  form_id: 1,
  type: 4,
  custom_id: `c${id}`,
  position,
  style: 1,
  label: `Question ${id}`,
  placeholder: null,
  required: true,
  min_length: 0,
  max_length: 255,
  ...more,
});
const form = (form_id: number, title: string, inputs: object[] = []) => ({
  form_id,
  guild_id: '1',
  title,
  custom_id: `f${form_id}`,
  version: 1,
  inputs,
});
const report = form(1, 'Report a player', [
  input(11, 1),
  input(12, 2),
  input(13, 3, { style: 2, max_length: 800 }),
]);
const appeal = form(2, 'Appeal a ban', [input(21, 1)]);
const panel = (panel_id: number, title: string, more: object) => ({
  panel_id,
  title,
  form_id: null,
  exit_survey_form_id: null,
  ...more,
});

function open(path = 'forms', changes: Partial<Record<string, () => Response>> = {}, { wide = true } = {}) {
  let forms = [report, appeal];
  const answers: Record<string, () => Response> = {
    'GET forms': () => json(200, forms),
    'GET panels': () =>
      json(200, [panel(1, 'Help', { form_id: 1 }), panel(2, 'Bans', { exit_survey_form_id: 1 })]),
    'POST forms': () => {
      forms = [...forms, form(3, 'Join the team')];
      return json(200, forms.at(-1));
    },
    'PATCH forms/1': () => json(200, { success: true, version: 2 }),
    'DELETE forms/1': () => {
      forms = forms.filter(({ form_id }) => form_id !== 1);
      return json(200, { success: true });
    },
    'PATCH forms/1/inputs': () => new Response(null, { status: 204 }),
    ...changes,
  };
  // The test environment knows no widths.
  vi.stubGlobal('matchMedia', () => ({
    matches: wide,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  return { ...openServerPage(path, answers), answers };
}

const toasts = () => readToasts().map(({ kind, text }) => `${kind}: ${text}`);
const fields = () => screen.findAllByRole('listitem', { name: /^Field \d/ });
const field = async (position: number) => within((await fields())[position - 1] ?? document.body);
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
const newField = () => screen.getByRole<HTMLButtonElement>('button', { name: 'New Field' });
const labels = async () =>
  (await fields()).map((item) => within(item).getByLabelText<HTMLInputElement>(/^Label/).value);

describe('forms page', () => {
  test('where a server has as many forms as it may have, none is made, and it says why', async () => {
    const all = Array.from({ length: 200 }, (_, n) => form(n + 1, `Form ${n + 1}`));
    open('forms', { 'GET forms': () => json(200, all) });
    expect(await screen.findByText(/This server has 200 forms, and cannot have more/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create' }).disabled).toBe(true);
  });

  test('a created form is selected and begins with one field that is not saved yet', async () => {
    const { user, asked, router } = open();
    await user.type(await screen.findByLabelText('Title'), 'Join the team');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(toasts()).toEqual(['success: Form Join the team has been created']));
    expect(asked('POST', 'forms')[0]?.body).toEqual({ title: 'Join the team' });
    await waitFor(() => expect(router.state.location.href).toBe('/manage/1/forms?form=3'));
    expect(screen.getByRole('button', { name: 'Delete Join the team' })).toBeTruthy();
    expect(await labels()).toEqual(['']);
    const only = await field(1);
    expect(only.getByLabelText<HTMLInputElement>('Placeholder').value).toBe('');
    expect(only.getByLabelText<HTMLSelectElement>('Style').value).toBe('1');
    expect(only.getByRole<HTMLInputElement>('switch', { name: 'Required' }).checked).toBe(true);
    expect(only.getByRole<HTMLInputElement>('spinbutton', { name: 'Shortest answer' }).value).toBe('0');
    expect(only.getByRole<HTMLInputElement>('spinbutton', { name: 'Longest answer' }).value).toBe('255');
    expect(asked('PATCH', 'forms/3/inputs')).toEqual([]);
    await waitFor(() => expect(document.activeElement).toBe(only.getByLabelText(/^Label/)));
  });

  test('a title that is blank or too long is told at its field, and nothing is sent', async () => {
    const { user, asked } = open();
    const title = await screen.findByLabelText('Title');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('Form title cannot be empty')).toBeTruthy();
    await user.click(title);
    await user.paste('x'.repeat(46));
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(
      await screen.findByText('Form title must be 45 characters or less (current: 46 characters)'),
    ).toBeTruthy();
    expect(asked('POST', 'forms')).toEqual([]);
  });

  test('fields are changed on the page only, and one save sends what is new, what stays and what goes', async () => {
    const { user, asked, answers } = open();
    await user.click((await field(2)).getByRole('button', { name: 'Delete' }));
    await user.click(newField());
    await user.type((await field(3)).getByLabelText(/^Label/), 'Why?');
    await user.click((await field(3)).getByRole('button', { name: 'Move up' }));
    expect(await labels()).toEqual(['Question 11', 'Why?', 'Question 13']);
    expect(asked('PATCH', 'forms/1/inputs')).toEqual([]);

    const after = [
      input(11, 1),
      input(14, 2, { label: 'Why?' }),
      input(13, 3, { style: 2, max_length: 800 }),
    ];
    answers['GET forms'] = () => json(200, [form(1, 'Report a player', after), appeal]);
    await user.click(save());
    await waitFor(() => expect(toasts()).toEqual(['success: Form updated successfully']));
    const sent = { type: 4, placeholder: null, style: 1, required: true, min_length: 0, max_length: 255 };
    expect(asked('PATCH', 'forms/1/inputs')[0]?.body).toEqual({
      create: [{ ...sent, label: 'Why?', position: 2 }],
      update: [
        { ...sent, id: 11, label: 'Question 11', position: 1 },
        { ...sent, id: 13, label: 'Question 13', position: 3, style: 2, max_length: 800 },
      ],
      delete: [12],
      based_on: 1,
    });
    await waitFor(() => expect(screen.queryByText('You have unsaved changes')).toBeNull());
    // The field that was new is a stored one now: saved again, it is updated.
    await user.click(save());
    await waitFor(() => expect(asked('PATCH', 'forms/1/inputs')).toHaveLength(2));
    expect(asked('PATCH', 'forms/1/inputs')[1]?.body).toMatchObject({
      create: [],
      update: [{ id: 11 }, { id: 14 }, { id: 13 }],
      delete: [],
    });
  });

  test('there are at most five fields, and without any there is nothing to save', async () => {
    const { user } = open();
    await fields();
    await user.click(newField());
    await user.click(newField());
    expect(await fields()).toHaveLength(5);
    expect(newField().disabled).toBe(true);
    for (let left = 5; left > 0; left--)
      await user.click((await field(1)).getByRole('button', { name: 'Delete' }));
    expect(screen.queryAllByRole('listitem', { name: /^Field/ })).toEqual([]);
    expect(save().disabled).toBe(true);
    await user.click(newField());
    expect(save().disabled).toBe(false);
  });

  test('a switch to Short cuts the range to 255', async () => {
    const { user } = open();
    const third = await field(3);
    const longest = () => third.getByRole<HTMLInputElement>('spinbutton', { name: 'Longest answer' });
    const slider = () => third.getByRole<HTMLInputElement>('slider', { name: 'Longest answer' });
    expect([longest().value, slider().max]).toEqual(['800', '1024']);
    await user.selectOptions(third.getByLabelText('Style'), 'Short');
    expect([longest().value, slider().max]).toEqual(['255', '255']);
  });

  test('the longest answer never falls below 1 nor below the shortest, by typing or by key', async () => {
    const { user } = open();
    const first = await field(1);
    const longest = first.getByRole<HTMLInputElement>('spinbutton', { name: 'Longest answer' });
    await user.clear(longest);
    await user.type(longest, '0');
    await user.tab();
    expect(longest.value).toBe('1');
    const shortest = first.getByRole<HTMLInputElement>('spinbutton', { name: 'Shortest answer' });
    await user.clear(shortest);
    await user.type(shortest, '9');
    await user.tab();
    expect(shortest.value).toBe('1');
    const slider = first.getByRole<HTMLInputElement>('slider', { name: 'Longest answer' });
    fireEvent.keyDown(slider, { key: 'ArrowRight' });
    expect(longest.value).toBe('2');
  });

  test('a field is moved by Alt and an arrow; the focus follows it and the move is announced', async () => {
    const { user } = open();
    const label = (await field(1)).getByLabelText(/^Label/);
    await user.click(label);
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(await labels()).toEqual(['Question 12', 'Question 11', 'Question 13']);
    expect(document.activeElement).toBe(label);
    expect(screen.getByText('Field 1, Question 11 is now number 2 of 3')).toBeTruthy();
    await user.click((await field(2)).getByRole('button', { name: 'Move down' }));
    expect(await labels()).toEqual(['Question 12', 'Question 13', 'Question 11']);
    // Its button is off at the end, so the focus is on the one that leads back.
    expect(document.activeElement).toBe((await field(3)).getByRole('button', { name: 'Move up' }));
  });

  test('a refusal of any field of a question is told at it', async () => {
    const { type: _, position: __, ...asked } = formInputDefaults;
    const names = namesOf(asked);
    const { user } = open('forms', {
      'PATCH forms/1/inputs': () =>
        json(400, {
          success: false,
          error: 'Some of what was sent is not valid',
          code: 'request.invalid',
          fields: names.map((name) => ({
            path: `update.1.${name}`,
            message: `Wrong ${fieldName('', name)}`,
          })),
        }),
    });
    await user.type((await field(2)).getByLabelText(/^Label/), '!');
    await user.click(save());
    await waitFor(async () => {
      const told = (await field(2)).getAllByRole('alert').map(({ textContent }) => textContent);
      expect(told).toEqual(expect.arrayContaining(names.map((name) => `Wrong ${fieldName('', name)}`)));
    });
  });

  test('a refused save keeps what was typed and tells the problem at its field', async () => {
    const message = 'Labels have at most 45 characters.';
    const { user } = open('forms', {
      'PATCH forms/1/inputs': () =>
        json(400, {
          success: false,
          error: `Some of what was sent is not valid: Update 2 label: ${message}`,
          code: 'request.invalid',
          fields: [{ path: 'update.1.label', message }],
        }),
    });
    const label = (await field(2)).getByLabelText<HTMLInputElement>(/^Label/);
    await user.clear(label);
    await user.type(label, 'Something');
    await user.click(save());
    await waitFor(() => expect(toasts()).toEqual([`error: Field 2, Label: ${message}`]));
    expect(label.value).toBe('Something');
    expect(label.getAttribute('aria-invalid')).toBe('true');
    expect((await field(2)).getByText(message)).toBeTruthy();
    expect(document.activeElement).toBe(label);
  });

  test('an empty label is told at its field before anything is sent', async () => {
    const { user, asked } = open();
    await user.clear((await field(2)).getByLabelText(/^Label/));
    await user.click(save());
    expect((await field(2)).getByText('Enter a label.')).toBeTruthy();
    expect(asked('PATCH', 'forms/1/inputs')).toEqual([]);
  });

  test('the form of the address is the selected one; another is chosen only after a question when there are changes', async () => {
    const { user, router } = open('forms?form=2');
    expect(await labels()).toEqual(['Question 21']);
    await user.type((await field(1)).getByLabelText(/^Label/), '!');
    const choose = async () => {
      await user.click(screen.getByRole('combobox', { name: /^Form/ }));
      await user.click(await screen.findByRole('option', { name: 'Report a player' }));
    };
    await choose();
    await user.click(await screen.findByRole('button', { name: 'Stay here' }));
    expect(await labels()).toEqual(['Question 21!']);
    await choose();
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(router.state.location.href).toBe('/manage/1/forms?form=1'));
    expect(await labels()).toEqual(['Question 11', 'Question 12', 'Question 13']);
    expect(screen.queryByText('You have unsaved changes')).toBeNull();
  });

  test('on a narrow screen the changes are guarded and kept while one looks at the preview', async () => {
    const { user } = open('forms', {}, { wide: false });
    await user.type((await field(1)).getByLabelText(/^Label/), '!');
    await user.click(screen.getByRole('tab', { name: 'Preview' }));
    expect(within(screen.getByRole('figure', { name: 'Preview' })).getByText('Question 11!')).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Settings' }));
    await user.click(await screen.findByRole('button', { name: 'Stay here' }));
    await user.click(screen.getByRole('tab', { name: 'Edit' }));
    expect((await labels())[0]).toBe('Question 11!');
  });

  test('a rename is sent and told', async () => {
    const { user, asked } = open();
    await user.click(await screen.findByRole('button', { name: 'Rename Form' }));
    const dialog = within(await screen.findByRole('dialog'));
    const title = dialog.getByLabelText<HTMLInputElement>('Title');
    expect(title.value).toBe('Report a player');
    await user.clear(title);
    await user.type(title, 'Report somebody{Enter}');
    await waitFor(() => expect(toasts()).toEqual(['success: Form title updated']));
    expect(asked('PATCH', 'forms/1')[0]?.body).toEqual({ title: 'Report somebody', based_on: 1 });
    expect(await screen.findByRole('button', { name: 'Delete Report somebody' })).toBeTruthy();
  });

  test('a rename that fails is told with the reason, and the title stays in its box', async () => {
    const { user } = open('forms', { 'PATCH forms/1': () => json(400, { success: false, error: 'Boom' }) });
    await user.click(await screen.findByRole('button', { name: 'Rename Form' }));
    const title = within(await screen.findByRole('dialog')).getByLabelText<HTMLInputElement>('Title');
    await user.type(title, '!{Enter}');
    await waitFor(() => expect(toasts()).toEqual(['error: Failed to update form title: Boom']));
    expect(title.value).toBe('Report a player!');
  });

  test('a deletion says which panels use the form, and what becomes of them', async () => {
    const { user, asked } = open();
    await screen.findByText('Used by Help and Bans.');
    await user.click(screen.getByRole('button', { name: 'Delete Report a player' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(
      dialog.getByText(
        'Are you sure you want to delete the form Report a player? It is used by the panels Help and Bans; they will then have no form.',
      ),
    ).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(toasts()).toEqual(['success: Form deleted successfully']));
    expect(asked('DELETE', 'forms/1')).toHaveLength(1);
    expect(await screen.findByRole('button', { name: 'Delete Appeal a ban' })).toBeTruthy();
  });

  test('the preview shows the form as it is edited', async () => {
    const { user } = open();
    await user.type((await field(1)).getByLabelText('Placeholder'), 'As it was');
    const preview = within(screen.getByRole('figure', { name: 'Preview' }));
    expect(await preview.findByText('As it was')).toBeTruthy();
  });

  test('without forms it says what they are for; a failed load is told and asked for again', async () => {
    const { user, answers } = open('forms', {
      'GET forms': () => json(400, { success: false, error: 'Boom' }),
    });
    expect(await screen.findAllByText('Failed to load forms: Boom')).toHaveLength(1);
    answers['GET forms'] = () => json(200, []);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No forms yet')).toBeTruthy();
  });
});
