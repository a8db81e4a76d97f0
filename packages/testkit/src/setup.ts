import { afterEach, beforeEach } from 'vitest';
import { asByItself } from './client-options.ts';
import { offences } from './offences.ts';

asByItself();

beforeEach(() => {
  offences.length = 0;
});

afterEach(() => {
  const found = offences.splice(0);
  if (found.length) throw new Error(found.join('\n'));
});
