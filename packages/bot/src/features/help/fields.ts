import type { APIEmbedField } from 'discord-api-types/v10';

/** https://discord.com/developers/docs/resources/message#embed-object-embed-limits */
const valueMax = 1024;

/** Lines under a name, in as many fields as Discord's limit for one makes necessary. No line is cut. */
export function fieldsOf(name: string, lines: readonly string[]): APIEmbedField[] {
  const values: string[] = [];
  for (const line of lines) {
    const last = values.at(-1);
    if (last !== undefined && last.length + 1 + line.length <= valueMax)
      values[values.length - 1] = `${last}\n${line}`;
    else values.push(line);
  }
  return values.map((value, index) => ({ name: index ? `${name} (${index + 1})` : name, value }));
}
