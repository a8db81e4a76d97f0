/** The tabs, in their order. The data has one category more, which no tab shows. */
export const tabCategories = [
  'Smileys & People',
  'Animals & Nature',
  'Food & Drink',
  'Activities',
  'Travel & Places',
  'Objects',
  'Symbols',
  'Flags',
] as const;

export type TabCategory = (typeof tabCategories)[number];
export type EmojiCategory = TabCategory | 'Skin Tones';

/** From the lightest to the darkest, as their code points are written. */
export const skinTones = ['1F3FB', '1F3FC', '1F3FD', '1F3FE', '1F3FF'] as const;
export type SkinTone = (typeof skinTones)[number];

export interface EmojiVariant {
  name: string;
  /** Stands for it in the list of recent ones. */
  key: string;
  emoji: string;
}

export interface EmojiEntry extends EmojiVariant {
  /** What it is found by: `wave`, `waving_hand`. */
  names: readonly string[];
  category: EmojiCategory;
  variants?: Readonly<Record<SkinTone, EmojiVariant>>;
}

const toneNames: Record<SkinTone, string> = {
  '1F3FB': 'light skin tone',
  '1F3FC': 'medium-light skin tone',
  '1F3FD': 'medium skin tone',
  '1F3FE': 'medium-dark skin tone',
  '1F3FF': 'dark skin tone',
};

const glyphOf = (tone: SkinTone) => String.fromCodePoint(Number.parseInt(tone, 16));

/** Reads the lines that emoji-lines.ts writes. */
export function readEmojiLines(lines: string): EmojiEntry[] {
  let category: EmojiCategory = tabCategories[0];
  return lines.split('\n').flatMap((line) => {
    const [emoji = '', label, aliases, lightest] = line.split('|');
    if (label === undefined || aliases === undefined) {
      // A line without columns is the name of the category that begins.
      category = emoji as EmojiCategory;
      return [];
    }
    const names = aliases.split(' ');
    const key = names[0] ?? emoji;
    const name = label.charAt(0).toUpperCase() + label.slice(1);
    const entry: EmojiEntry = { name, key, names, emoji, category };
    return lightest ? [{ ...entry, variants: variantsOf(entry, lightest) }] : [entry];
  });
}

/** Where two people are drawn, both have the tone. */
function variantsOf({ name, key }: EmojiEntry, lightest: string): Record<SkinTone, EmojiVariant> {
  const variant = (tone: SkinTone, index: number): [SkinTone, EmojiVariant] => [
    tone,
    {
      name: `${name}${name.includes(': ') ? ', ' : ': '}${toneNames[tone]}`,
      key: `${key}_tone${index + 1}`,
      emoji: lightest.replaceAll(glyphOf(skinTones[0]), glyphOf(tone)),
    },
  ];
  // Every tone has its pair.
  return Object.fromEntries(skinTones.map(variant)) as Record<SkinTone, EmojiVariant>;
}

/** Those with an alias that contains the text, upper and lower case being different. */
export function searchEmojis(entries: readonly EmojiEntry[], text: string): EmojiEntry[] {
  return entries.filter(({ names }) => names.some((name) => name.includes(text)));
}

/** The entry or the variant that a key stands for. */
export function emojisByKey(entries: readonly EmojiEntry[]): Map<string, EmojiVariant> {
  return new Map(
    entries.flatMap((entry) =>
      [entry, ...Object.values(entry.variants ?? {})].map((emoji) => [emoji.key, emoji] as const),
    ),
  );
}
