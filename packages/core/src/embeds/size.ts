import { embedLength, embedLimits } from '@tickets/contract/embeds/embed-limits';
import type { APIEmbed } from 'discord-api-types/v10';

/** How many characters of an embed count against what a message holds. */
export function embedSize({ title, description, author, footer, fields }: APIEmbed): number {
  return embedLength({
    title: title ?? null,
    description: description ?? null,
    author: { name: author?.name ?? null },
    footer: { text: footer?.text ?? null },
    fields: fields ?? [],
  });
}

/** Embeds in their order, in as few messages as hold them: Discord counts the characters of all embeds of one together. */
export function inMessages(embeds: readonly APIEmbed[]): APIEmbed[][] {
  const messages: APIEmbed[][] = [];
  let size = 0;
  for (const embed of embeds) {
    const added = embedSize(embed);
    const last = messages.at(-1);
    if (last && last.length < perMessage && size + added <= embedLimits.total) {
      last.push(embed);
      size += added;
    } else {
      messages.push([embed]);
      size = added;
    }
  }
  return messages;
}

const perMessage = 10;
