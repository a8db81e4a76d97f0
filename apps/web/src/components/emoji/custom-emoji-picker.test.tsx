import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadMessages } from '../../lib/page/messages.ts';
import { pretendLayout } from '../../test/layout.ts';
import { renderApp } from '../../test/render.tsx';
import { type CustomEmoji, CustomEmojiPicker } from './custom-emoji-picker.tsx';

const emojis = [
  { id: '11', name: 'harbour', animated: false },
  { id: '12', name: 'AnchorWave', animated: true },
];

pretendLayout();
beforeAll(() => loadMessages('editors'));

function Example({ value, all = emojis }: { value: CustomEmoji | null; all?: typeof emojis | undefined }) {
  const [chosen, setChosen] = useState(value);
  return <CustomEmojiPicker label="Emoji" value={chosen} onChange={setChosen} emojis={all} />;
}

const field = () => screen.getByRole('combobox', { name: 'Emoji' });

it('chooses one of the server by its picture', async () => {
  const { user } = renderApp(<Example value={null} />);
  expect(field().textContent).toBe('Choose an emoji');
  await user.click(field());
  const picker = within(await screen.findByRole('dialog'));
  const cell = await picker.findByRole('button', { name: 'AnchorWave' });
  expect(cell.querySelector('img')?.src).toBe('http://cdn.test/emojis/12.gif?size=48');
  await user.click(cell);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(field().textContent).toBe(':AnchorWave:');
});

it('finds them in upper and lower case', async () => {
  const { user } = renderApp(<Example value={null} />);
  await user.click(field());
  await user.type(await screen.findByRole('searchbox'), 'anchor');
  expect(screen.getAllByRole('gridcell')).toHaveLength(1);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(field().textContent).toBe(':AnchorWave:'));
});

it('says so when the server has none', async () => {
  const { user } = renderApp(<Example value={null} all={[]} />);
  await user.click(field());
  await screen.findByText(/^This server has no emojis of its own\./);
});

it('tells a deleted emoji from one that has not been loaded yet', () => {
  const gone = { id: '99', name: 'party' };
  const { rerender } = renderApp(<CustomEmojiPicker value={gone} onChange={vi.fn()} emojis={undefined} />);
  expect(screen.getByRole('combobox').textContent).toBe(':party:');
  rerender(<CustomEmojiPicker value={gone} onChange={vi.fn()} emojis={emojis} />);
  expect(screen.getByRole('combobox').textContent).toBe(':party: (deleted)');
});
