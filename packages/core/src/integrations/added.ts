import { integrationLimits } from '@tickets/contract/integrations/integration-limits';
import type {
  AddedPlaceholder,
  Delivery,
  IntegrationState,
  ListedIntegration,
  SecretsInput,
} from '@tickets/contract/integrations/integrations';
import { AppError } from '@tickets/contract/platform/errors';
import { sql } from 'kysely';
import { authorise } from '../access/authorise.ts';
import type { UserCall } from '../access/caller.ts';
import { record } from '../audit/record.ts';
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/db/db.ts';
import { takeTurn } from '../servers/hold-guild.ts';
import { knownUsers } from '../servers/users.ts';
import { beginningOf, objectIn } from './answer.ts';
import { readDeliveries } from './deliveries.ts';
import { mayAdd } from './own.ts';
import { send, validationFor } from './request.ts';
import { findIntegration, hasLostHeader, type IntegrationRow, type Parts, partsOf } from './rows.ts';
import { secretContext } from './run.ts';
import { shownAddress, viewCommon } from './views.ts';

export interface AddedKey {
  guild_id: string;
  integration_id: number;
}

/** A page of what a server has and of what could be added to it: its own first, then what most servers have. */
export async function listAvailable(
  call: UserCall,
  guild_id: string,
  page: number,
): Promise<ListedIntegration[]> {
  authorise(call, 'integration.list', guild_id);
  const { rows } = await sql<IntegrationRow & { guild_count: number; added: boolean }>`
    select i.*, coalesce(counted.guild_count, 0)::int as guild_count, here.guild_id is not null as added
    from integrations i
    left join (select integration_id, count(*) as guild_count from guild_integrations group by integration_id) counted
      using (integration_id)
    left join guild_integrations here on here.integration_id = i.integration_id and here.guild_id = ${guild_id}
    where i.review = 'approved' or i.owner_id = ${call.caller.user_id} or here.guild_id is not null
    order by added desc, guild_count desc, i.integration_id
    limit ${integrationLimits.page} offset ${(page - 1) * integrationLimits.page}`.execute(call.db);
  const authors = await knownUsers(
    call.db,
    rows.map(({ owner_id }) => owner_id),
  );
  const added = rows.filter((row) => row.added).map(({ integration_id }) => integration_id);
  const wanted = await wantedSecrets(call, guild_id, added);
  return rows.map((row) => {
    const author = authors.get(row.owner_id);
    return {
      ...viewCommon(call, row),
      webhook_url: shownAddress(row.webhook_url),
      author: author
        ? {
            id: author.id,
            username: author.username,
            discriminator: '0',
            global_name: author.global_name,
            avatar: author.avatar,
          }
        : null,
      guild_count: row.guild_count,
      added: row.added,
      needs_secrets: wanted.some(({ integration_id }) => integration_id === row.integration_id),
    };
  });
}

/** What the integrations of a server can say. */
export async function listPlaceholders(call: UserCall, guild_id: string): Promise<AddedPlaceholder[]> {
  authorise(call, 'integration.list', guild_id);
  return call.db
    .selectFrom('guild_integrations as added')
    .innerJoin('integrations as i', 'i.integration_id', 'added.integration_id')
    .innerJoin('integration_placeholders as p', 'p.integration_id', 'added.integration_id')
    .where('added.guild_id', '=', guild_id)
    .select(['p.name', 'i.name as integration'])
    .orderBy('added.added_at')
    .orderBy('p.placeholder_id')
    .execute();
}

/** Whether a server has an integration. */
export async function isAdded(call: UserCall, { guild_id, integration_id }: AddedKey): Promise<boolean> {
  authorise(call, 'integration.list', guild_id);
  const row = await call.db
    .selectFrom('guild_integrations')
    .where('guild_id', '=', guild_id)
    .where('integration_id', '=', integration_id)
    .select('added_at')
    .executeTakeFirst();
  return row !== undefined;
}

/** As isAdded(), with the names of the secrets that the server has to enter. */
export async function readAddedState(call: UserCall, key: AddedKey): Promise<IntegrationState> {
  authorise(call, 'integration.list', key.guild_id);
  if (!(await isAdded(call, key))) return { active: false };
  const wanted = await wantedSecrets(call, key.guild_id, [key.integration_id]);
  const names = (isLost: boolean) => wanted.filter((one) => one.isLost === isLost).map(({ name }) => name);
  const [missing, lost] = [names(false), names(true)];
  return {
    active: true,
    ...(missing.length && { missing_secrets: missing }),
    ...(lost.length && { lost_secrets: lost }),
  };
}

interface WantedSecret {
  integration_id: number;
  name: string;
  /** It was entered, and cannot be opened any more. */
  isLost: boolean;
}

/** What a server has to enter for these of its integrations. */
async function wantedSecrets(
  { db, sealer }: Pick<Context, 'db' | 'sealer'>,
  guild_id: string,
  integrations: readonly number[],
): Promise<WantedSecret[]> {
  if (!integrations.length) return [];
  const secrets = await db
    .selectFrom('integration_secrets as secret')
    .leftJoin('guild_integration_secrets as filled', (join) =>
      join.onRef('filled.secret_id', '=', 'secret.secret_id').on('filled.guild_id', '=', guild_id),
    )
    .where('secret.integration_id', 'in', integrations)
    .select(['secret.integration_id', 'secret.secret_id', 'secret.name', 'filled.value'])
    .orderBy('secret.secret_id')
    .execute();
  return secrets.flatMap(({ integration_id, secret_id, name, value }) => {
    const isFilled = value && sealer.openIfKnown(value, secretContext(guild_id, secret_id)) !== undefined;
    return isFilled ? [] : { integration_id, name, isLost: value !== null };
  });
}

/** Adds an integration to a server, once its author agrees to the secrets. Added again, it has the new ones. */
export async function addIntegration(
  call: UserCall,
  { guild_id, integration_id, secrets }: AddedKey & SecretsInput,
): Promise<void> {
  authorise(call, 'integration.add', guild_id);
  const key = { guild_id, integration_id };
  await requireRoom(call.db, key);
  const row = await findIntegration(call.db, integration_id);
  if (!mayAdd(row, call.caller.user_id)) throw new AppError('integration.add_denied');
  const parts = await checkSecrets(call, key, { row, secrets });
  await call.db.transaction().execute(async (tx) => {
    // Two at once are counted one after the other.
    await takeTurn(tx, guild_id);
    await requireRoom(tx, key);
    const { numInsertedOrUpdatedRows: added } = await tx
      .insertInto('guild_integrations')
      .values({ ...key, added_by: call.caller.user_id })
      .onConflict((oc) => oc.doNothing())
      .executeTakeFirstOrThrow();
    await writeSecrets(tx, call, key, { parts, secrets });
    const action = added ? 'integration.add' : 'integration.secrets';
    await record(tx, call, guild_id, { ...entryOf(row), action, after: namesIn(secrets) });
  });
}

/** Gives the secrets of an integration that a server has other values. */
export async function saveSecrets(
  call: UserCall,
  { guild_id, integration_id, secrets }: AddedKey & SecretsInput,
): Promise<void> {
  authorise(call, 'integration.update', guild_id);
  const key = { guild_id, integration_id };
  const row = await findIntegration(call.db, integration_id);
  if (!(await isAdded(call, key))) throw new AppError('integration.not_active');
  const parts = await checkSecrets(call, key, { row, secrets });
  await call.db.transaction().execute(async (tx) => {
    const held = await tx
      .selectFrom('guild_integrations')
      .where('guild_id', '=', guild_id)
      .where('integration_id', '=', integration_id)
      .select('added_at')
      .forUpdate()
      .executeTakeFirst();
    if (!held) throw new AppError('integration.not_active');
    await writeSecrets(tx, call, key, { parts, secrets });
    await record(tx, call, guild_id, {
      ...entryOf(row),
      action: 'integration.secrets',
      after: namesIn(secrets),
    });
  });
}

/** Takes an integration from a server, with what was filled in there. Where it is not, nothing changes. */
export async function removeIntegration(
  call: UserCall,
  { guild_id, integration_id }: AddedKey,
): Promise<void> {
  authorise(call, 'integration.remove', guild_id);
  await call.db.transaction().execute(async (tx) => {
    const { numDeletedRows: removed } = await tx
      .deleteFrom('guild_integrations')
      .where('guild_id', '=', guild_id)
      .where('integration_id', '=', integration_id)
      .executeTakeFirstOrThrow();
    if (!removed) return;
    const row = await findIntegration(tx, integration_id);
    await record(tx, call, guild_id, { ...entryOf(row), action: 'integration.remove', before: {} });
  });
}

const entryOf = ({ integration_id, name }: IntegrationRow) => ({
  resource: 'integration' as const,
  id: integration_id,
  name,
});

/** Which secrets were filled in. What with is never written down. */
const namesIn = (secrets: SecretsInput['secrets']) => ({ secrets: Object.keys(secrets).sort() });

/** The last calls of an integration in a server. Those of before it was removed are the creator's alone. */
export async function listDeliveries(call: UserCall, key: AddedKey): Promise<Delivery[]> {
  authorise(call, 'integration.list', key.guild_id);
  if (!(await isAdded(call, key))) throw new AppError('integration.not_active');
  return readDeliveries(call.db, key.integration_id, key.guild_id);
}

async function requireRoom(db: Context['db'] | Tx, { guild_id, integration_id }: AddedKey): Promise<void> {
  const { count } = await db
    .selectFrom('guild_integrations')
    .where('guild_id', '=', guild_id)
    .where('integration_id', '<>', integration_id)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= integrationLimits.active)
    throw new AppError('integration.active_limit', { params: { count: integrationLimits.active } });
}

interface Filled {
  row: IntegrationRow;
  secrets: SecretsInput['secrets'];
}

/** Exactly the secrets that are declared, and the author agrees to them, where there is an address to ask. */
async function checkSecrets(call: UserCall, key: AddedKey, { row, secrets }: Filled): Promise<Parts> {
  const parts = (await partsOf(call, [key.integration_id])).get(key.integration_id);
  const declared = parts?.secrets.map(({ name }) => name) ?? [];
  const isAll = declared.every((name) => Object.hasOwn(secrets, name));
  if (!parts || !isAll || Object.keys(secrets).length !== declared.length)
    throw new AppError('integration.secrets_invalid');
  if (!row.validation_url) return parts;
  if (hasLostHeader(parts)) throw new AppError('integration.validation_failed');
  const asked = { guild_id: key.guild_id, user_id: call.caller.user_id };
  const { answer, problem } = await send(call, validationFor(row.validation_url, parts, asked, secrets));
  if (problem === null) return parts;
  if (problem === 'timeout') throw new AppError('integration.validation_timeout');
  if (problem !== 'status') throw new AppError('integration.validation_failed');
  const why = objectIn(answer?.text ?? '')?.error;
  const said = typeof why === 'string' && why.trim() ? beginningOf(why.trim(), 255) : undefined;
  throw new AppError('integration.secrets_rejected', {
    // Front ends of different ages look for it under different names.
    ...(said !== undefined && { details: { client_error: said, internal_error: said } }),
  });
}

async function writeSecrets(
  tx: Tx,
  { sealer }: Pick<Context, 'sealer'>,
  { guild_id, integration_id }: AddedKey,
  { parts, secrets }: { parts: Parts; secrets: SecretsInput['secrets'] },
): Promise<void> {
  const values = parts.secrets.map(({ secret_id, name }) => ({
    guild_id,
    secret_id,
    integration_id,
    value: sealer.seal(secrets[name] ?? '', secretContext(guild_id, secret_id)),
  }));
  if (!values.length) return;
  await tx
    .insertInto('guild_integration_secrets')
    .values(values)
    .onConflict((oc) =>
      oc.columns(['guild_id', 'secret_id']).doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
    )
    .execute();
}
