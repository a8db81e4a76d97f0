import { act, fireEvent } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderApp } from '../../test/render.tsx';
import { RelativeTime } from './relative-time.tsx';

test.each([
  [0, 'now'],
  [900, 'now'],
  [-5000, '5 seconds ago'],
  [-3_600_000, '1 hour ago'],
  [90_500, 'in 1 minute'],
])('what is %i ms away reads "%s"', (ms, text) => {
  const { container } = renderApp(<RelativeTime date={Date.now() + ms} />);
  expect(container.textContent).toBe(text);
});

test('someone who points at it reads the exact time', () => {
  const { container } = renderApp(<RelativeTime date="2026-11-22T15:04:05Z" />);
  const time = container.querySelector('time');
  expect(time?.title).toBe('');
  fireEvent.pointerEnter(time as HTMLElement);
  expect(time?.title).toMatch(/^Sunday, November 22, 2026 at \d/);
});

afterEach(() => void vi.useRealTimers());

test('all that stand in a list go on with the time, each at its own pace', () => {
  vi.useFakeTimers();
  const now = Date.now();
  const { container, unmount } = renderApp(
    <>
      <RelativeTime date={now} />
      <RelativeTime date={now - 58_000} />
      <RelativeTime date={now - 119_000} />
    </>,
  );
  const texts = () => [...container.querySelectorAll('time')].map((time) => time.textContent);
  expect(texts()).toEqual(['now', '58 seconds ago', '1 minute ago']);
  act(() => void vi.advanceTimersByTime(2000));
  expect(texts()).toEqual(['2 seconds ago', '1 minute ago', '1 minute ago']);
  act(() => void vi.advanceTimersByTime(75_000));
  expect(texts()).toEqual(['1 minute ago', '2 minutes ago', '3 minutes ago']);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
