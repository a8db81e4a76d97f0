import { expect, test } from 'vitest';
import { isNewFooter } from './footer.ts';

const footer = (text: string | null, icon_url: string | null = null) => ({ text, icon_url });

test('a footer is new when it is set or changed, also by its picture', () => {
  expect(isNewFooter(footer('a'), undefined)).toBe(true);
  expect(isNewFooter(footer('a'), footer(null))).toBe(true);
  expect(isNewFooter(footer('a'), footer('b'))).toBe(true);
  expect(isNewFooter(footer('a', 'https://a.example/i.png'), footer('a'))).toBe(true);
  expect(isNewFooter(footer(null, 'https://a.example/i.png'), undefined)).toBe(true);
});

test('a footer that stays, or goes, is none', () => {
  expect(isNewFooter(footer('a', 'https://a.example/i.png'), footer('a', 'https://a.example/i.png'))).toBe(
    false,
  );
  expect(isNewFooter(footer(null), footer('a'))).toBe(false);
  expect(isNewFooter(footer(null), undefined)).toBe(false);
});
