import { actions } from '@tickets/contract/access/actions';
import { integrationLimits } from '@tickets/contract/integrations/integration-limits';
import type {
  Delivery,
  IntegrationDetail,
  IntegrationInput,
  IntegrationView,
  OwnIntegration,
} from '@tickets/contract/integrations/integrations';
import { AppError, type ErrorCode } from '@tickets/contract/platform/errors';
import { sql } from 'kysely';
import { mayAdminister, type TellServers, type ToldServer } from '../access/administered.ts';
import { accessLoader } from '../access/load.ts';
import { serversOpenTo } from '../access/product-team.ts';
import { record } from '../audit/record.ts';
import type { Context } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { readDeliveries } from './deliveries.ts';
import { findIntegration, type IntegrationRow, type Parts, partsOf, writeParts } from './rows.ts';
import { domainOf, reviewOf, shownAddress, viewCommon, viewDetail, viewPublic } from './views.ts';

// What people do with integrations that they made, in whatever server: whose they are decides, and no level.

/** The integrations of a user, the first one first. */
export async function listOwnIntegrations(ctx: Context, user_id: string): Promise<OwnIntegration[]> {
  const rows = await ctx.db
    .selectFrom('integrations')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('guild_integrations as added')
        .whereRef('added.integration_id', '=', 'integrations.integration_id')
        .select(({ fn }) => fn.countAll<number>().as('guild_count'))
        .as('guild_count'),
    )
    .where('owner_id', '=', user_id)
    .orderBy('integration_id')
    .execute();
  return rows.map((row) => ({
    ...viewCommon(ctx, row),
    webhook_url: shownAddress(row.webhook_url),
    review: reviewOf(row),
    refusal: row.refusal,
    guild_count: Number(row.guild_count),
  }));
}

/**
 * What an integration does: for its creator, administrators of servers that have it, and everybody once it is public. `told` is
 * called where what is known does not let them see it.
 */
export async function viewIntegration(
  ctx: Context,
  { user_id, told }: { user_id: string; told: TellServers },
  integration_id: number,
): Promise<IntegrationView> {
  const row = await findIntegration(ctx.db, integration_id);
  const has = (servers: readonly ToldServer[]) => hasIt(ctx, { user_id, servers }, integration_id);
  if (!mayAdd(row, user_id) && !(await has([])) && !(await has(await told())))
    throw new AppError('integration.view_denied');
  return viewPublic(ctx, row, await partsIn(ctx, integration_id));
}

/** Whether somebody may add an integration to a server, and look at it before. */
export const mayAdd = ({ owner_id, review }: IntegrationRow, user_id: string): boolean =>
  review === 'approved' || owner_id === user_id;

/** As many servers as anyone can be in. */
const serversMax = 200;

/**
 * Whether it was added to a server that somebody administers: it is theirs to look at, whoever added it, and stays so when
 * it is public no more.
 */
async function hasIt(
  ctx: Context,
  { user_id, servers }: { user_id: string; servers: readonly ToldServer[] },
  integration_id: number,
): Promise<boolean> {
  // Owners, and whom the product itself lets in, need not be known as members.
  const { rows } = await sql<{ guild_id: string }>`
    select added.guild_id from guild_integrations added join guilds g using (guild_id)
    where added.integration_id = ${integration_id} and g.left_at is null and (
      ${mayAdminister(user_id, servers)}
      or g.guild_id in (${serversOpenTo(ctx, sql`${user_id}::bigint`)}))
    limit ${serversMax}`.execute(ctx.db);
  const accessOf = accessLoader(ctx);
  const found = await Promise.all(rows.map(({ guild_id }) => accessOf({ guild_id, user_id })));
  return found.some((access) => access && access.level >= actions['integration.list'].level);
}

/** All of an integration, for its creator. */
export async function readOwnIntegration(
  ctx: Context,
  user_id: string,
  integration_id: number,
): Promise<IntegrationDetail> {
  const row = await ownIntegration(ctx.db, { user_id, integration_id, denied: 'integration.not_yours' });
  return viewDetail(ctx, row, await partsIn(ctx, integration_id));
}

/** Makes an integration that nobody but its creator can add. */
export async function createIntegration(
  ctx: Context,
  user_id: string,
  input: IntegrationInput,
): Promise<IntegrationDetail> {
  await requireOneHost(input);
  const integration_id = await ctx.db.transaction().execute(async (tx) => {
    // Two at once are counted one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`integrations:${user_id}`}, 0))`.execute(tx);
    const { count } = await tx
      .selectFrom('integrations')
      .where('owner_id', '=', user_id)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(count) >= integrationLimits.owned)
      throw new AppError('integration.owned_limit', { params: { count: integrationLimits.owned } });
    const made = await tx
      .insertInto('integrations')
      .values({ owner_id: user_id, ...columnsOf(input) })
      .returning('integration_id')
      .executeTakeFirstOrThrow();
    await writeParts(tx, ctx, made.integration_id, input);
    await recordOwn(tx, { user_id, integration_id: made.integration_id }, 'create', { after: said(input) });
    return made.integration_id;
  });
  return readOwnIntegration(ctx, user_id, integration_id);
}

/**
 * Changes an integration. Servers that have it lack what is new among its secrets, until they fill it in. A public one that
 * becomes another to those who add it waits for a review again; servers that have it keep it.
 */
export async function updateIntegration(
  ctx: Context,
  user_id: string,
  { integration_id, ...input }: IntegrationInput & { integration_id: number },
): Promise<IntegrationDetail> {
  await requireOneHost(input);
  await ctx.db.transaction().execute(async (tx) => {
    const before = await ownIntegration(tx, { user_id, integration_id, denied: 'integration.not_yours' });
    const secrets = await tx
      .selectFrom('integration_secrets')
      .where('integration_id', '=', integration_id)
      .select(['name', 'description'])
      .execute();
    const { placeholders, headers } = await partsIn({ ...ctx, db: tx }, integration_id);
    const isOther = before.review === 'approved' && isOtherToOthers({ ...before, secrets }, input);
    await tx
      .updateTable('integrations')
      .set({
        ...columnsOf(input),
        ...(isOther && { review: 'waiting', asked_at: ctx.clock.now() }),
        updated_at: ctx.clock.now(),
      })
      .where('integration_id', '=', integration_id)
      .execute();
    await writeParts(tx, ctx, integration_id, input);
    await recordOwn(tx, { user_id, integration_id }, 'update', {
      before: { ...said({ ...before, placeholders, headers, secrets }), at: before.updated_at },
      after: { ...said(input), at: ctx.clock.now() },
    });
  });
  return readOwnIntegration(ctx, user_id, integration_id);
}

/** What somebody does with an integration of theirs is of no server, so none sees it. */
async function recordOwn(
  tx: Tx,
  { user_id, integration_id }: { user_id: string; integration_id: number },
  what: 'create' | 'update' | 'delete' | 'publish',
  change: { before?: object; after?: object },
): Promise<void> {
  await record(tx, { user_id, source: 'dashboard' }, null, {
    action: `own_integration.${what}`,
    resource: 'own_integration',
    id: integration_id,
    ...change,
  });
}

type Named = readonly { name: string }[];
type Said = Omit<ReturnType<typeof columnsOf>, 'http_method'> & {
  http_method: string;
  placeholders: Named;
  headers: Named;
  secrets: Named;
};

/** What an integration says of itself. Of headers and secrets the names alone. */
function said(of: Said) {
  const { name, description, image_url, privacy_policy_url, http_method, webhook_url, validation_url } = of;
  const names = (parts: Named) => parts.map((part) => part.name).sort();
  return {
    name,
    description,
    image_url,
    privacy_policy_url,
    http_method,
    webhook_url,
    validation_url,
    placeholders: names(of.placeholders),
    headers: names(of.headers),
    secrets: names(of.secrets),
  };
}

type Seen = Pick<
  IntegrationInput,
  'name' | 'description' | 'image_url' | 'webhook_url' | 'validation_url'
> & {
  secrets: readonly { name: string; description: string | null }[];
};

/** Whether it says something else of itself, calls somewhere else, or asks for something else. */
function isOtherToOthers(before: Seen, after: Seen): boolean {
  const names = ['name', 'description', 'image_url', 'webhook_url', 'validation_url'] as const;
  const asked = ({ secrets }: Seen) =>
    JSON.stringify(secrets.map(({ name, description }) => [name, description]).toSorted());
  return names.some((name) => before[name] !== after[name]) || asked(before) !== asked(after);
}

export async function deleteIntegration(
  ctx: Context,
  user_id: string,
  integration_id: number,
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const { name } = await ownIntegration(tx, {
      user_id,
      integration_id,
      denied: 'integration.delete_denied',
    });
    await recordOwn(tx, { user_id, integration_id }, 'delete', { before: { name } });
    await tx.deleteFrom('integrations').where('integration_id', '=', integration_id).execute();
  });
}

/** Asks for an integration to be offered to everybody. */
export async function publishIntegration(
  ctx: Context,
  user_id: string,
  integration_id: number,
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const { review } = await ownIntegration(tx, {
      user_id,
      integration_id,
      denied: 'integration.manage_denied',
    });
    if (review === 'waiting' || review === 'approved') throw new AppError('integration.already_public');
    await tx
      .updateTable('integrations')
      .set({ review: 'waiting', asked_at: ctx.clock.now(), refusal: null })
      .where('integration_id', '=', integration_id)
      .execute();
    const to = { before: { review }, after: { review: 'waiting' } };
    await recordOwn(tx, { user_id, integration_id }, 'publish', to);
  });
}

/** The last calls of an integration in all servers, for its creator. */
export async function readOwnDeliveries(
  ctx: Context,
  user_id: string,
  integration_id: number,
): Promise<Delivery[]> {
  await ownIntegration(ctx.db, { user_id, integration_id, denied: 'integration.not_yours' });
  return readDeliveries(ctx.db, integration_id);
}

interface Owned {
  user_id: string;
  integration_id: number;
  /** What anyone else is told. */
  denied: ErrorCode;
}

/** In a transaction it is held until its end. */
async function ownIntegration(
  db: Db | Tx,
  { user_id, integration_id, denied }: Owned,
): Promise<IntegrationRow> {
  const row = await db
    .selectFrom('integrations')
    .selectAll()
    .where('integration_id', '=', integration_id)
    .$if(db.isTransaction, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw new AppError('integration.not_found');
  if (row.owner_id !== user_id) throw new AppError(denied);
  return row;
}

async function partsIn(ctx: Context, integration_id: number): Promise<Parts> {
  const parts = (await partsOf(ctx, [integration_id])).get(integration_id);
  if (!parts) throw new Error('an integration has lists of parts');
  return parts;
}

function columnsOf({ placeholders: _p, headers: _h, secrets: _s, ...columns }: IntegrationInput) {
  return columns;
}

/** Secrets are checked by whoever is called with them, and by nobody else. */
export async function requireOneHost({ webhook_url, validation_url }: IntegrationInput): Promise<void> {
  if (!validation_url || (await domainOf(validation_url)) === (await domainOf(webhook_url))) return;
  const error = new AppError('integration.validation_host');
  throw new AppError('integration.validation_host', {
    fields: [{ path: 'validation_url', message: error.message }],
  });
}
