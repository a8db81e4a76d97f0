import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Action, failures, rehearse, type Stage, silences } from './fault-table.ts';

/** Tests that an action ends well, at whichever of its calls Discord fails. `silent`: answers that never come, too. */
export function endsWell(action: Action, { silent = false } = {}): void {
  describe(`${action.name} ends done or refused, and never twice, when at any of its calls`, () => {
    let stage: Stage;
    beforeAll(async () => {
      stage = await rehearse(action);
    });
    afterAll(() => stage[Symbol.asyncDispose]());

    test.each(silent ? [...failures, ...silences] : failures)('%s', async (_, failure) => {
      expect(await stage.strike(failure)).toEqual([]);
    });
  });
}
