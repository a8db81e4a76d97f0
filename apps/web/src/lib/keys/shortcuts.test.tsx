import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { listenToShortcuts } from './shortcuts.ts';
import { useShortcut } from './use-shortcut.ts';

afterEach(cleanup);

function Desk({ ticket, onClaim }: { ticket: number; onClaim: () => void }) {
  useEffect(listenToShortcuts, []);
  useShortcut('c', onClaim);
  return <textarea key={ticket} aria-label="Message" />;
}

test('letters that were meant for a field that has gone are no shortcuts, until one has paused', async () => {
  const user = userEvent.setup();
  const onClaim = vi.fn();
  const { rerender } = render(<Desk ticket={1} onClaim={onClaim} />);
  await user.type(screen.getByRole('textbox'), 'I');
  rerender(<Desk ticket={2} onClaim={onClaim} />);
  await user.keyboard(' could check');
  expect(onClaim).not.toHaveBeenCalled();

  await new Promise((resolve) => setTimeout(resolve, 750));
  await user.keyboard('c');
  expect(onClaim).toHaveBeenCalledOnce();
});

test('a letter right after a field was left is a shortcut', async () => {
  const user = userEvent.setup();
  const onClaim = vi.fn();
  render(<Desk ticket={1} onClaim={onClaim} />);
  await user.type(screen.getByRole('textbox'), 'I');
  await user.tab();
  await user.keyboard('c');
  expect(onClaim).toHaveBeenCalledOnce();
});

test('a key that ends the writing ends the word', async () => {
  const user = userEvent.setup();
  const onClaim = vi.fn();
  const { rerender } = render(<Desk ticket={1} onClaim={onClaim} />);
  await user.type(screen.getByRole('textbox'), 'Done.{Control>}{Enter}{/Control}');
  rerender(<Desk ticket={2} onClaim={onClaim} />);
  await user.keyboard('c');
  expect(onClaim).toHaveBeenCalledOnce();
});

test('a word that begins with a letter which nothing takes is no shortcut', async () => {
  const user = userEvent.setup();
  const onClaim = vi.fn();
  render(<Desk ticket={1} onClaim={onClaim} />);
  // As when the reply box, to which R leads, is not there yet.
  await user.keyboard('rI could check');
  expect(onClaim).not.toHaveBeenCalled();
  await new Promise((resolve) => setTimeout(resolve, 750));
  await user.keyboard('cc');
  expect(onClaim).toHaveBeenCalledTimes(2);
});
