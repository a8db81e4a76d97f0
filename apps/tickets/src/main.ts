import { StartupError } from '@tickets/core/platform/startup-error';
import type { Command } from './commands/command.ts';
import { examineConfig, readEnvironment, requireRight } from './config/config.ts';
import { readCommandLine, usage } from './config/options.ts';
import { programVersion } from './config/version.ts';
import { requireDataFolder } from './files/data-folder.ts';
import { sentenceOf } from './process/sentence.ts';

const LINGER_MS_MAX = 2_000;

/** Loaded when asked for: `start` brings the whole product along. */
const commands: Record<string, () => Promise<Command>> = {
  start: async () => (await import('./commands/start.ts')).start,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  backup: async () => (await import('./commands/backup.ts')).backup,
  restore: async () => (await import('./commands/restore.ts')).restore,
  move: async () => (await import('./commands/move.ts')).move,
  'rotate-key': async () => (await import('./commands/rotate-key.ts')).rotateKey,
  'leave-demo': async () => (await import('./commands/leave-demo.ts')).leaveDemo,
  migrate: async () => (await import('./commands/migrate.ts')).migrateCommand,
  storage: async () => (await import('./commands/storage.ts')).storageCommand,
  data: async () => (await import('./commands/data.ts')).data,
  export: async () => (await import('./commands/transfer.ts')).exportCommand,
  import: async () => (await import('./commands/transfer.ts')).importCommand,
  premium: async () => (await import('./commands/premium.ts')).premium,
};

/** Runs one command of the program. What a person must mend is said without a stack, and the exit code is 1. */
export async function main(args: readonly string[]): Promise<void> {
  try {
    const { command, rest, options } = readCommandLine(args);
    if (command === 'help') return console.log(usage);
    if (command === 'version') return console.log(programVersion());
    const load = Object.hasOwn(commands, command) ? commands[command] : undefined;
    if (!load) throw new StartupError(`There is no command "${command}".\n\n${usage}`);
    const { config, problems } = examineConfig(readEnvironment(), options);
    // The doctor tells them beside everything else.
    if (command !== 'doctor') {
      requireRight(problems);
      await requireDataFolder(config.dataDir);
    }
    const run = await load();
    const code = await run(config, rest, options, problems);
    if (code !== undefined) process.exitCode = code;
  } catch (error) {
    console.error(sentenceOf(error) ?? error);
    process.exitCode = 1;
    // Whatever failed half way may still hold a connection; nothing is to wait for it.
    setTimeout(() => process.exit(), LINGER_MS_MAX).unref();
  }
}

if (import.meta.main) await main(process.argv.slice(2));
