import type { CustomEmbed } from '@tickets/contract/embeds/embeds';
import type { Tag, TagFields } from '@tickets/contract/tags/tags';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';
import type { Tags } from '../platform/db/schema.generated.ts';

export type TagRow = Selectable<Tags>;

export function readTags(db: Db | Tx, guild_id: string): Promise<TagRow[]> {
  return db.selectFrom('tags').selectAll().where('guild_id', '=', guild_id).orderBy('tag_id').execute();
}

export function findTag(db: Db | Tx, guild_id: string, tag_id: string): Promise<TagRow | undefined> {
  return db
    .selectFrom('tags')
    .selectAll()
    .where('guild_id', '=', guild_id)
    .where('tag_id', '=', tag_id)
    .executeTakeFirst();
}

export async function writeTag(
  tx: Tx,
  { embed, ...row }: Omit<TagRow, 'created_at' | 'updated_at' | 'version'> & { version?: number },
): Promise<void> {
  const values = { ...row, embed: embed && JSON.stringify(embed), updated_at: sql<Date>`now()` };
  const { guild_id, tag_id, ...changed } = values;
  await tx
    .insertInto('tags')
    .values(values)
    .onConflict((conflict) => conflict.columns(['guild_id', 'tag_id']).doUpdateSet(changed))
    .execute();
}

export async function deleteTag(db: Db | Tx, guild_id: string, tag_id: string): Promise<void> {
  await db.deleteFrom('tags').where('guild_id', '=', guild_id).where('tag_id', '=', tag_id).execute();
}

/** The columns that hold a tag. That it shows an embed is told by there being one. */
export function columnsOf({
  id: tag_id,
  use_embed: _,
  ...same
}: TagFields): Pick<TagRow, 'tag_id' | Exclude<keyof TagFields, 'id' | 'use_embed'>> {
  return { tag_id, ...same };
}

export function toTag({ version, ...row }: TagRow): Tag {
  return { ...fieldsOf(row), version };
}

/** What somebody says of a tag. */
export function fieldsOf({ tag_id, content, embed, use_guild_command }: Omit<TagRow, 'version'>): TagFields {
  return {
    id: tag_id,
    content,
    use_guild_command,
    use_embed: embed !== null,
    // Written from what the contract parsed.
    embed: embed as CustomEmbed | null,
  };
}
