import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Action, failures, rehearse, type Stage, silences } from './fault-table.ts';

/** Tests that an action ends well, at whichever of its calls Discord fails. `silent`: answers that never come, too. */
export function endsWell(action: Action, { silent = false } = {}): void {
  stageFor(action, failures);
  if (silent) stageFor(action, silences, { timeout_ms: 900 });
}

function stageFor(action: Action, kinds: typeof failures, options?: { timeout_ms: number }): void {
  describe(`${action.name} ends done or refused, and never twice, when at any of its calls`, () => {
    let stage: Stage;
    beforeAll(async () => {
      stage = await rehearse(action, options);
    });
    afterAll(() => stage[Symbol.asyncDispose]());

    test.each(kinds)('%s', async (_, failure) => {
      expect(await stage.strike(failure)).toEqual([]);
    });
  });
}
