import type { Config } from '../config/config.ts';
import type { Options } from '../config/options.ts';

/** Returns the exit code, or nothing when the program goes on running. */
export type Command = (
  config: Config,
  rest: readonly string[],
  options: Options,
  problems: readonly string[],
) => Promise<number | undefined>;
