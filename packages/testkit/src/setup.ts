import { afterAll, afterEach, beforeEach } from 'vitest';
import { asByItself } from './client-options.ts';
import { beginFile, beginTest, takeOffences } from './guard/watch.ts';
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

/** Some tests log warnings that depend on what is faster, so these fail a run only where it is asked for. */
const failsForWarnings = process.env.TEST_WARNINGS === 'fail';

function failForOffences() {
  const found = [...offences.splice(0), ...takeOffences({ warnings: failsForWarnings })];
  if (found.length) throw new Error(found.join('\n'));
}
