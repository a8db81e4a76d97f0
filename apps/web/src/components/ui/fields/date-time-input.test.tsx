import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadMessages } from '../../../lib/page/messages.ts';
import { renderApp } from '../../../test/render.tsx';
import { DateTimeInput } from './date-time-input.tsx';
import { Field } from './field.tsx';

beforeAll(() => loadMessages('editors'));

beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Berlin');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

function openInput(start: string) {
  let now = start;
  const Host = () => {
    const [value, setValue] = useState(start);
    now = value;
    return (
      <Field label="Moment">
        <DateTimeInput value={value} onChange={setValue} />
      </Field>
    );
  };
  return { ...renderApp(<Host />), utc: () => now };
}
const input = () => screen.getByLabelText<HTMLInputElement>('Moment');

test('a moment in UTC is shown by the clocks here, in winter and in summer', () => {
  openInput('2026-12-24T18:00');
  expect(input().value).toBe('2026-12-24T19:00');
  fireEvent.change(input(), { target: { value: '2026-07-01T00:30' } });
  fireEvent.blur(input());
  expect(input().value).toBe('2026-07-01T00:30');
});

test('what is chosen here is held in UTC', () => {
  const { utc } = openInput('');
  fireEvent.change(input(), { target: { value: '2026-07-01T00:30' } });
  expect(utc()).toBe('2026-06-30T22:30');
});

test('says whose clocks they are', () => {
  openInput('');
  const zone = screen.getByText('Your time: Europe/Berlin');
  expect(input().getAttribute('aria-describedby')).toContain(zone.id);
});

test('can be cleared, and there is nothing to clear without a moment', async () => {
  const { user, utc } = openInput('2026-12-24T18:00');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(utc()).toBe('');
  expect(input().value).toBe('');
  expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
});
