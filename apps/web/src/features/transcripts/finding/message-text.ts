import type { MentionNames } from '@tickets/discord-ui/types';
import type { ConversationMessage } from '../../../components/conversation/types.ts';

/** Everything in a message that a reader sees as text, small: in it words are looked for. */
export function messageText(message: ConversationMessage, mentions: MentionNames): string {
  const { author, content, embeds, components, attachments } = message;
  const parts = [author.name, content];
  textsIn(embeds, parts);
  textsIn(components, parts);
  for (const { filename } of attachments) parts.push(filename);
  return withNames(parts.join('\n'), mentions).toLowerCase();
}

/** Discord's keys under which stands what is shown. */
const SHOWN = new Set(['title', 'description', 'name', 'value', 'text', 'label', 'placeholder', 'content']);

function textsIn(value: unknown, found: string[]): void {
  if (Array.isArray(value)) for (const one of value) textsIn(one, found);
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) {
      if (typeof one === 'string') {
        if (SHOWN.has(key)) found.push(one);
      } else textsIn(one, found);
    }
}

const MENTION = /<(@!?|@&|#)(\d+)>/g;

function withNames(text: string, { users, roles, channels }: MentionNames): string {
  return text.replace(MENTION, (whole, mark: string, id: string) => {
    if (mark === '#') return `#${channels?.[id] ?? ''}`;
    const role = roles?.[id];
    if (mark === '@&') return `@${typeof role === 'string' ? role : (role?.name ?? '')}`;
    return users?.[id] ? `@${users[id]}` : whole;
  });
}
