import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';

/**
 * Starts a cooldown unless one runs. Returns how many seconds the running one still lasts, or 0 when this call may go
 * ahead.
 */
export async function startCooldown(
  ctx: Pick<Context, 'db' | 'clock'>,
  { subject_id, name, seconds }: { subject_id: string; name: string; seconds: number },
): Promise<number> {
  const now = ctx.clock.now();
  const ends_at = new Date(now.getTime() + seconds * 1000);
  const { rows } = await sql<{ ends_at: Date }>`
    insert into cooldowns as running (subject_id, name, ends_at) values (${subject_id}, ${name}, ${ends_at})
    on conflict (subject_id, name) do update set ends_at = excluded.ends_at where running.ends_at <= ${now}
    returning ends_at`.execute(ctx.db);
  if (rows.length) return 0;
  const running = await ctx.db
    .selectFrom('cooldowns')
    .where('subject_id', '=', subject_id)
    .where('name', '=', name)
    .select('ends_at')
    .executeTakeFirst();
  return Math.max(1, Math.ceil(((running?.ends_at ?? now).getTime() - now.getTime()) / 1000));
}
