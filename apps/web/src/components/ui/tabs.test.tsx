import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../../test/render.tsx';
import { TextInput } from './fields/text-input.tsx';
import { Tabs } from './tabs.tsx';

const tabs = [
  {
    value: 'edit',
    label: 'Edit',
    content: <TextInput aria-label="Title" value="x" onChange={() => undefined} />,
  },
  { value: 'preview', label: 'Preview', content: 'A picture' },
];
const selected = () => screen.getByRole('tab', { selected: true }).textContent;

it('Tab reaches the chosen tab alone, and the arrows go around', async () => {
  const { user } = renderApp(<Tabs label="Views" tabs={tabs} />);
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Edit' }));
  await user.keyboard('{ArrowLeft}');
  expect(selected()).toBe('Preview');
  expect(screen.getByRole('tabpanel', { name: 'Preview' }).textContent).toBe('A picture');
  await user.keyboard('{ArrowRight}');
  expect(selected()).toBe('Edit');
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Title' }));
});

it('keeps what is not shown in the page only where it was asked to', async () => {
  const { user, rerender } = renderApp(<Tabs label="Views" tabs={tabs} />);
  await user.click(screen.getByRole('tab', { name: 'Preview' }));
  expect(screen.queryByLabelText('Title')).toBeNull();
  rerender(<Tabs label="Views" tabs={tabs} keepMounted />);
  expect(screen.getByLabelText('Title')).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull();
});

it('keeps what was typed, opened and focused while there comes to be room for all views at once', async () => {
  const views = [{ ...tabs[0]!, content: <input aria-label="Title" /> }, tabs[1]!]; // both are there
  const { user, rerender } = renderApp(<Tabs label="Views" tabs={views} keepMounted />);
  const title = screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' });
  await user.type(title, 'Help');
  rerender(<Tabs label="Views" tabs={views} keepMounted apart="side-by-side" />);
  expect(screen.queryByRole('tab')).toBeNull();
  expect(screen.getByText('A picture')).toBeTruthy();
  rerender(<Tabs label="Views" tabs={views} keepMounted />);
  expect(screen.getByRole('textbox', { name: 'Title' })).toBe(title);
  expect(title.value).toBe('Help');
  expect(document.activeElement).toBe(title);
});
