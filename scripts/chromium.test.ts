import { afterEach, expect, test, vi } from 'vitest';
import { ensureChromium, findChromium } from './chromium.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('CHROMIUM_PATH is used before anything that is installed', () => {
  vi.stubEnv('CHROMIUM_PATH', process.execPath);
  expect(findChromium()).toBe(process.execPath);
});

test('a CHROMIUM_PATH that leads nowhere is an error, not a reason to look elsewhere', () => {
  vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium');
  expect(() => ensureChromium()).toThrow('CHROMIUM_PATH says /nowhere/chromium, but there is no such file');
});
