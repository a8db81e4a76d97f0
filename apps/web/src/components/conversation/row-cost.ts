import { FILES_MAX } from '@tickets/discord-ui/message/few-parts';
import { ELEMENTS_MAX } from '@tickets/discord-ui/parser/bounds';
import { type ConversationRow, MANY_ROWS } from './rows.ts';
import type { ConversationMessage } from './types.ts';

/** So much formatting is drawn at once, which takes a page about 50 ms. An ordinary message has a handful of it. */
export const COST_MAX = 1_000;
/** And so much of a conversation that has more: the page does other things in the same moment, and more than is seen at first. */
export const FIRST_COST = 400;
/** A text is formatted up to its bound, and has a hundred emojis then. */
const TEXT_MAX = ELEMENTS_MAX + 100;
/** What may become an element. */
const MARK = /[*_~|`<>{#[@]|(?!\d)\p{Emoji}\uFE0F?|[\uFE0F\u20E3]|https?:|^ *[-\d]/gmu;
/** The end of a line, also as JSON has it, and what stands above a letter or below it. They take time to lay out, as letters do. */
const LAID_OUT = /\n|\\n|\p{M}/gu;
const LAID_OUT_PER_COST = 8;
const CHARACTERS_PER_COST = 100;
/** Of its row, its icon, its name and its size. */
const FILE_COST = 8;

/** Rows of which only those in sight are drawn: they are many, or it takes long to draw them. */
export function areMany(rows: readonly ConversationRow[]): boolean {
  return rows.length >= MANY_ROWS || rowsWithin(rows, 'start', COST_MAX) < rows.length;
}

/** How many rows from the start or the end are drawn for so much; the first message of them is. */
export function rowsWithin(rows: readonly ConversationRow[], from: 'start' | 'end', cost: number): number {
  let left = cost;
  let hasMessage = false;
  for (let count = 0; count < rows.length; count += 1) {
    const row = rows.at(from === 'start' ? count : -1 - count);
    left -= costOf(row);
    if (left < 0 && hasMessage) return count;
    hasMessage ||= row?.kind === 'message';
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

function costOfMessage({ content, embeds, components, attachments }: ConversationMessage): number {
  const carried = embeds.length + components.length;
  const cost = 1 + costOfText(content, TEXT_MAX) + FILE_COST * Math.min(attachments.length, FILES_MAX);
  return carried ? cost + carried * 5 + costOfText(JSON.stringify([embeds, components]), COST_MAX) : cost;
}

function costOfText(text: string, marksMax: number): number {
  let cost = text.length / CHARACTERS_PER_COST;
  for (const _ of text.matchAll(LAID_OUT)) cost += 1 / LAID_OUT_PER_COST;
  let marks = 0;
  for (const _ of text.matchAll(MARK)) {
    marks += 1;
    if (marks >= marksMax) break;
  }
  return cost + marks;
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
