import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../../test/render.tsx';
import { Collapsible } from '../collapsible.tsx';
import { Field } from '../fields/field.tsx';
import { Form } from '../fields/form.tsx';
import { TextInput } from '../fields/text-input.tsx';
import { MultiCombobox } from './multi-combobox.tsx';

const options = [
  { value: 'user', label: 'Ticket opener' },
  { value: '5', label: 'Moderator' },
  { value: '6', label: 'Helper' },
];

function Mentions({ initial, disabled = false }: { initial: string[]; disabled?: boolean }) {
  const [values, setValues] = useState(initial);
  return (
    <Field label="Mention on open" disabled={disabled}>
      <MultiCombobox values={values} options={options} onChange={setValues} missingLabel="Deleted Role" />
    </Field>
  );
}

const chosen = () =>
  within(screen.getByRole('list', { name: 'Chosen' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

describe('MultiCombobox', () => {
  it('takes several options, one after the other, by keyboard', async () => {
    const { user } = renderApp(<Mentions initial={['5']} />);
    await user.click(screen.getByRole('combobox', { name: 'Mention on open' }));
    await user.type(await screen.findByPlaceholderText('Search'), 'opener');
    await user.keyboard('{Enter}{Escape}');
    expect(chosen()).toEqual(['Moderator', 'Ticket opener']);
  });

  it('takes one out by its cross and keeps the focus in the field', async () => {
    const { user } = renderApp(<Mentions initial={['5', '99']} />);
    expect(chosen()).toEqual(['Moderator', 'Deleted Role']);
    await user.click(screen.getByRole('button', { name: 'Remove Moderator' }));
    expect(chosen()).toEqual(['Deleted Role']);
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Mention on open' }));
  });

  it('can be read but not changed while it is disabled', () => {
    renderApp(<Mentions initial={['5']} disabled />);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remove Moderator' }).disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('combobox').disabled).toBe(true);
  });
});

it('a problem in a closed section opens the section', async () => {
  const form = (problems: { path: string; message: string }[]) => (
    <Form problems={problems} onSubmit={() => undefined}>
      <Collapsible title="Panel Message">
        <Field label="Title" name="title">
          <TextInput value="" onChange={() => undefined} />
        </Field>
      </Collapsible>
    </Form>
  );
  const { rerender } = renderApp(form([]));
  const head = screen.getByRole('button', { name: 'Panel Message' });
  expect(head.getAttribute('aria-expanded')).toBe('false');
  rerender(form([{ path: 'title', message: 'Too long.' }]));
  expect(head.getAttribute('aria-expanded')).toBe('true');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Title' }));
});
