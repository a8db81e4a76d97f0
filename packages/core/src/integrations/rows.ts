import type { IntegrationInput } from '@tickets/contract/integrations/integrations';
import { AppError } from '@tickets/contract/platform/errors';
import { type Selectable, sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import type {
  IntegrationPlaceholders,
  IntegrationSecrets,
  Integrations,
} from '../platform/db/schema.generated.ts';

export type IntegrationRow = Selectable<Integrations>;
export type PlaceholderRow = Selectable<IntegrationPlaceholders>;
export type SecretRow = Selectable<IntegrationSecrets>;

/** A header with its value opened; null where that was sealed with a key that is lost. */
export interface HeaderRow {
  header_id: number;
  integration_id: number;
  name: string;
  value: string | null;
}

/** What belongs to one integration, each list in the order in which it was made. */
export interface Parts {
  placeholders: PlaceholderRow[];
  headers: HeaderRow[];
  secrets: SecretRow[];
}

export async function findIntegration(db: Db | Tx, integration_id: number): Promise<IntegrationRow> {
  const row = await db
    .selectFrom('integrations')
    .selectAll()
    .where('integration_id', '=', integration_id)
    .executeTakeFirst();
  if (!row) throw new AppError('integration.not_found');
  return row;
}

/** Headers are sealed for their integration, and open nowhere else. */
export const headerContext = (integration_id: number) => `integration:${integration_id}:header`;

/** Whether a header has to be entered again before the integration can be called. */
export const hasLostHeader = ({ headers }: Pick<Parts, 'headers'>): boolean =>
  headers.some(({ value }) => value === null);

/** The parts of several integrations at once, by their ids. */
export async function partsOf(
  ctx: Pick<Context, 'db' | 'sealer'>,
  integration_ids: readonly number[],
): Promise<Map<number, Parts>> {
  const found = new Map<number, Parts>(
    integration_ids.map((id) => [id, { placeholders: [], headers: [], secrets: [] }]),
  );
  if (!found.size) return found;
  const ids = [...found.keys()];
  const [placeholders, headers, secrets] = await Promise.all([
    ctx.db
      .selectFrom('integration_placeholders')
      .selectAll()
      .where('integration_id', 'in', ids)
      .orderBy('placeholder_id')
      .execute(),
    ctx.db
      .selectFrom('integration_headers')
      .selectAll()
      .where('integration_id', 'in', ids)
      .orderBy('header_id')
      .execute(),
    ctx.db
      .selectFrom('integration_secrets')
      .selectAll()
      .where('integration_id', 'in', ids)
      .orderBy('secret_id')
      .execute(),
  ]);
  for (const row of placeholders) found.get(row.integration_id)?.placeholders.push(row);
  for (const row of secrets) found.get(row.integration_id)?.secrets.push(row);
  for (const { value, ...row } of headers) {
    const opened = ctx.sealer.openIfKnown(value, headerContext(row.integration_id));
    found.get(row.integration_id)?.headers.push({ ...row, value: opened ?? null });
  }
  return found;
}

/** Writes the lists as they were sent: what is not in them goes, and what names an id keeps it. */
export async function writeParts(
  tx: Tx,
  { sealer }: Pick<Context, 'sealer'>,
  integration_id: number,
  { placeholders, headers, secrets }: Pick<IntegrationInput, 'placeholders' | 'headers' | 'secrets'>,
): Promise<void> {
  const sealed = headers.map(({ value, ...header }) => ({
    ...header,
    value: sealer.seal(value, headerContext(integration_id)),
  }));
  await writeList(
    tx,
    { table: 'integration_placeholders', id: 'placeholder_id', integration_id },
    placeholders,
  );
  await writeList(tx, { table: 'integration_headers', id: 'header_id', integration_id }, sealed);
  await writeList(tx, { table: 'integration_secrets', id: 'secret_id', integration_id }, secrets);
}

interface List {
  table: 'integration_placeholders' | 'integration_headers' | 'integration_secrets';
  /** The column of its ids. */
  id: string;
  integration_id: number;
}

async function writeList(
  tx: Tx,
  { table, id, integration_id }: List,
  parts: readonly ({ id?: number | undefined } & Record<string, unknown>)[],
): Promise<void> {
  const rows = sql.table(table);
  const key = sql.ref(id);
  const kept = parts.flatMap((part) => part.id ?? []);
  await sql`delete from ${rows} where integration_id = ${integration_id} and ${key} <> all(${kept}::int[])`.execute(
    tx,
  );
  const { rows: there } = await sql<{ id: number }>`
    select ${key} as id from ${rows} where integration_id = ${integration_id}`.execute(tx);
  const known = new Set(there.map((row) => row.id));
  if (new Set(kept).size < kept.length || kept.some((one) => !known.has(one)))
    throw new AppError('integration.part_unknown', { params: { what: table.replace('integration_', '') } });
  for (const { id: of, ...values } of parts) {
    const columns = Object.entries(values);
    if (of === undefined)
      await sql`insert into ${rows} (integration_id, ${sql.join(columns.map(([name]) => sql.ref(name)))})
        values (${integration_id}, ${sql.join(columns.map(([, value]) => value))})`.execute(tx);
    else
      await sql`update ${rows} set ${sql.join(columns.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}
        where ${key} = ${of}`.execute(tx);
  }
}
