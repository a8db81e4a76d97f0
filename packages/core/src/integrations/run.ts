import { PermissionLevel } from '@tickets/contract/access/levels';
import { sql } from 'kysely';
import { ownLevel } from '../access/access.ts';
import { loadAccess } from '../access/load.ts';
import type { Context } from '../platform/context.ts';
import type { Db } from '../platform/db/db.ts';
import { isUnanswered } from '../platform/discord/ask.ts';
import { missingValue, outcomeOf, valuesIn } from './answer.ts';
import { type Called, noteDeliveries } from './deliveries.ts';
import { type AskedTicket, requestFor, type Secrets, type Sent, send } from './request.ts';
import { hasLostHeader, type IntegrationRow, type Parts, partsOf } from './rows.ts';

/** Whether a server has an integration that is to be asked when a ticket is opened. */
export async function hasIntegrations(db: Db, guild_id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from guild_integrations where guild_id = ${guild_id} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * Asks all integrations of a server about a ticket, at once, and returns the values of their placeholders by name. One
 * that fails, or takes too long, costs only its own: they are not available.
 */
export async function integrationValues(ctx: Context, asked: AskedTicket): Promise<Map<string, string>> {
  const rows = await ctx.db
    .selectFrom('integrations')
    .innerJoin('guild_integrations as added', 'added.integration_id', 'integrations.integration_id')
    .where('added.guild_id', '=', asked.guild_id)
    .selectAll('integrations')
    .select('added.added_by')
    .orderBy('added.added_at')
    .execute();
  const values = new Map<string, string>();
  if (!rows.length) return values;
  const ids = rows.map(({ integration_id }) => integration_id);
  const [parts, secrets] = await Promise.all([partsOf(ctx, ids), secretsOf(ctx, asked.guild_id)]);
  const called: Called[] = [];
  const asking = rows.map(async (row) => {
    const its = parts.get(row.integration_id);
    if (!its) return;
    for (const { name } of its.placeholders) values.set(name, missingValue);
    const { found, call } = await ask(ctx, asked, {
      row,
      parts: its,
      secrets: secrets.has(row.integration_id) ? secrets.get(row.integration_id) : {},
    });
    called.push(call);
    for (const [name, value] of found) values.set(name, value);
  });
  await Promise.all(asking);
  await noteDeliveries(ctx, called).catch((err: unknown) =>
    ctx.log.warn({ err, guild_id: asked.guild_id }, 'calls of integrations could not be written down'),
  );
  return values;
}

interface Added {
  row: IntegrationRow & { added_by: string };
  parts: Parts;
  /** Undefined where one was sealed with a key that is lost. */
  secrets: Secrets | undefined;
}

/**
 * Made by who added it, who still administers the server. One that is public, or whose creator is on the team no more, is somebody
 * else's. So is one for as long as Discord does not say whether its creator still administers the server.
 */
async function isOwn(
  ctx: Context,
  guild_id: string,
  { review, owner_id, added_by }: Added['row'],
): Promise<boolean> {
  if (review === 'approved' || added_by !== owner_id) return false;
  const access = await loadAccess(ctx, guild_id, owner_id).catch((err: unknown) => {
    if (!isUnanswered(err)) throw err;
    ctx.log.info(
      { err, guild_id, owner_id },
      'Discord does not say whether somebody still administers a server',
    );
    return undefined;
  });
  return access !== undefined && ownLevel(access) >= PermissionLevel.admin;
}

async function ask(
  ctx: Context,
  asked: AskedTicket,
  { row, parts, secrets }: Added,
): Promise<{ found: Map<string, string>; call: Called }> {
  const called_at = ctx.clock.now();
  const is_own = await isOwn(ctx, asked.guild_id, row);
  const sent: Sent =
    secrets && !hasLostHeader(parts)
      ? await send(ctx, requestFor({ ...row, is_own }, parts, asked, secrets))
      : { duration_ms: 0, answer: undefined, problem: 'secret_lost' };
  const { object, problem } = outcomeOf(sent);
  return {
    found: valuesIn(object, parts.placeholders),
    call: {
      guild_id: asked.guild_id,
      integration_id: row.integration_id,
      ticket_id: asked.ticket_id,
      called_at,
      duration_ms: sent.duration_ms,
      status: sent.answer?.status ?? null,
      problem,
    },
  };
}

/** The context for which a secret of a server is sealed. */
export const secretContext = (guild_id: string, secret_id: number) =>
  `integration_secret:${guild_id}:${secret_id}`;

/** What a server filled in, by integration and by the names of its secrets; undefined for one of which a secret cannot be opened. */
async function secretsOf(
  ctx: Context,
  guild_id: string,
): Promise<Map<number, Record<string, string> | undefined>> {
  const rows = await ctx.db
    .selectFrom('guild_integration_secrets as filled')
    .innerJoin('integration_secrets as secret', 'secret.secret_id', 'filled.secret_id')
    .where('filled.guild_id', '=', guild_id)
    .select(['secret.integration_id', 'secret.secret_id', 'secret.name', 'filled.value'])
    .execute();
  const found = new Map<number, Record<string, string> | undefined>();
  for (const { integration_id, secret_id, name, value } of rows) {
    const before = found.has(integration_id) ? found.get(integration_id) : {};
    const opened = ctx.sealer.openIfKnown(value, secretContext(guild_id, secret_id));
    found.set(integration_id, opened === undefined ? undefined : before && { ...before, [name]: opened });
  }
  return found;
}
