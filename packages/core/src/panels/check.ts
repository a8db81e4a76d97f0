import { AppError, type ErrorCode, errorTable, type FieldProblem } from '@tickets/contract/errors';
import { type Emote, type PanelInput, panelDefaults } from '@tickets/contract/panels';
import { ChannelType } from 'discord-api-types/v10';
import type { Context } from '../context.ts';
import { channelTypes } from '../guilds/channels.ts';
import type { PanelRow } from './message.ts';

type Checked = Pick<
  PanelRow,
  | 'title'
  | 'content'
  | 'colour'
  | 'channel_id'
  | 'category_id'
  | 'emoji_name'
  | 'emoji_id'
  | 'button_style'
  | 'button_label'
>;

/** Checks what only the server itself can tell (its channels and emojis), and fills in defaults. */
export async function checkPanel(ctx: Context, guild_id: string, input: PanelInput): Promise<Checked> {
  const channel_id = input.channel_id ?? '0';
  const category_id = input.category_id ?? null;
  const ids = [channel_id, category_id].filter((id) => id !== null);
  const types = await channelTypes(ctx, guild_id, ids);
  const problems: [path: string, code: ErrorCode][] = [];

  const type = types.get(channel_id);
  if (type !== ChannelType.GuildText && type !== ChannelType.GuildAnnouncement)
    problems.push(['channel_id', 'panel.channel_not_found']);
  if (category_id && types.get(category_id) !== ChannelType.GuildCategory)
    problems.push(['category_id', 'panel.category_invalid']);
  const emoji = await emojiOf(ctx, guild_id, input.emote ?? '');
  if (!emoji) problems.push(['emote', 'panel.emoji_not_found']);
  if (problems.length || !emoji) throw refusal(problems);

  return {
    title: input.title ?? panelDefaults.title,
    content: input.content ?? panelDefaults.content,
    colour: input.colour ?? panelDefaults.colour,
    channel_id,
    category_id,
    ...emoji,
    button_style: input.button_style ?? panelDefaults.button_style,
    // Discord wants a label or an emoji.
    button_label: input.button_label ?? (emoji.emoji_name ? '' : panelDefaults.title),
  };
}

/** All problems at once: alone it is its own code, several are listed. */
function refusal(problems: [path: string, code: ErrorCode][]): AppError {
  const fields: FieldProblem[] = problems.map(([path, code]) => ({ path, message: errorTable[code][1] }));
  const [only] = problems;
  if (only && problems.length === 1) return new AppError(only[1], { fields });
  const listed = fields.map(({ message }) => message).join('; ');
  return new AppError('request.invalid', { params: { problems: listed }, fields });
}

type Emoji = Pick<PanelRow, 'emoji_name' | 'emoji_id'>;

/** Undefined for something that is no emoji, or no emoji of this server under that name. */
async function emojiOf(ctx: Context, guild_id: string, emote: Emote): Promise<Emoji | undefined> {
  if (emote === '') return { emoji_name: null, emoji_id: null };
  if (typeof emote === 'string') {
    // Many emojis are typed without the sign that asks for their colourful form.
    const known = /^\p{RGI_Emoji}$/v;
    return known.test(emote) || known.test(`${emote}\ufe0f`)
      ? { emoji_name: emote, emoji_id: null }
      : undefined;
  }
  const found = await ctx.db
    .selectFrom('guild_emojis')
    .where('guild_id', '=', guild_id)
    .where('emoji_id', '=', emote.id)
    .where('name', '=', emote.name)
    .select(['name', 'emoji_id'])
    .executeTakeFirst();
  return found && { emoji_name: found.name, emoji_id: found.emoji_id };
}
