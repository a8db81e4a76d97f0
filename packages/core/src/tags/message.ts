import type { Tag } from '@tickets/contract/tags/tags';
import type { APIEmbed } from 'discord-api-types/v10';
import { blank, embedPayload } from '../embeds/payload.ts';
import type { Context } from '../platform/context.ts';
import type { Ticket } from '../tickets/model/find.ts';
import { fillMessage } from '../tickets/welcome/placeholder-facts.ts';
import { ticketEmbed } from '../tickets/welcome/welcome-embed.ts';
import type { Wording } from '../wording/look.ts';

/** Whom a text names, as it is written. */
export const namedIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/<@!?(\d{1,19})>/g)].map(([, id = '']) => id)),
];

/** Of lists of people in `allowed_mentions`: https://discord.com/developers/docs/resources/message#allowed-mentions-object */
const mentionsMax = 100;

/**
 * Whom a tag may call, no matter who uses it: the people whom its text names, and the opener, never a role or everyone.
 * Names that only its filled placeholders make are not called, so whoever may not write a name cannot compose one.
 */
export function tagMentions({ content }: Pick<Tag, 'content'>, ticket: Ticket | undefined) {
  const users = [...(ticket ? [ticket.opener_id] : []), ...namedIn(content ?? '')];
  return { parse: [], users: [...new Set(users)].slice(0, mentionsMax) };
}

/** What a tag says: in a ticket with its placeholders filled, elsewhere as it is written. */
export async function tagMessage(
  ctx: Context,
  wording: Wording,
  tag: Tag,
  { ticket, now }: { ticket?: Ticket | undefined; now?: Date } = {},
): Promise<{ content: string; embeds: APIEmbed[] }> {
  const [content, embed] = await Promise.all([
    tag.content && ticket ? fillMessage(ctx, wording, ticket, tag.content, now) : (tag.content ?? ''),
    tag.embed &&
      (ticket ? ticketEmbed(ctx, wording, ticket, tag.embed, { now }) : plainEmbed(wording, tag.embed)),
  ]);
  if (embed) return { content: content.trim() ? content : '', embeds: [embed] };
  // A placeholder may stand for nothing, and Discord refuses what is blank.
  return { content: content.trim() ? content : blank, embeds: [] };
}

function plainEmbed({ look }: Wording, embed: NonNullable<Tag['embed']>): Promise<APIEmbed> {
  // The look has a footer of ours only where the server has no premium.
  return embedPayload(embed, { look, premium: look.footer === undefined });
}
