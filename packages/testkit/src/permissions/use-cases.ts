import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { UserCall } from '@tickets/core/access/caller';
import type { Context } from '@tickets/core/platform/context';
import { sql } from 'kysely';

export type UseCase = (call: UserCall, ...input: unknown[]) => unknown;

const root = join(import.meta.dirname, '../../../core/src');
/** What asks for a use-case, or decides for one, is none itself. */
const decisions = /^(authorise|can$|nameOfCaller$|require)/;

/** Every exported function of core whose first parameter is the call. */
export async function findUseCases(): Promise<Map<string, UseCase>> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.(test|d)\.ts$/.test(file) && !file.startsWith('platform'),
  );
  const named = new Map<string, UseCase>();
  for (const file of files)
    for (const [name, value] of Object.entries<unknown>(await import(join(root, file))))
      if (isUseCase(name, value)) named.set(name, value);
  return named;
}

function isUseCase(name: string, value: unknown): value is UseCase {
  return (
    typeof value === 'function' &&
    !decisions.test(name) &&
    /^(async )?(function \w*)?\(\s*call\b/.test(value.toString())
  );
}

/** A digest of each table. */
export async function everything({ db }: Context): Promise<Record<string, string | null>> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`.execute(db);
  const digests: Record<string, string | null> = {};
  for (const { name } of rows) {
    const { rows: found } = await sql<{ digest: string | null }>`
      select md5(string_agg(t::text, ',' order by t::text)) as digest from ${sql.table(name)} t`.execute(db);
    digests[name] = found[0]?.digest ?? null;
  }
  return digests;
}
