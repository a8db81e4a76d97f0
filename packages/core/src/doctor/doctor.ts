import type { Check, CheckResult, DoctorInput } from './check.ts';
import { databaseReachable, databaseSchema, databaseVersion } from './database-checks.ts';
import {
  botPermissions,
  clock,
  intents,
  interactionsEndpoint,
  messageLinks,
  redirect,
  tokenValid,
} from './discord-checks.ts';
import { dataDir, diskSpace, jwtSecret, nodeVersion } from './machine-checks.ts';

/** In the order in which one would mend things. */
export const checks: readonly Check[] = [
  nodeVersion,
  dataDir,
  diskSpace,
  jwtSecret,
  databaseReachable,
  databaseVersion,
  databaseSchema,
  clock,
  tokenValid,
  intents,
  redirect,
  messageLinks,
  interactionsEndpoint,
  botPermissions,
];

/** Runs every check, each on its own: one that breaks is a finding, not the end. */
export async function examine(input: DoctorInput): Promise<CheckResult[]> {
  return Promise.all(
    checks.map(async ({ id, title, run }) => {
      const finding = await run(input).catch((cause: unknown) => ({
        status: 'error' as const,
        text: `The check itself failed: ${cause instanceof Error ? cause.message : String(cause)}`,
        fix: 'Mend what the other checks found and run the doctor again.',
      }));
      return { id, title, ...finding };
    }),
  );
}
