import { expect, test } from 'vitest';
import { actions } from './access/actions.ts';
import { PermissionLevel } from './access/levels.ts';
import type { Route } from './platform/route.ts';
import { routes } from './routes.ts';

const limited = Object.entries<Route>(routes).flatMap(([name, { access, limits = [] }]) =>
  limits.map((limit) => ({ name, access, ...limit })),
);

test.each(limited)(
  '$name is limited by $per, $max in $period_ms ms, for a reason',
  ({ why, max, period_ms }) => {
    expect(why).toMatch(/^[A-Z].{15,}\.$/);
    expect(max).toBeGreaterThan(0);
    expect(period_ms).toBeGreaterThan(0);
  },
);

test.each(limited.filter(({ per }) => per === 'guild'))(
  '$name counts for a whole server, and so is for its staff alone, who share what it costs',
  ({ access, why }) => {
    const action = Object.entries(actions).find(([name]) => name === access)?.[1];
    expect(action?.level ?? PermissionLevel.none).toBeGreaterThanOrEqual(PermissionLevel.support);
    expect(why).toMatch(/server/);
  },
);
