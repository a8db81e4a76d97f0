import { parseArgs } from 'node:util';
import { StartupError } from '@tickets/core/platform/startup-error';

export const usage = `Usage: npm start [-- options]
       npm run tickets -- <command> [options]

Commands
  start                     run the program (this is what npm start does)
  doctor                    check the installation and say how to mend what is wrong
  migrate                   bring the database to the newest schema and stop
  backup                    back everything up, while it runs or not (--to FOLDER or s3:PREFIX)
  backup list               show the backups that are there (--to FOLDER or s3:PREFIX)
  restore <backup>          make an empty installation what it was (--without-keys: although sealing keys are lost;
                            --keep-schema: for the older program that made the data)
  rotate-key                seal all secrets with the newest key (--forget-old: remove generated keys that are not needed)
  move --to postgresql://   move everything into an empty database, for example out of the embedded one
  leave-demo                put the demo aside, so that the real Discord finds an empty folder
  storage                   say whose the stored files are
  storage take-over         make them those of this database, after the installation that had them is gone
  premium list              show which servers and users have premium
  premium grant <id>        give premium to a server (--user: to a user; --days N: for N days; --whitelabel)
  premium grant <id>        ... for some servers that a user chooses (--servers N; --days N; --whitelabel), in place of
                            what they had of that
  premium revoke <id>       take it back (--user: also the choice of servers)
  premium key               make a key that gives a server premium once (--days N, --whitelabel, --count N)
  premium key list          show the keys that were made, and who redeemed them
  premium key revoke <n>    make a key worth nothing, and take its premium back
  data show <user id>       count what is kept of a person
  data export <user id>     write a copy of it into a file (--to FILE.zip)
  data erase <user id>      erase it in an hour (--now: at once; --cancel: take that back)
  export <server id>        write all that belongs to a server into a file (--to FILE.zip)
  import <server id>        import such a file into a server (--from FILE.zip; --dry-run: only say what that would do)
  version                   print the version of the program, as --version does
  help                      show this text

Options
  --port N                  port of dashboard and API (8080, or the next free one; 0: any)
  --sim-port N              port of the simulated Discord (the next free one after --port; 0: any)
  --host ADDRESS            network address to listen on (127.0.0.1)
  --data-dir FOLDER         where everything is kept (.data)
  --roles LIST              what this process does: api, bot, jobs (all)
  --shards LIST/COUNT       which shards of the bot this process runs, such as 0-15/64 or 0,2/4 (its share of all)
  --no-demo                 simulated Discord without the demo's people and tickets
  --clock-ahead MINUTES     let the simulated Discord and the program live in the future (0)

Settings are environment variables or lines in a file .env; .env.example lists them all.`;

const definition = {
  port: { type: 'string' },
  'sim-port': { type: 'string' },
  host: { type: 'string' },
  'data-dir': { type: 'string' },
  roles: { type: 'string' },
  shards: { type: 'string' },
  'no-demo': { type: 'boolean' },
  'clock-ahead': { type: 'string' },
  user: { type: 'boolean' },
  days: { type: 'string' },
  count: { type: 'string' },
  servers: { type: 'string' },
  whitelabel: { type: 'boolean' },
  to: { type: 'string' },
  'without-keys': { type: 'boolean' },
  'keep-schema': { type: 'boolean' },
  'forget-old': { type: 'boolean' },
  from: { type: 'string' },
  'dry-run': { type: 'boolean' },
  now: { type: 'boolean' },
  cancel: { type: 'boolean' },
  version: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

export function readCommandLine(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: definition,
      allowPositionals: true,
    });
    const [named = 'start', ...rest] = positionals;
    const command = values.help ? 'help' : values.version ? 'version' : named;
    return { command, rest, options: values };
  } catch (error) {
    // parseArgs words its errors for people.
    throw new StartupError(`${(error as Error).message}\n\n${usage}`, { cause: error });
  }
}

export type Options = ReturnType<typeof readCommandLine>['options'];
