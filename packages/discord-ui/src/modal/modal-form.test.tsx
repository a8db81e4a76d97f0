import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { renderHosted } from '../test/render.tsx';
import type { DiscordComponent } from '../types.ts';
import { ModalForm } from './modal-form.tsx';

beforeAll(() => {
  // A page without a layout has no top layer.
  HTMLDialogElement.prototype.showModal ??= function show(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
  };
});

const options = [
  { label: 'Yes', value: 'y' },
  { label: 'No', value: 'n', default: true },
];

function show(components: DiscordComponent[], problem: string | null = null) {
  const onSubmit = vi.fn();
  const onClose = vi.fn();
  renderHosted(
    <ModalForm
      title="Report"
      app={{ name: 'Harbour Desk' }}
      components={components}
      choicesOf={(component) => (component.options ?? []).map(({ label, value = '' }) => ({ label, value }))}
      isBusy={false}
      problem={problem}
      onSubmit={onSubmit}
      onClose={onClose}
    />,
  );
  return { onSubmit, onClose, hands: userEvent.setup() };
}

describe('a form of an application', () => {
  it('says to whom it goes, and begins in its first field', () => {
    show([{ type: 1, components: [{ type: 4, style: 1, label: 'What happened?', custom_id: 'what' }] }]);
    const dialog = screen.getByRole('dialog', { name: 'Report', description: /submitted to Harbour Desk/ });
    expect(dialog).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /What happened\?/ }));
  });

  it('submits what was filled in, by the ids of the fields', async () => {
    const { onSubmit, hands } = show([
      { type: 1, components: [{ type: 4, style: 1, label: 'Berth', custom_id: 'berth', value: '7' }] },
      { type: 18, label: 'Why', component: { type: 4, style: 2, custom_id: 'why', required: false } },
      { type: 18, label: 'Lights', component: { type: 3, custom_id: 'lights', options } },
      { type: 18, label: 'Boat', component: { type: 21, custom_id: 'boat', options } },
      { type: 18, label: 'Crew', component: { type: 22, custom_id: 'crew', options } },
      { type: 23, label: 'Call me', custom_id: 'call' },
    ]);
    await hands.type(screen.getByRole('textbox', { name: /Berth/ }), 'a');
    await hands.type(screen.getByRole('textbox', { name: 'Why' }), 'Fog');
    await hands.click(screen.getByRole('combobox', { name: 'Lights' }));
    await hands.click(screen.getByRole('option', { name: 'Yes' }));
    await hands.click(screen.getByRole('radio', { name: 'Yes' }));
    const [yes] = screen.getAllByRole('checkbox', { name: 'Yes' });
    if (yes) await hands.click(yes);
    await hands.click(screen.getByRole('checkbox', { name: 'Call me' }));
    await hands.click(screen.getByRole('button', { name: 'Submit' }));
    expect(onSubmit.mock.calls).toEqual([
      [{ berth: '7a', why: 'Fog', lights: ['y'], boat: ['y'], crew: ['n', 'y'], call: 'true' }],
    ]);
  });

  it('says what was wrong with it, and is closed by its cross and by Cancel', async () => {
    const { onClose, hands } = show([], 'Something went wrong. Try again.');
    expect(screen.getByRole('alert').textContent).toBe('Something went wrong. Try again.');
    await hands.click(screen.getByRole('button', { name: 'Close' }));
    await hands.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalledTimes(2);
  });
});
