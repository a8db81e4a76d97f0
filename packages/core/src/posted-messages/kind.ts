import type { MessageState } from '@tickets/contract/panels/panels';
import type { APIMessage, RESTPostAPIChannelMessageJSONBody } from 'discord-api-types/v10';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { inTurn } from '../platform/locks/ticket-lock.ts';

/** The columns of a row that stands as a message in Discord. */
export interface PostedRow {
  guild_id: string;
  channel_id: string;
  message_id: string | null;
  /** The bot that posted it; null: the program's own. */
  message_bot_id: string | null;
  message_state: MessageState;
  message_wanted_at: Date;
  /** Counts up whenever it is wanted otherwise; kept by the database. */
  message_wishes: number;
  /** The entry of the audit log that tells of its last change. */
  version: number;
}

/** What is posted, and put in its place by an edit. */
export type PostedMessage = Required<
  Pick<RESTPostAPIChannelMessageJSONBody, 'embeds' | 'components' | 'allowed_mentions'>
>;

/** A table whose rows stand as messages in Discord. */
export interface Kind<Row extends PostedRow = PostedRow> {
  /** Also the beginning of its locks. */
  name: 'panel' | 'multi_panel';
  table: 'panels' | 'multi_panels';
  id_column: 'panel_id' | 'id';
  /** What the bot must have in the channel. */
  needs: bigint;
  idOf(row: Row): number;
  message(ctx: Context, row: Row): Promise<PostedMessage>;
  /** Whether a message of ours, in the row's channel, looks like the row's. */
  isItsMessage(row: Row, message: APIMessage): boolean;
}

export const lockOf = (kind: Pick<Kind, 'name'>, id: number) => `${kind.name}:${id}`;

/** `held`: nobody else changes it until the transaction ends. */
export async function findRow<Row extends PostedRow>(
  db: Db | Tx,
  kind: Kind<Row>,
  guild_id: string,
  id: number,
  { held = false }: { held?: boolean } = {},
): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select * from ${sql.table(kind.table)} where ${isRow(kind, guild_id, id)}
    ${held ? sql`for no key update` : sql``}`.execute(db);
  return rows[0];
}

export const isRow = (kind: Pick<Kind, 'id_column'>, guild_id: string, id: number): RawBuilder<boolean> =>
  sql<boolean>`guild_id = ${guild_id} and ${sql.ref(kind.id_column)} = ${id}`;

/** Runs `work` under the lock of a row, for someone who waits. */
export const holding = <T>(
  ctx: Context,
  kind: Pick<Kind, 'name'>,
  id: number,
  work: () => Promise<T>,
): Promise<T> => inTurn(ctx.db, lockOf(kind, id), work);
