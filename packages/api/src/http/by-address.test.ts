import { startTestApp } from '@tickets/testkit/worlds/app';
import { createTestClock } from '@tickets/testkit/worlds/clock';
import { expect, test } from 'vitest';

test.each([
  ['GET', '/files/nothing', 250],
  ['GET', '/exports/nothing', 30],
  ['GET', '/exports/transcripts/nothing', 30],
  ['GET', '/exports/servers/nothing', 30],
  ['PUT', '/imports/nothing', 30],
  ['GET', '/avatars/1', 30],
  ['GET', '/image-proxy', 250],
  ['GET', '/docs', 250],
])('%s %s is limited by whose address asks', async (method, path, times) => {
  // While it stands, nothing comes back.
  await using app = await startTestApp({ clock: createTestClock(), api: { limits_scale: 1 } });
  const ask = async () => fetch(app.url + path, { method });
  const answers = [];
  for (let asked = 0; asked < times; asked += 1) answers.push(await ask());
  const [first, last] = [answers[0], answers.at(-1)];
  expect(first?.status).not.toBe(429);
  expect(last?.status).toBe(429);
  expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('whoever may call still may when the clock is set back', async () => {
  const clock = createTestClock();
  await using app = await startTestApp({ clock, api: { limits_scale: 1 } });
  const ask = async () => (await fetch(`${app.url}/avatars/1`)).status;
  for (let asked = 0; asked < 29; asked += 1) await ask();
  clock.advance(60_000);
  await ask();
  clock.advance(-600_000);
  expect(await ask()).not.toBe(429);
});
