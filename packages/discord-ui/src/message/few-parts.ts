import type { DiscordComponent, DiscordEmbed } from '../types.ts';

/** So many parts of a message are drawn at once: embeds, their fields, components, and pictures of galleries. */
export const PARTS_MAX = 100;
/** And so many files. Discord allows no more. */
export const FILES_MAX = 10;

/** The first parts of a message, with those that stand within others, and how many of the others come after them. */
export function fewParts(
  embeds: readonly DiscordEmbed[],
  components: readonly DiscordComponent[],
  max: number,
) {
  let left = max;
  let more = 0;
  const few = <T>(parts: readonly T[] | null | undefined, within = (part: T) => part): T[] => {
    const drawn: T[] = [];
    for (const part of parts ?? []) {
      if (left <= 0) break;
      left -= 1;
      drawn.push(within(part));
    }
    more += (parts?.length ?? 0) - drawn.length;
    return drawn;
  };
  const ofComponent = (component: DiscordComponent): DiscordComponent => ({
    ...component,
    components: few(component.components, ofComponent),
    items: few(component.items),
    accessory: few(component.accessory && [component.accessory], ofComponent)[0],
  });
  return {
    embeds: few(embeds, (embed) => ({ ...embed, fields: few(embed.fields) })),
    components: few(components, ofComponent),
    more,
  };
}
