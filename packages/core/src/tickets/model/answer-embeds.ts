import { charactersIn, embedLimits } from '@tickets/contract/embeds/embed-limits';
import type { Answer } from '@tickets/contract/tickets/tickets';
import type { APIEmbed, APIEmbedField } from 'discord-api-types/v10';
import { embedSize } from '../../embeds/size.ts';

/**
 * The answers to a form, a field for each question, in as many embeds as they take. An answer that is too long for a
 * field once its signs are escaped goes on in a field without a name, so that nothing is lost. The first one has the title.
 */
export function answerEmbeds(answers: readonly Answer[], color: number, title?: string): APIEmbed[] {
  const embeds: { title?: string; color: number; fields: APIEmbedField[] }[] = [];
  for (const field of answers.flatMap(fieldsOf)) {
    const last = embeds.at(-1);
    const fits =
      last !== undefined &&
      last.fields.length < embedLimits.fields &&
      embedSize({ ...last, fields: [...last.fields, field] }) <= embedLimits.total;
    if (fits) last.fields.push(field);
    else embeds.push({ ...(title && !last && { title }), color, fields: [field] });
  }
  return embeds;
}

function fieldsOf({ label, value }: Answer): APIEmbedField[] {
  const pieces = piecesOf(escapeAnswer(value.trim()), embedLimits.field_value);
  if (!pieces.length) return [{ name: label, value: 'N/A', inline: false }];
  return pieces.map((piece, index) => ({ name: index ? '\u200b' : label, value: piece, inline: false }));
}

/** An address stays as it is, so that it can be pressed: Discord reads no markdown in it. */
const link = /(https?:\/\/[\w.~/?#=&%+@:!,;-]*[\w/])/;

/** An answer that Discord shows as it was typed: without mentions, formatting, lists or emojis. */
export function escapeAnswer(text: string): string {
  return text
    .split(link)
    .map((part, index) => (index % 2 ? part : escapeSigns(part)))
    .join('');
}

function escapeSigns(text: string): string {
  return text
    .replace(/[\\*_~`|<[]/g, '\\$&')
    .replace(/@(?=everyone|here)/g, '\\@')
    .replace(/:(?=[a-z_+-][\w+-]*:)/gi, '\\:')
    .replace(/^([^\S\n\r\u2028\u2029]*)([>#+-])/gm, '$1\\$2')
    .replace(/^([^\S\n\r\u2028\u2029]*\d+)([.)])/gm, '$1\\$2');
}

/** A text in pieces of at most `max` characters, none of which ends between a backslash and its sign. */
function piecesOf(text: string, max: number): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (charactersIn(rest) > max) {
    const head = [...rest].slice(0, max).join('');
    const lone = (/(?<!\\)\\+$/.exec(head)?.[0].length ?? 0) % 2;
    const piece = head.slice(0, head.length - lone);
    pieces.push(piece);
    rest = rest.slice(piece.length);
  }
  return [...pieces, rest].filter((piece) => piece.trim());
}
