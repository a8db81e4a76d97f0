/** Writes the row types of the migrated database into packages/core. It migrates an empty database of its own. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '../packages/core/src/platform/db/embedded/supervisor.ts';
import { migrate } from '../packages/core/src/platform/db/migrate.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'tickets-types-'));
chmodSync(dataDir, 0o755); // the account that runs PostgreSQL must get through
const database = await startEmbeddedPostgres({ dataDir, durable: false, log: pino({ level: 'silent' }) });
const { url } = database;
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
  'whitelabel_bots.state': `Generated<${union('connecting', 'ready', 'reconnecting', 'token_refused', 'intents_refused', 'token_lost')}>`,
  'installation.discord': union('simulated', 'real'),
  'search_texts.source': union('answer', 'close_reason', 'message'),
  'transcript_downloads.form': union('html', 'text', 'json'),
  'outgoing_deliveries.state': `Generated<${union('waiting', 'delivered', 'given_up')}>`,
  'transcript_downloads.state': `Generated<${union('waiting', 'running', 'done', 'failed', 'cancelled', 'withdrawn')}>`,
  'backups.kind': union('command', 'nightly', 'upgrade'),
  'server_exports.contents': union('everything', 'setup', 'tickets'),
  'server_exports.state': `Generated<${union('waiting', 'running', 'done', 'failed', 'cancelled', 'withdrawn')}>`,
  'import_uploads.file_type': union('data', 'transcripts'),
  'import_uploads.origin': `Generated<${union('upload', 'copy')}>`,
  'import_uploads.state': `Generated<${union('awaited', 'checking', 'checked', 'refused', 'confirmed', 'done', 'failed', 'discarded')}>`,
  'import_runs.run_type': union('DATA', 'TRANSCRIPT'),
  'import_runs.state': `Generated<${union('waiting', 'running', 'done', 'failed')}>`,
  'import_logs.log_type': union('RUN_START', 'SUCCESS', 'FAIL', 'SKIP', 'RUN_COMPLETE'),
  'data_requests.kind': union('export', 'erasure'),
  'data_requests.state': `Generated<${union('waiting', 'running', 'done', 'refused', 'cancelled')}>`,
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
await database.stop();
rmSync(dataDir, { recursive: true, force: true });
