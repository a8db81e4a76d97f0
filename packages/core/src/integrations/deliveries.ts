import { integrationLimits } from '@tickets/contract/integrations/integration-limits';
import type { CallProblem, Delivery } from '@tickets/contract/integrations/integrations';
import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import type { Db } from '../platform/db/db.ts';

export interface Called {
  guild_id: string;
  integration_id: number;
  ticket_id: number;
  called_at: Date;
  duration_ms: number;
  status: number | null;
  problem: CallProblem | null;
}

/** Writes down calls of one server, and forgets the oldest ones. */
export async function noteDeliveries({ db }: Pick<Context, 'db'>, calls: readonly Called[]): Promise<void> {
  if (!calls.length) return;
  await db
    .insertInto('integration_deliveries')
    .values([...calls])
    .execute();
  for (const { guild_id, integration_id } of calls)
    await sql`
      delete from integration_deliveries where guild_id = ${guild_id} and integration_id = ${integration_id}
        and delivery_id <= (select delivery_id from integration_deliveries
          where guild_id = ${guild_id} and integration_id = ${integration_id}
          order by delivery_id desc offset ${integrationLimits.deliveries} limit 1)`.execute(db);
}

/** The last calls of an integration, in one server or in all, the newest first. */
export async function readDeliveries(db: Db, integration_id: number, guild_id?: string): Promise<Delivery[]> {
  const rows = await db
    .selectFrom('integration_deliveries as d')
    .leftJoin('guilds as g', 'g.guild_id', 'd.guild_id')
    .where('integration_id', '=', integration_id)
    .$if(guild_id !== undefined, (query) => query.where('d.guild_id', '=', guild_id ?? ''))
    .select([
      'delivery_id',
      'd.guild_id',
      'g.name',
      'ticket_id',
      'called_at',
      'duration_ms',
      'status',
      'problem',
    ])
    .orderBy('delivery_id', 'desc')
    .limit(integrationLimits.deliveries)
    .execute();
  return rows.map(({ delivery_id, guild_id, name, called_at, problem, ...row }) => ({
    ...row,
    id: Number(delivery_id),
    guild: { id: guild_id, name: name ?? guild_id },
    called_at: called_at.toISOString(),
    // Written by noteDeliveries().
    problem: problem as CallProblem | null,
  }));
}
