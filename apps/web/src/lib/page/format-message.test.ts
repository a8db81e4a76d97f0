import compile from 'icu-minify/compile';
import { _createCache, _createIntlFormatters } from 'use-intl/core';
import formatUncompiled from 'use-intl/format-message';
import { afterEach, expect, test, vi } from 'vitest';
import formatMessage from './format-message.ts';

afterEach(() => vi.restoreAllMocks());

const cache = _createCache();
const options = { cache, formatters: _createIntlFormatters(cache), locale: 'en' };
const format = (message: string, count: number) => formatMessage('key', compile(message), { count }, options);

const plural = 'You have {count, plural, =0 {none} one {# ticket} other {# tickets}}';

test.each([0, 1, 2, 12, 999, 1000, 1234, 1_234_567, 1.5, -1, -1234, 0.0001])(
  '%d stands in a message as a browser writes it',
  (count) => {
    expect(format(plural, count)).toBe(formatUncompiled('key', plural, { count }, options));
    expect(format('{count, number}', count)).toBe(new Intl.NumberFormat('en').format(count));
  },
);

test('whole numbers need no number format, which takes long to make', () => {
  const made = vi.spyOn(Intl, 'NumberFormat');
  expect(format(plural, 12)).toBe('You have 12 tickets');
  expect(format('{count, number} characters', 4096)).toBe('4,096 characters');
  expect(made).not.toHaveBeenCalled();
});
