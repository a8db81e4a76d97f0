import { sql } from 'kysely';
import type { UserCall } from '../../packages/core/src/access/caller.ts';
import type { Context } from '../../packages/core/src/platform/context.ts';
import { search } from '../../packages/core/src/search/search.ts';

interface SearchPlan {
  name: string;
  plan: string;
  /** Of search_texts. */
  partitions: number;
}

/** How PostgreSQL goes about what each search asks of `search_texts`. */
export async function plansOf(
  ctx: Context,
  call: () => UserCall,
  searches: Record<string, string>,
): Promise<SearchPlan[]> {
  const plans: SearchPlan[] = [];
  for (const [name, q] of Object.entries(searches)) {
    const asked: { sql: string; parameters: readonly unknown[] }[] = [];
    const heard = call();
    const listening = heard.db.withPlugin({
      transformQuery: ({ node }) => {
        asked.push(heard.db.getExecutor().compileQuery(node, { queryId: '' }) as never);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await search({ ...heard, db: listening }, heard.caller.access.guild_id, { q, tz: 'UTC' });
    for (const statement of asked.filter(({ sql: text }) => /search_texts/.test(text))) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (costs off) ${bound(statement)}`.execute(
        ctx.db,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      plans.push({ name, plan, partitions: new Set(plan.match(/search_texts_p\d+(?=\b|_)/g)).size });
    }
  }
  return plans;
}

/** The statement with its values in place. */
function bound({ sql: text, parameters }: { sql: string; parameters: readonly unknown[] }) {
  const parts = text.split(/\$(\d+)/);
  return sql.join(
    parts.map((part, index) => (index % 2 ? sql`${parameters[Number(part) - 1]}` : sql.raw(part))),
    sql.raw(''),
  );
}
