import type { ServerError } from './server-log.ts';

interface Handled {
  state: string;
  /** In the error's message or in one of its notes. */
  says: RegExp;
  because: string;
}

/** Errors that the program causes on purpose, because asking first would race. Whoever adds one says who handles it. */
const handled: readonly Handled[] = [
  {
    state: '42P01',
    says: /relation "graphile_worker\.migrations" does not exist/,
    because: 'graphile-worker looks whether it was installed before it installs itself',
  },
  {
    state: '57014',
    says: /canceling statement due to user request/,
    because: 'a statement whose caller has given up, or has gone, is cancelled',
  },
  {
    state: '23505',
    says: /^insert into \S+ \(.*\) overriding system value/s,
    because: 'rows-everywhere.ts fills every table, also those in which a trigger wrote the row already',
  },
];

/** Warnings that are no news in a test. */
const expectedWarnings: readonly { says: RegExp; because: string }[] = [
  {
    says: /connect ECONNREFUSED 127\.0\.0\.1:1\b/,
    because: 'nothing listens there: it is where Discord is in a test without a simulated one',
  },
  {
    says: new RegExp(`"pid":${process.pid}\\b.*driver has already been destroyed`),
    because: 'a test closed its world while something that it did not wait for was under way in it',
  },
  {
    says: /Cron hit an error; .*Cannot use a pool after calling end/,
    because: 'graphile-worker goes on for a while with the cron of a worker that was stopped as it started',
  },
  {
    says: /Discord takes no links to http:\/\/localhost/,
    because: 'started programs listen there',
  },
  {
    says: /another program changes the schema of this database/,
    because: 'several that share a database are started at once',
  },
  {
    says: /"message":"Unknown interaction"/,
    because:
      'a busy machine answers a press after the three seconds that Discord waits; tests of presses look for their answers',
  },
];

export const isExpectedWarning = (line: string): boolean =>
  expectedWarnings.some(({ says }) => says.test(line));

export const isHandled = (error: ServerError): boolean =>
  handled.some(
    ({ state, says }) =>
      state === error.state && [error.message, ...Object.values(error.notes)].some((text) => says.test(text)),
  );
