import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ComponentUseContext } from '../components/component-use.ts';
import { DiscordComponents } from '../components/discord-components.tsx';
import { renderHosted } from '../test/render.tsx';
import type { DiscordComponent } from '../types.ts';
import { liveComponents } from './live-components.tsx';
import { type Press, PressContext } from './press.ts';

const options = ['Red', 'Green', 'Blue'].map((label) => ({ label, value: label.toLowerCase() }));

function show(components: DiscordComponent[], given: Partial<Press> = {}) {
  const press = vi.fn();
  const value: Press = {
    press,
    isBusy: () => false,
    choicesOf: (component) => (component.options ?? []).map(({ label, value = '' }) => ({ label, value })),
    revision: null,
    ...given,
  };
  renderHosted(
    <PressContext value={value}>
      <ComponentUseContext value={liveComponents}>
        <DiscordComponents components={components} />
      </ComponentUseContext>
    </PressContext>,
  );
  return { press, hands: userEvent.setup() };
}

describe('buttons of a message that can be used', () => {
  it('say which was pressed', async () => {
    const { press, hands } = show([
      {
        type: 1,
        components: [{ type: 2, style: 1, label: 'Open', emoji: { name: '🎫' }, custom_id: 'open' }],
      },
    ]);
    await hands.click(screen.getByRole('button', { name: 'Open' }));
    expect(press.mock.calls).toEqual([['open']]);
  });

  it('are called by their emoji where they have no words', () => {
    show([{ type: 2, style: 2, emoji: { id: '77', name: 'wave' }, custom_id: 'greet' }]);
    expect(screen.getByRole('button', { name: 'wave' })).toBeTruthy();
  });

  it('wait for the answer to a press, and cannot be pressed when they are disabled', async () => {
    const { press, hands } = show(
      [
        { type: 2, style: 1, label: 'Slow', custom_id: 'slow' },
        { type: 2, style: 1, label: 'Off', custom_id: 'off', disabled: true },
      ],
      { isBusy: (id) => id === 'slow' },
    );
    const slow = screen.getByRole('button', { name: 'Slow' });
    expect(slow.getAttribute('aria-busy')).toBe('true');
    await hands.click(slow);
    await hands.click(screen.getByRole('button', { name: 'Off' }));
    expect(press).not.toHaveBeenCalled();
  });

  it('that lead somewhere are links', () => {
    show([{ type: 2, style: 5, label: 'Guide', url: 'https://guide.test/' }]);
    expect(screen.getByRole('link', { name: 'Guide' }).getAttribute('href')).toBe('https://guide.test/');
  });
});

describe('a menu of a message', () => {
  const menu: DiscordComponent = { type: 3, custom_id: 'colour', placeholder: 'A colour', options };

  it('tells one choice when it is made, and shows it', async () => {
    const { press, hands } = show([menu]);
    await hands.click(screen.getByRole('combobox', { name: 'A colour' }));
    await hands.click(screen.getByRole('option', { name: 'Green' }));
    expect(press.mock.calls).toEqual([['colour', ['green']]]);
    expect(screen.getByRole('combobox', { name: 'A colour' }).textContent).toBe('Green');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('can be used with the keyboard alone, and gives the focus back', async () => {
    const { press, hands } = show([menu]);
    await hands.tab();
    await hands.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
    expect(press.mock.calls).toEqual([['colour', ['blue']]]);
    expect(document.activeElement).toBe(screen.getByRole('combobox'));
    await hands.keyboard('{ArrowDown}{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(press).toHaveBeenCalledTimes(1);
  });

  it('tells several choices when it closes, and no more than it takes', async () => {
    const { press, hands } = show([{ ...menu, min_values: 1, max_values: 2 }]);
    await hands.click(screen.getByRole('combobox'));
    for (const name of ['Red', 'Green', 'Blue']) await hands.click(screen.getByRole('option', { name }));
    expect(press).not.toHaveBeenCalled();
    await hands.keyboard('{Escape}');
    expect(press.mock.calls).toEqual([['colour', ['red', 'green']]]);
  });

  it('of people is searched by name', async () => {
    const people = ['Nelly', 'Olive', 'Oskar'].map((label) => ({ label, value: label }));
    const { press, hands } = show([{ type: 5, custom_id: 'who' }], { choicesOf: () => people });
    await hands.click(screen.getByRole('combobox', { name: 'Select a user' }));
    await hands.keyboard('os{Enter}');
    expect(press.mock.calls).toEqual([['who', ['Oskar']]]);
  });
});

it('sections and thumbnails are drawn as what they are', async () => {
  show([
    {
      type: 9,
      components: [{ type: 10, content: 'Beside it' }],
      accessory: { type: 11, media: { url: 'https://pictures.test/a.png' }, description: 'A crane' },
    },
  ]);
  expect(await screen.findByText('Beside it')).toBeTruthy();
  expect(screen.getByRole('img', { name: 'A crane' })).toBeTruthy();
  expect(screen.queryByText('Unknown component type')).toBeNull();
});
