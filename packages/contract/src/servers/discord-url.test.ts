import { expect, test } from 'vitest';
import { isDiscordUrl } from './discord-url.ts';

test.each([
  ['https://example.com/a?b#c', true],
  ['HTTP://example.com:8080', true],
  ['https://mia:secret@example.com/', true],
  ['http://127.0.0.1:3000', true],
  ['http://localhost:8080', false],
  ['https://example.', false],
  ['https://example.com/with space', false],
  ['ftp://example.com', false],
  ['https://mia@localhost', false],
  ['not an address', false],
])('whether Discord takes %s: %s', (address, isTaken) => {
  expect(isDiscordUrl(address)).toBe(isTaken);
});

test.each(['@', 'a@', 'a', '@:', '.'])(
  'an address of 20,000 characters, all %j, is judged within 50 ms',
  (characters) => {
    const address = `http://${characters.repeat(20_000 / characters.length)} `;
    const judgedIn = () => {
      const began = performance.now();
      expect(isDiscordUrl(address)).toBe(false);
      isDiscordUrl(address.trim());
      return performance.now() - began;
    };
    // The least of five: on a busy machine a pause of the processor is no slowness of the rule.
    expect(Math.min(...Array.from({ length: 5 }, judgedIn))).toBeLessThan(50);
  },
);
