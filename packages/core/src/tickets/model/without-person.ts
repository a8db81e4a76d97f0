import { deletedUser, erasedWords } from '@tickets/contract/platform/names';

/** Replaces somebody in a text: their id wherever it stands as a number of its own. */
export function withoutId(text: string, { user_id }: { user_id: string }): string {
  return text.replace(new RegExp(`(?<!\\d)${user_id}(?!\\d)`, 'g'), deletedUser.id);
}

/** The bot quotes why somebody closes a ticket, or asks for it, below a line that names them. */
export function withoutReason(text: string, { user_id }: { user_id: string }): string {
  const fence = '```';
  if (!text.endsWith(`\n${fence}`)) return text;
  const mention = `<@${user_id}>`;
  for (let at = text.indexOf(mention); at >= 0; ) {
    const quote = text.indexOf('`', at);
    const from = quote + fence.length + 1;
    if (text.startsWith(`${fence}\n`, quote) && from <= text.length - fence.length - 1)
      return `${text.slice(0, from)}${erasedWords}\n${fence}`;
    at = text.indexOf(mention, quote);
  }
  return text;
}

/** Changes every text in something that was JSON. */
export function inEveryText<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T;
  if (Array.isArray(value)) return value.map((one) => inEveryText(one, change)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inEveryText(one, change)])) as T;
}

/** Whether a text consists of these parts in this order, and of anything between them. */
export function hasParts(text: string, [first = '', ...rest]: readonly string[]): boolean {
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

const removed = new RegExp(`${RegExp.escape(deletedUser.username)}|${RegExp.escape(erasedWords)}`);

/** Whether something that was JSON is what was left of `told` when people were taken out of its texts. */
export function isLeftOf(left: unknown, told: unknown): boolean {
  if (typeof left === 'string') return typeof told === 'string' && isTextLeftOf(left, told);
  if (typeof left !== 'object' || left === null || typeof told !== 'object' || told === null)
    return left === told;
  const [kept, said] = [Object.entries(left), new Map(Object.entries(told))];
  return (
    kept.length === said.size && kept.every(([key, one]) => said.has(key) && isLeftOf(one, said.get(key)))
  );
}

/** Discord signs addresses of its files anew each day. */
const unsigned = (text: string) => (/^https?:\S+$/.test(text) ? text.replace(/\?.*/, '') : text);

const isTextLeftOf = (left: string, told: string) => hasParts(unsigned(told), unsigned(left).split(removed));
