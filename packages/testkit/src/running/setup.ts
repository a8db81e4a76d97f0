import { afterAll, afterEach, beforeEach } from 'vitest';
import { asByItself } from '../database/client-options.ts';
import { beginFile, beginTest, takeOffences } from '../guard/watch.ts';
import { offences } from './offences.ts';

asByItself();
beginFile();

beforeEach(() => {
  offences.length = 0;
  beginTest();
});

afterEach(failForOffences);
/** By what a file does before its first test and after its last. */
afterAll(failForOffences);

function failForOffences() {
  const found = [...offences.splice(0), ...takeOffences()];
  if (found.length) throw new Error(found.join('\n'));
}
