import type { Emote } from '@tickets/contract/panels/panels';
import type { ErrorCode } from '@tickets/contract/platform/errors';
import type { Selectable } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Panels } from '../../platform/db/schema.generated.ts';

export type PanelEmoji = Pick<Selectable<Panels>, 'emoji_name' | 'emoji_id'>;
type Found = { emoji: PanelEmoji } | { problem: ErrorCode };

/** A standard emoji, also by its `:shortcode:`, or one of the server's own under its present name. */
export async function findEmoji(ctx: Context, guild_id: string, emote: Emote): Promise<Found> {
  if (emote === '') return { emoji: { emoji_name: null, emoji_id: null } };
  if (typeof emote === 'string') {
    const shortcode = /^:([^:\s]+):$/.exec(emote)?.[1];
    const glyph = shortcode ? await glyphOf(shortcode) : standardEmoji(emote);
    return glyph ? { emoji: { emoji_name: glyph, emoji_id: null } } : { problem: 'panel.emoji_invalid' };
  }
  if (emote.id === '0') return { problem: 'panel.emoji_missing_id' };
  const found = await ctx.db
    .selectFrom('guild_emojis')
    .where('guild_id', '=', guild_id)
    .where('emoji_id', '=', emote.id)
    .select('name')
    .executeTakeFirst();
  if (!found) return { problem: 'panel.emoji_not_found' };
  if (found.name !== emote.name) return { problem: 'panel.emoji_name_mismatch' };
  return { emoji: { emoji_name: found.name, emoji_id: emote.id } };
}

/**
 * Panels with their emojis as the server has them now: under their present names, and without those that were deleted,
 * for which Discord refuses the whole message.
 */
export async function withPresentEmojis<Row extends PanelEmoji>(
  db: Db,
  guild_id: string,
  panels: readonly Row[],
): Promise<Row[]> {
  const ids = panels.flatMap(({ emoji_id }) => emoji_id ?? []);
  const found = ids.length
    ? await db
        .selectFrom('guild_emojis')
        .where('guild_id', '=', guild_id)
        .where('emoji_id', 'in', ids)
        .select(['emoji_id', 'name'])
        .execute()
    : [];
  const names = new Map(found.map(({ emoji_id, name }) => [emoji_id, name]));
  return panels.map((panel) => {
    if (!panel.emoji_id) return panel;
    const emoji_name = names.get(panel.emoji_id) ?? null;
    return { ...panel, emoji_name, emoji_id: emoji_name && panel.emoji_id };
  });
}

/** Many emojis are typed without the sign that asks for their colourful form. */
function standardEmoji(text: string): string | undefined {
  return [text, `${text}\ufe0f`].find((glyph) => /^\p{RGI_Emoji}$/v.test(glyph));
}

/** The names that Discord itself uses come first. Read only when someone writes a shortcode, because they are many. */
async function glyphOf(shortcode: string): Promise<string | undefined> {
  const sources = await Promise.all([
    import('emojibase-data/en/shortcodes/joypixels.json', { with: { type: 'json' } }),
    import('emojibase-data/en/shortcodes/emojibase.json', { with: { type: 'json' } }),
  ]);
  for (const { default: namesByCode } of sources) {
    const found = Object.entries(namesByCode).find(([, names]) => [names].flat().includes(shortcode));
    if (!found) continue;
    const points = found[0].split('-').map((point) => Number.parseInt(point, 16));
    return standardEmoji(String.fromCodePoint(...points));
  }
  return undefined;
}
