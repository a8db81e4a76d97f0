import { ELEMENTS_MAX } from '@tickets/discord-ui/parser/bounds';
import { type ConversationRow, MANY_ROWS } from './rows.ts';
import type { ConversationMessage } from './types.ts';

/** So much formatting is drawn at once, which takes a page about 50 ms. An ordinary message has a handful of it. */
export const COST_MAX = 1_000;
/** Of embeds and components together. */
const CARRIED_MAX = 1_200;
/** What may become an element. */
const MARK = /[*_~|`<>#[@]|\uFE0F|\p{Emoji_Presentation}|https?:|^ *[-\d]/gmu;

/** Rows of which only those in sight are drawn: they are many, or it takes long to draw them. */
export function areMany(rows: readonly ConversationRow[]): boolean {
  return rows.length >= MANY_ROWS || rowsWithin(rows, 'start', COST_MAX) < rows.length;
}

/** How many rows from the start or the end are drawn for so much; the first of them is. */
export function rowsWithin(rows: readonly ConversationRow[], from: 'start' | 'end', cost: number): number {
  let left = cost;
  for (let count = 0; count < rows.length; count += 1) {
    left -= costOf(rows.at(from === 'start' ? count : -1 - count));
    if (left < 0) return Math.max(count, 1);
  }
  return rows.length;
}

const known = new WeakMap<ConversationMessage, number>();

function costOf(row: ConversationRow | undefined): number {
  if (row?.kind !== 'message') return 1;
  const { message } = row;
  const cost = known.get(message) ?? costOfMessage(message);
  known.set(message, cost);
  return cost;
}

function costOfMessage({ content, embeds, components }: ConversationMessage): number {
  const carried = embeds.length + components.length;
  const cost = 1 + marksIn(content, ELEMENTS_MAX);
  return carried ? cost + carried * 5 + marksIn(JSON.stringify([embeds, components]), CARRIED_MAX) : cost;
}

function marksIn(text: string, max: number): number {
  let count = 0;
  for (const _ of text.matchAll(MARK)) {
    count += 1;
    if (count >= max) break;
  }
  return count;
}

const LINE_PX = 22;
const LINE_CHARACTERS = 100;

/** How high a row will be, before it is drawn. */
export function heightOf(row: ConversationRow | undefined): number {
  if (row?.kind !== 'message') return 56;
  const { content, embeds } = row.message;
  const lines =
    Math.ceil(content.length / LINE_CHARACTERS) + embeds.reduce((all, one) => all + linesOf(one), 0);
  return 34 + LINE_PX * Math.max(lines, 1);
}

function linesOf({ description, fields }: ConversationMessage['embeds'][number]): number {
  const texts = [description, ...(fields ?? []).map(({ value }) => value)];
  return texts.reduce((all, text) => all + Math.ceil((text?.length ?? 0) / LINE_CHARACTERS), 2);
}
