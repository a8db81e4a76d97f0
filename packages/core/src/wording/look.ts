import { defaultColours } from '@tickets/contract/settings/settings';
import type { APIEmbed, APIEmbedFooter } from 'discord-api-types/v10';
import type { Context } from '../platform/context.ts';
import { texts } from '../platform/texts/texts.ts';
import { openGates } from '../premium/tier.ts';
import { type GuildSettings, settingsFor } from '../settings/read.ts';

/** How a server's messages look. Own colours come with premium, and no word of ours under them with that or a bot of one's own. */
export interface Look {
  success: number;
  failure: number;
  footer?: APIEmbedFooter;
}

export const defaultLook: Look = { success: rgb(defaultColours[0]), failure: rgb(defaultColours[1]) };

export async function lookOf(
  ctx: Pick<Context, 'db' | 'clock' | 'config' | 'facts' | 'bots'>,
  settings: GuildSettings,
): Promise<Look> {
  const isOpen = await openGates(ctx, settings.guild_id);
  const { success, failure } = isOpen('colours')
    ? { success: rgb(settings.colour_success), failure: rgb(settings.colour_failure) }
    : defaultLook;
  const isOwn = ctx.bots.of(settings.guild_id).user_id !== ctx.bots.main.user_id;
  if (isOwn || isOpen('unbranded')) return { success, failure };
  return { success, failure, footer: { text: texts(settings.text_language).common.powered_by } };
}

/** Settings, look and texts of a server: what every message to it is made with. */
export async function wordingOf(ctx: Context, guild_id: string) {
  const settings = await settingsFor(ctx, guild_id);
  return { settings, look: await lookOf(ctx, settings), t: texts(settings.text_language) };
}
export type Wording = Awaited<ReturnType<typeof wordingOf>>;

export function successEmbed(look: Look, embed: APIEmbed): APIEmbed {
  return { color: look.success, ...(look.footer && { footer: look.footer }), ...embed };
}

export function failureEmbed(look: Look, embed: APIEmbed): APIEmbed {
  return { color: look.failure, ...(look.footer && { footer: look.footer }), ...embed };
}

/** Nobody is pinged by what we send unless a message says whom. */
export const noMentions = { parse: [] };

function rgb(colour: string): number {
  return Number.parseInt(colour.slice(1), 16);
}

/** Nothing in the text can end the block. */
export const codeBlock = (text: string) => `\`\`\`\n${text.replaceAll('```', '`\u200b``')}\n\`\`\``;
