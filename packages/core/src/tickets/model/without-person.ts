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
