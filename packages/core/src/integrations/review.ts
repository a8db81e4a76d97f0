import type { IntegrationReview } from '@tickets/contract/integrations/integrations';
import { AppError } from '@tickets/contract/platform/errors';
import { sql } from 'kysely';
import { authoriseProduct, type ProductCall } from '../access/product.ts';
import { record } from '../audit/record.ts';
import { knownUsers } from '../servers/users.ts';
import { findIntegration, partsOf } from './rows.ts';
import { viewDetail } from './views.ts';

/**
 * The integrations whose creators want them public, the one that waits longest first, and then those that are. What they
 * send as headers is theirs alone.
 */
export async function listReviews(call: ProductCall): Promise<IntegrationReview[]> {
  authoriseProduct(call, 'integration.review');
  const rows = await call.db
    .selectFrom('integrations')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('guild_integrations as added')
        .whereRef('added.integration_id', '=', 'integrations.integration_id')
        .select(({ fn }) => fn.countAll<number>().as('guild_count'))
        .as('guild_count'),
    )
    .where('review', 'in', ['waiting', 'approved'])
    .orderBy('review', 'desc')
    .orderBy('asked_at')
    .orderBy('integration_id')
    .limit(200)
    .execute();
  const [parts, authors] = await Promise.all([
    partsOf(
      call,
      rows.map(({ integration_id }) => integration_id),
    ),
    knownUsers(
      call.db,
      rows.map(({ owner_id }) => owner_id),
    ),
  ]);
  return rows.map((row) => {
    const its = parts.get(row.integration_id) ?? { placeholders: [], headers: [], secrets: [] };
    const { headers: _, ...integration } = viewDetail(call, row, its);
    return {
      integration,
      author: { id: row.owner_id, username: authors.get(row.owner_id)?.username ?? row.owner_id },
      guild_count: Number(row.guild_count),
      asked_at: (row.asked_at ?? row.created_at).toISOString(),
      updated_at: row.updated_at.toISOString(),
    };
  });
}

/** Lets everybody add an integration, as it was when it was read: `updated_at` tells when it had been changed last. */
export async function approveIntegration(
  call: ProductCall,
  { integration_id, updated_at }: { integration_id: number; updated_at: string },
): Promise<void> {
  authoriseProduct(call, 'integration.review');
  const as_of = new Date(updated_at);
  await decide(call, integration_id, { from: ['waiting'], to: 'approved', refusal: null, as_of });
}

/** Refuses to let everybody add an integration, also one that was approved. Servers that have it keep it. */
export async function refuseIntegration(
  call: ProductCall,
  { integration_id, reason }: { integration_id: number; reason: string },
): Promise<void> {
  authoriseProduct(call, 'integration.review');
  await decide(call, integration_id, { from: ['waiting', 'approved'], to: 'refused', refusal: reason });
}

interface Decision {
  from: string[];
  to: 'approved' | 'refused';
  refusal: string | null;
  as_of?: Date;
}

async function decide(
  call: ProductCall,
  integration_id: number,
  { from, to, refusal, as_of }: Decision,
): Promise<void> {
  const { db, clock, caller, log } = call;
  const decided = await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('integrations')
      .set({ review: to, refusal, reviewed_at: clock.now(), reviewed_by: caller.user_id })
      .where('integration_id', '=', integration_id)
      .where('review', 'in', from)
      // The database knows it to the microsecond.
      .$if(as_of !== undefined, (query) =>
        query.where(
          sql<boolean>`date_trunc('milliseconds', updated_at) = ${as_of && new Date(as_of)}::timestamptz`,
        ),
      )
      .executeTakeFirstOrThrow();
    if (!numUpdatedRows) return false;
    await record(tx, call, null, {
      action: to === 'approved' ? 'own_integration.approve' : 'own_integration.refuse',
      resource: 'own_integration',
      id: integration_id,
      after: { review: to, ...(refusal !== null && { reason: refusal }) },
    });
    return true;
  });
  if (decided) return log.info({ integration_id, by: caller.user_id, to }, 'an integration was reviewed');
  await findIntegration(db, integration_id);
  throw new AppError('integration.review_over');
}
