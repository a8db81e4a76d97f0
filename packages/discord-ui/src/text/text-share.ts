import { createContext } from 'react';
import { ELEMENTS_MAX } from '../parser/bounds.ts';
import type { DiscordComponent, DiscordEmbed } from '../types.ts';

/** So much may be drawn of all texts of a message together, in elements of a page. */
const MESSAGE_MAX = 1_200;
/** So much is drawn of each, however short it is beside the others. */
const LEAST = 4;

/** How many characters the texts of a message have together. Undefined where a text stands alone. */
export const MessageLength = createContext<number | undefined>(undefined);

/** How much of a text is drawn: of what its message may have, the share that its length has. */
export function shareOf(text: string, all: number | undefined): number {
  if (!all) return ELEMENTS_MAX;
  return Math.min(ELEMENTS_MAX, Math.max(LEAST, Math.ceil((MESSAGE_MAX * text.length) / all)));
}

/** The texts of a message that are drawn as Discord formats them, in characters. */
export function lengthOf(
  content: string,
  embeds: readonly DiscordEmbed[],
  components: readonly DiscordComponent[],
): number {
  const ofEmbeds = embeds.map(({ title, description, fields }) =>
    sum(
      [title, description, ...(fields ?? []).flatMap(({ name, value }) => [name, value])].map(charactersOf),
    ),
  );
  return content.length + sum(ofEmbeds) + sum(components.map(ofComponent));
}

const ofComponent = ({ content, components = [], accessory }: DiscordComponent): number =>
  charactersOf(content) + sum(components.map(ofComponent)) + (accessory ? ofComponent(accessory) : 0);
const charactersOf = (text: string | null | undefined) => text?.length ?? 0;
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
