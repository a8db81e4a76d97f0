import type { DiscordEmbed } from '../types.ts';

type Field = NonNullable<DiscordEmbed['fields']>[number];

/** Up to three inline fields share a line of twelve columns; any other field takes one of its own. */
export function placeFields(fields: readonly Field[]): { field: Field; from: number; to: number }[] {
  const lines: Field[][] = [];
  for (const field of fields) {
    const line = lines.at(-1);
    if (field.inline && line?.[0]?.inline && line.length < 3) line.push(field);
    else lines.push([field]);
  }
  return lines.flatMap((line) => {
    // A single inline field is as wide as a half line, not as the whole.
    const width = line.length > 1 ? 12 / line.length : line[0]?.inline ? 6 : 12;
    return line.map((field, index) => ({ field, from: index * width + 1, to: (index + 1) * width + 1 }));
  });
}
