import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderApp, testConfig } from '../../../test/render.tsx';
import { Modal } from '../overlays/modal.tsx';
import { PersonSearch } from './person-search.tsx';
import type { FoundPerson } from './person-search-props.ts';

const searched: string[] = [];

function Choice({ Search = PersonSearch }: { Search?: typeof PersonSearch }) {
  const [person, setPerson] = useState<FoundPerson | null>(null);
  return (
    <Search
      aria-label="Who"
      value={person}
      onChange={setPerson}
      queryKey={['people']}
      search={async (words) => {
        searched.push(words);
        if (words === 'zed') return [];
        return words === '' || words.startsWith('a')
          ? [{ id: '1', username: 'ann', avatar: '' }]
          : [{ id: '2', username: 'bob', avatar: '' }];
      }}
    />
  );
}

/** Types into the box before what it is made of has come, and waits until it is there. */
async function typeEarly(value: string) {
  vi.resetModules();
  const { PersonSearch: Fresh } = await import('./person-search.tsx');
  (await import('../../../lib/page/config.ts')).setConfig(testConfig);
  const { user } = renderApp(<Choice Search={Fresh} />);
  const waiting = screen.getByPlaceholderText('Search by name');
  waiting.focus();
  fireEvent.change(waiting, { target: { value } });
  await waitFor(() => expect(screen.getByRole('combobox')).not.toBe(waiting));
  return user;
}

it('keeps what is typed, and the focus, while what it is made of is on its way', async () => {
  const user = await typeEarly('an');
  const box = screen.getByRole<HTMLInputElement>('combobox');
  expect(box.value).toBe('an');
  expect(document.activeElement).toBe(box);
  await user.keyboard('n');
  expect(box.value).toBe('ann');
  await user.click(await screen.findByRole('option', { name: 'ann' }));
  expect(box.value).toBe('ann');
  await waitFor(() => expect(searched[0]).toBe('an'));
});

it('chooses with Enter who was found for what was typed before it was there', async () => {
  const user = await typeEarly('an');
  await screen.findByRole('option', { name: 'ann' });
  await user.keyboard('{Enter}');
  expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('ann');
});

it('offers nobody who was found for other words, so that a quick Enter chooses no one else', async () => {
  const { user } = renderApp(<Choice />);
  await user.click(screen.getByRole('combobox', { name: 'Who' }));
  await screen.findByRole('option', { name: 'ann' });
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Who' });
  await user.keyboard('bob{Enter}');
  expect(box.value).toBe('bob');
  expect(screen.queryByRole('option', { name: 'ann' })).toBeNull();
  await screen.findByRole('option', { name: 'bob' });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
  expect(box.value).toBe('bob');
});

it('says below the box that nobody was found, without a list over what follows it', async () => {
  let closed = 0;
  const { user } = renderApp(
    <Modal open onClose={() => (closed += 1)} title="Somebody">
      <Choice />
    </Modal>,
  );
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Who'));
  await user.keyboard('zed');
  const said = await screen.findByText(/a name that starts like this/);
  expect(said.closest('[role="dialog"]')).toBe(screen.getByRole('dialog', { name: 'Somebody' }));
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Who' });
  expect(box.getAttribute('aria-expanded')).toBe('false');
  await user.tab();
  expect(screen.getByText(/a name that starts like this/)).toBeTruthy();
  await user.type(box, '{Backspace}');
  await screen.findByRole('option', { name: 'bob' });
  expect(screen.queryByText(/a name that starts like this/)).toBeNull();
  await user.keyboard('d');
  await screen.findByText(/a name that starts like this/);
  await user.keyboard('{Escape}');
  expect([box.value, closed]).toEqual(['zed', 1]);
});

it('keeps who was chosen when Escape is pressed, which closes the dialog around it', async () => {
  let closed = 0;
  const { user } = renderApp(
    <Modal open onClose={() => (closed += 1)} title="Somebody">
      <Choice />
    </Modal>,
  );
  // The dialog puts the focus there.
  const focused = () => document.activeElement?.getAttribute('aria-label');
  await waitFor(() => expect(focused()).toBe('Who'));
  await user.keyboard('an');
  await user.click(await screen.findByRole('option', { name: 'ann' }));
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Who' });
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
  await user.keyboard('{Escape}');
  expect(closed).toBe(1);
  expect(box.value).toBe('ann');
});
