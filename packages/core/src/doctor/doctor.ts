import { askDiscord } from './ask-discord.ts';
import { type Check, type CheckResult, type DoctorInput, error, skipped } from './check.ts';
import {
  backupFolders,
  backups,
  databaseReachable,
  databaseSchema,
  databaseVersion,
  demoOrReal,
  discordFollows,
  filesThere,
  sealedValues,
  whoseFiles,
} from './database-checks.ts';
import {
  botPermissions,
  clock,
  intents,
  interactionsEndpoint,
  messageLinks,
  reachable,
  redirect,
  tokenValid,
  twoFactor,
} from './discord-checks.ts';
import { backupPlace, bucket, dataDir, diskSpace, jwtSecret, nodeVersion } from './machine-checks.ts';

/** In the order in which one would mend things. */
export const checks: readonly Check[] = [
  nodeVersion,
  dataDir,
  diskSpace,
  bucket,
  backupPlace,
  jwtSecret,
  databaseReachable,
  databaseVersion,
  databaseSchema,
  filesThere,
  whoseFiles,
  sealedValues,
  demoOrReal,
  backups,
  backupFolders,
  reachable,
  clock,
  tokenValid,
  intents,
  redirect,
  messageLinks,
  interactionsEndpoint,
  botPermissions,
  twoFactor,
  discordFollows,
];

/** Runs every check, each on its own: one that breaks is a finding, not the end. One cause is told once. */
export async function examine(input: DoctorInput): Promise<CheckResult[]> {
  const asking = askDiscord(input.discord);
  const results = await Promise.all(
    checks.map(async ({ id, title, run }) => {
      const finding = await run(input, asking).catch((cause: unknown) => ({
        status: 'error' as const,
        text: cause instanceof Error ? cause.message : String(cause),
        fix: 'Mend this and what the other checks found, and run the doctor again.',
      }));
      return { id, title, ...finding };
    }),
  );
  const told = input.configuration.map((text) => ({
    id: 'configuration',
    title: 'Configuration',
    ...error(
      text,
      'Correct it in .env, in the environment or on the command line; .env.example tells of each variable.',
    ),
  }));
  return [...told, ...results.map((result, index) => onceOnly(result, results.slice(0, index)))];
}

function onceOnly(result: CheckResult, before: readonly CheckResult[]): CheckResult {
  const first = before.find(({ status, text }) => status === 'error' && text === result.text);
  if (result.status !== 'error' || !first) return result;
  return { id: result.id, title: result.title, ...skipped(`Cannot be looked at, see ${first.title}.`) };
}
