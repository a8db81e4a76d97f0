import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../../test/render.tsx';
import { Field } from '../fields/field.tsx';
import { Form } from '../fields/form.tsx';
import { TextInput } from '../fields/text-input.tsx';
import { Modal } from '../overlays/modal.tsx';
import { Combobox } from './combobox.tsx';
import type { ComboboxOption } from './combobox-rows.ts';
import { byGroup, inSight, matching, rowsOf } from './combobox-rows.ts';

const colours = ['Red', 'Green', 'Blue'].map((label) => ({ value: label.toLowerCase(), label }));

function Choice({ options = colours }: { options?: readonly ComboboxOption[] }) {
  const [value, setValue] = useState<string | null>(null);
  return (
    <>
      <Field label="Colour">
        <Combobox value={value} options={options} onChange={setValue} />
      </Field>
      <Field label="Next">
        <TextInput value="" onChange={() => undefined} />
      </Field>
    </>
  );
}

const field = () => screen.getByRole('combobox', { name: 'Colour' });
const search = () => screen.getByRole('combobox', { name: 'Search' });
const active = () =>
  document.getElementById(search().getAttribute('aria-activedescendant') ?? '')?.textContent;

describe('the open list of a combobox', () => {
  it('takes the focus, goes round by arrow, and gives the focus back with what was chosen', async () => {
    const { user } = renderApp(<Choice />);
    field().focus();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(search());
    expect(active()).toBe('Red');
    await user.keyboard('{ArrowUp}');
    expect(active()).toBe('Blue');
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(document.activeElement).toBe(field());
    expect(field().textContent).toBe('Green');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('opens at what is chosen, and says that it is', async () => {
    const { user } = renderApp(<Choice />);
    await user.click(field());
    await user.click(screen.getByRole('option', { name: 'Blue' }));
    await user.click(field());
    expect(active()).toBe('Blue');
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('Blue');
  });

  it('closes by a second press on the field, by a press elsewhere, and when Tab goes on from the field', async () => {
    const { user } = renderApp(<Choice />);
    const isOpen = () => screen.queryByRole('listbox') !== null;
    await user.click(field());
    expect(isOpen()).toBe(true);
    await user.click(field());
    expect(isOpen()).toBe(false);
    await user.click(field());
    await user.click(screen.getByRole('textbox', { name: 'Next' }));
    expect(isOpen()).toBe(false);
    await user.click(field());
    await user.tab();
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Next' }));
  });

  it('keeps its keys to itself: Enter sends no form, Escape closes no dialog', async () => {
    let sent = 0;
    const { user } = renderApp(
      <Modal open onClose={() => (sent += 10)} title="Paint">
        <Form onSubmit={() => (sent += 1)}>
          <Choice />
        </Form>
      </Modal>,
    );
    await user.click(await screen.findByRole('combobox', { name: 'Colour' }));
    await user.type(search(), 'nothing like it');
    await user.keyboard('{Enter}');
    expect(screen.getByText('Nothing matches. Try another word.')).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(sent).toBe(0);
    expect(document.activeElement).toBe(field());
  });

  it('has a few rows of a long list in the page, and says of each where it stands', async () => {
    const many = Array.from({ length: 500 }, (_, n) => ({ value: String(n), label: `Colour ${n}` }));
    const { user } = renderApp(<Choice options={many} />);
    await user.click(field());
    expect(screen.getAllByRole('option').length).toBeLessThan(40);
    await user.keyboard('{ArrowUp}');
    const last = screen.getByRole('option', { name: 'Colour 499' });
    expect(last.getAttribute('aria-posinset')).toBe('500');
    expect(last.getAttribute('aria-setsize')).toBe('500');
    expect(active()).toBe('Colour 499');
  });

  it('names the groups of its options', async () => {
    const { user } = renderApp(
      <Choice options={colours.map((colour, n) => (n === 1 ? { ...colour, group: 'Calm' } : colour))} />,
    );
    await user.click(field());
    const group = screen.getByRole('group', { name: 'Calm' });
    expect(
      within(group)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Green']);
  });
});

describe('the rows of a combobox', () => {
  const option = (label: string, group?: string) => ({ value: label, label, ...(group && { group }) });

  it('hold options of one group together', () => {
    const options = byGroup([option('a', 'X'), option('b', 'Y'), option('c', 'X'), option('d')]);
    expect(options.map(({ label }) => label)).toEqual(['a', 'c', 'b', 'd']);
    expect(rowsOf(options).rows.map((row) => row.option?.label ?? `[${row.group}]`)).toEqual([
      '[X]',
      'a',
      'c',
      '[Y]',
      'b',
      'd',
    ]);
  });

  it('are found whatever the case and the accents', () => {
    const options = [option('Café'), option('cafeteria'), option('tea')];
    expect(matching(options, ' CAFE ').map(({ label }) => label)).toEqual(['Café', 'cafeteria']);
    expect(matching(options, 'é').map(({ label }) => label)).toEqual(['Café', 'cafeteria', 'tea']);
  });

  it('begin with the one that was named, and then with those that begin so', () => {
    const options = [option('Supporter'), option('First support'), option('Support'), option('Other', 'X')];
    expect(matching(options, 'support').map(({ label }) => label)).toEqual([
      'Support',
      'Supporter',
      'First support',
    ]);
    const grouped = [option('news-old', 'A'), option('a', 'A'), option('news', 'B'), option('old-news', 'A')];
    expect(matching(grouped, 'news').map(({ label }) => label)).toEqual(['news', 'news-old', 'old-news']);
  });

  it('are drawn around what is in sight, with the heading that was scrolled away as a name alone', () => {
    const { rows } = rowsOf(Array.from({ length: 300 }, (_, n) => option(`${n}`, n < 150 ? 'Low' : 'High')));
    const { first, groups } = inSight(rows, 100);
    expect(first).toBe(96);
    expect(groups.map(({ name, isHeaded }) => [name, isHeaded])).toEqual([['Low', false]]);
    expect(inSight(rows, 151).groups.map(({ name, isHeaded }) => [name, isHeaded])).toEqual([
      ['Low', false],
      ['High', true],
    ]);
    expect(inSight(rows, 301).groups.at(-1)?.options.at(-1)?.index).toBe(299);
  });
});
