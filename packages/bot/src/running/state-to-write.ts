import type { UsersBotState } from '@tickets/core/bots/users-bots';
import type { BotState } from './bot-state.ts';

/** The connection is lost for a moment all the time. What is longer is worth telling. */
const PASSING_MS = 5_000;

/** Whether it is time to write down what a bot's connection has come to, which it did so long ago. */
export function stateToWrite(state: BotState, since_ms: number): UsersBotState | undefined {
  // Only the program's own bot says that it is disconnected or incomplete.
  if (state === 'stopped' || state === 'elsewhere' || state === 'disconnected' || state === 'incomplete')
    return undefined;
  const passes = state === 'connecting' || state === 'reconnecting';
  return passes && since_ms < PASSING_MS ? undefined : state;
}
