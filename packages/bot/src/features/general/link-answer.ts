import type { APIEmbed } from 'discord-api-types/v10';
import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import type { AnswerMessage } from '../../answer.ts';

/** An answer with buttons that lead out of Discord. */
export function linkAnswer(embed: APIEmbed, links: { label: string; url: string }[]): AnswerMessage {
  return {
    embeds: [embed],
    components: [
      {
        type: ComponentType.ActionRow,
        components: links.map((link) => ({
          type: ComponentType.Button as const,
          style: ButtonStyle.Link as const,
          ...link,
        })),
      },
    ],
  };
}
