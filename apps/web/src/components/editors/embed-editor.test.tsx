import { screen, waitFor, within } from '@testing-library/react';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import { useState } from 'react';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadMessages } from '../../lib/page/messages.ts';
import { renderApp } from '../../test/render.tsx';
import { Form } from '../ui/fields/form.tsx';
import { EmbedEditor } from './embed-editor.tsx';
import { type EmbedForm, embedPayload, newEmbed } from './embed-form.ts';

beforeAll(async () => {
  await loadMessages('editors');
});

interface EditorProps {
  start?: Partial<EmbedForm>;
  footerLocked?: boolean;
  placeholders?: boolean;
  problems?: FieldProblem[];
}

function openEditor({ start, footerLocked = false, placeholders, problems }: EditorProps = {}) {
  let now = newEmbed(start);
  const Host = ({ told }: { told: FieldProblem[] | undefined }) => {
    const [value, setValue] = useState(now);
    now = value;
    return (
      <Form problems={told} onSubmit={() => undefined}>
        <EmbedEditor
          value={value}
          onChange={setValue}
          name="welcome_message"
          footerLocked={footerLocked}
          {...(placeholders === undefined ? {} : { placeholders })}
        />
      </Form>
    );
  };
  const rendered = renderApp(<Host told={problems} />);
  return {
    ...rendered,
    payload: () => embedPayload(now),
    tell: (told: FieldProblem[]) => rendered.rerender(<Host told={told} />),
    openGroup: (name: RegExp) => rendered.user.click(screen.getByRole('button', { name })),
  };
}

const fields = (...names: string[]) =>
  names.map((name, key) => ({ key, name, value: `value of ${name}`, inline: false }));
const nameBox = (number: number) =>
  within(screen.getByRole('group', { name: `Field ${number}` })).getByRole('textbox', { name: 'Field Name' });

describe('the embed editor', () => {
  test('has every part of an embed by its name', async () => {
    const { openGroup } = openEditor({ start: { fields: fields('A') } });
    for (const group of [/^Author/, /^Images/, /^Footer/, /^Fields/]) await openGroup(group);
    for (const label of [
      'Embed Colour',
      'Title',
      'Title URL (optional)',
      'Description',
      'Author Name',
      'Author Icon URL (optional)',
      'Author URL (optional)',
      'Large Image URL',
      'Small Image URL',
      'Footer Text',
      'Footer Icon URL (optional)',
      'Footer Timestamp (optional)',
      'Field Name',
      'Inline',
      'Field Value',
    ]) {
      expect(screen.getByLabelText(label), label).toBeTruthy();
    }
    expect(screen.getByText(/Up to 4096 characters/)).toBeTruthy();
    expect(screen.getByText('Up to 1024 characters')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Add Field' })).toBeTruthy();
  });

  test('what is typed in a group is sent with the rest', async () => {
    const { user, payload, openGroup } = openEditor({ start: { title: 'Kept' } });
    await openGroup(/^Author/);
    await user.type(screen.getByLabelText('Author Name'), 'Desk');
    await openGroup(/^Images/);
    await user.click(screen.getByRole('button', { name: 'Use the opener’s avatar: Small Image URL' }));
    expect(payload()).toMatchObject({
      title: 'Kept',
      author: { name: 'Desk' },
      image_url: null,
      thumbnail_url: '%avatar_url%',
    });
  });

  test('without premium the footer cannot be written, and the moment can be chosen', async () => {
    const { openGroup } = openEditor({ footerLocked: true });
    await openGroup(/^Footer/);
    expect(screen.getByRole('button', { name: /^Footer.*Premium/ })).toBeTruthy();
    expect(screen.getByLabelText('Footer Text')).toHaveProperty('disabled', true);
    expect(screen.getByLabelText('Footer Icon URL (optional)')).toHaveProperty('disabled', true);
    expect(screen.getByLabelText('Footer Timestamp (optional)')).toHaveProperty('disabled', false);
  });

  test('counts all texts together', async () => {
    const { user } = openEditor({ start: { title: 'abc', fields: fields('A') } });
    expect(screen.getByText(/^14 of 6,000 characters in all/)).toBeTruthy();
    await user.type(screen.getByLabelText('Title'), 'd');
    expect(screen.getByText(/^15 of 6,000 characters in all/)).toBeTruthy();
  });

  test('a problem of the server opens the group of its field and is shown there', async () => {
    const { tell } = openEditor({ start: { fields: fields('A', 'B') } });
    expect(screen.getByRole('button', { name: /^Fields/ }).getAttribute('aria-expanded')).toBe('false');
    tell([{ path: 'welcome_message.fields.1.value', message: 'Too long' }]);
    await waitFor(() =>
      expect(screen.getByRole('button', { name: /^Fields/ }).getAttribute('aria-expanded')).toBe('true'),
    );
    const second = screen.getByRole('group', { name: 'Field 2' });
    expect(within(second).getByRole('alert').textContent).toBe('Too long');
  });

  test('a problem of the whole embed is shown at the description', () => {
    const { tell } = openEditor();
    tell([{ path: 'welcome_message', message: 'Empty' }]);
    expect(screen.getByLabelText('Description').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('alert').textContent).toBe('Empty');
  });

  test('a placeholder goes in where the caret is', async () => {
    const { user, payload } = openEditor({ start: { description: 'Hello !' } });
    const box = screen.getByLabelText<HTMLTextAreaElement>('Description');
    box.setSelectionRange(6, 6);
    await user.click(screen.getByRole('button', { name: 'Insert a placeholder' }));
    await user.click(await screen.findByRole('menuitem', { name: /Opener, as a mention/ }));
    expect(payload().description).toBe('Hello %user%!');
    await waitFor(() => expect(document.activeElement).toBe(box));
    expect(box.selectionStart).toBe(12);
  });

  test('offers no placeholders where none are filled', () => {
    openEditor({ placeholders: false, start: { fields: fields('A') } });
    expect(screen.queryByRole('button', { name: /placeholder/ })).toBeNull();
    expect(screen.queryByText(/avatar/)).toBeNull();
  });
});

describe('fields of an embed', () => {
  test('a new one is written in at once', async () => {
    const { user, payload, openGroup } = openEditor();
    await openGroup(/^Fields/);
    await user.click(screen.getByRole('button', { name: 'Add Field' }));
    await user.keyboard('Order');
    await user.click(screen.getByRole('switch', { name: 'Inline' }));
    await user.type(screen.getByLabelText('Field Value'), '42');
    expect(payload().fields).toEqual([{ name: 'Order', value: '42', inline: true }]);
  });

  test('deleting one keeps what stands in the others, and the focus goes to its neighbour', async () => {
    const { user, payload, openGroup } = openEditor({ start: { fields: fields('A', 'B', 'C') } });
    await openGroup(/^Fields/);
    await user.click(screen.getByRole('button', { name: 'Delete field 2' }));
    expect(payload().fields.map(({ name, value }) => [name, value])).toEqual([
      ['A', 'value of A'],
      ['C', 'value of C'],
    ]);
    expect(document.activeElement).toBe(nameBox(2));
    await user.click(screen.getByRole('button', { name: 'Delete field 2' }));
    expect(document.activeElement).toBe(nameBox(1));
    await user.click(screen.getByRole('button', { name: 'Delete field 1' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add Field' }));
  });

  test('one can be moved by the keyboard alone, and the focus goes with it', async () => {
    const { user, payload, openGroup } = openEditor({ start: { fields: fields('A', 'B', 'C') } });
    await openGroup(/^Fields/);
    screen.getByRole('button', { name: 'Move field 3 up' }).focus();
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move field 2 up' }));
    expect(screen.getByText('Moved to place 2 of 3.')).toBeTruthy();
    await user.keyboard('{Enter}');
    expect(payload().fields.map(({ name }) => name)).toEqual(['C', 'A', 'B']);
    // At the top it can only go down again.
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move field 1 down' }));
  });

  test('there are 25 at most, and the reason is told', async () => {
    const names = Array.from({ length: 24 }, (_, index) => `N${index}`);
    const { user, openGroup } = openEditor({ start: { fields: fields(...names) } });
    await openGroup(/^Fields/);
    const add = screen.getByRole('button', { name: 'Add Field' });
    await user.click(add);
    expect(add).toHaveProperty('disabled', true);
    expect(screen.getByText(/at most 25 fields/)).toBeTruthy();
  });
});
