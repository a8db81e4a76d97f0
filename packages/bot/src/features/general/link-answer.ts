import { type Link, linkButtons, linkLines } from '@tickets/core/platform/discord/links';
import { type APIEmbed, ComponentType } from 'discord-api-types/v10';
import type { AnswerMessage } from '../../interactions/answer.ts';

/** An answer with links that lead out of Discord. */
export function linkAnswer(embed: APIEmbed, links: readonly Link[]): AnswerMessage {
  const buttons = linkButtons(links);
  const description = [embed.description ?? '', ...linkLines(links)].join('\n').trim();
  return {
    embeds: [{ ...embed, description }],
    components: buttons.length ? [{ type: ComponentType.ActionRow, components: buttons }] : [],
  };
}
