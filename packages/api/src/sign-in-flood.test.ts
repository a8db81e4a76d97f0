import { allowWarning } from '@tickets/testkit/guard/watch';
import { startTestApp } from '@tickets/testkit/worlds/app';
import { expect, test } from 'vitest';

allowWarning(/"msg":"discord\.limited/);

test('however many strangers sign in while Discord limits that, it is asked only so often', async () => {
  await using app = await startTestApp({ sim: true });
  const seen = app.sim.faults.record();
  app.sim.faults.next({ route: /oauth2\/token/, kind: 429, retryAfterSeconds: 60, times: 1_000 });
  const statuses = new Set<number>();
  for (let n = 0; n < 12; n += 1) {
    const some = await Promise.all(
      Array.from({ length: 50 }, () => app.call('session.callback', { query: { code: 'made up' } })),
    );
    for (const { status } of some) statuses.add(status);
  }
  expect(seen.filter(({ route }) => route.endsWith('/oauth2/token'))).toHaveLength(500);
  expect([...statuses]).toEqual([503]);
});
