import { effects } from '@tickets/core/composition/effects';
import type { Context } from '@tickets/core/platform/context';
import { settleDue } from '@tickets/core/platform/effects/following';
import { sql } from 'kysely';

/** As when the time of everything that Discord has to follow has come. Returns false when Discord did not answer. */
export async function settleAll(ctx: Context, kind?: string): Promise<boolean> {
  const kinds = effects.filter(({ name }) => kind === undefined || name === kind);
  const names = kinds.map(({ name }) => name);
  await sql`update effects set due_at = now() where kind = any(${names})`.execute(ctx.db);
  return settleDue(ctx, kinds);
}

/** What Discord has to follow yet, as kind and key. */
export async function unsettled({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const rows = await db
    .selectFrom('effects')
    .select(['kind', 'key'])
    .orderBy('kind')
    .orderBy('key')
    .execute();
  return rows.map(({ kind, key }) => `${kind} ${key}`.trim());
}
