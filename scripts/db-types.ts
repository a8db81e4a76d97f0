/**
 * Writes the row types of the migrated database into packages/core. Usage: node scripts/db-types.ts <postgres address>
 * of an empty database, which it migrates.
 */
import { execFileSync } from 'node:child_process';
import { migrate } from '../packages/core/src/platform/db/migrate.ts';

const url = process.argv[2];
if (!url) throw new Error('Name the address of an empty database: node scripts/db-types.ts postgres://...');
await migrate(url);

const union = (...values: string[]) => values.map((value) => `'${value}'`).join(' | ');
/** Columns whose CHECK constraint names the values. */
const columns = {
  'tickets.status': union('opening', 'open', 'closing', 'closed'),
  'tickets.source': union('panel', 'command', 'context_menu'),
  'tickets.close_source': `${union('discord', 'dashboard', 'auto_close', 'user_left', 'channel_deleted', 'thread_archived', 'undone')} | null`,
  'tickets.dm_result': `${union('sent', 'blocked', 'skipped')} | null`,
  'ticket_attachments.state': `Generated<${union('pending', 'stored', 'too_large', 'over_quota', 'gone')}>`,
  'panels.message_state': `Generated<${union('pending', 'posted', 'outdated', 'deleted', 'refused')}>`,
  'multi_panels.message_state': `Generated<${union('pending', 'posted', 'outdated', 'deleted', 'refused')}>`,
  'panel_access_rules.action': union('allow', 'deny'),
  'ticket_answers.kind': union('form', 'exit_survey'),
  'ticket_members.kind': union('user', 'role'),
  'guild_settings.naming_scheme': `Generated<${union('id', 'username')}>`,
  'installation.discord': union('simulated', 'real'),
  'entitlements.source': union('operator', 'key', 'discord', 'patreon', 'voting'),
};
execFileSync(
  'kysely-codegen',
  [
    ...['--dialect', 'postgres', '--url', url, '--exclude-pattern', 'graphile_worker.*'],
    ...['--type-mapping', JSON.stringify({ bytea: 'Buffer' }), '--overrides', JSON.stringify({ columns })],
    ...['--out-file', 'packages/core/src/platform/db/schema.generated.ts'],
  ],
  // The generator cannot parse the unions with this TypeScript and says so at length, but writes them as they stand.
  { stdio: ['ignore', 'inherit', 'ignore'] },
);
