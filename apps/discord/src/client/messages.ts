import type { Message } from '../simulator/types.ts';
import type { Client } from './client.ts';
import type { PickedEmoji } from './state.ts';

/** What a person does with a message. */

export const COMPOSER_ID = 'composer-input';

export const messagePath = ({ channel_id, id }: Message) => `/channels/${channel_id}/messages/${id}`;

export function react(client: Client, message: Message, emoji: PickedEmoji, remove = false) {
  const name = encodeURIComponent(emoji.id ? `${emoji.name}:${emoji.id}` : emoji.name);
  return client.attempt(() =>
    client.api.discord(remove ? 'DELETE' : 'PUT', `${messagePath(message)}/reactions/${name}/@me`),
  );
}

export const dismiss = (client: Client, message: Message) =>
  client.attempt(() => client.api.dismiss(message.id));

export function startEdit(client: Client, message: Message): void {
  client.set({ editingId: message.id, menu: null });
}

export function startReply(client: Client, message: Message): void {
  client.set({ replyTo: message, menu: null });
  focusComposer();
}

export function focusComposer(): void {
  document.getElementById(COMPOSER_ID)?.focus();
}

export function togglePin(client: Client, { channel_id, id, pinned }: Message) {
  return client.attempt(() =>
    client.api.discord(pinned ? 'DELETE' : 'PUT', `/channels/${channel_id}/messages/pins/${id}`),
  );
}

export function askToDelete(client: Client, message: Message): void {
  client.openDialog({
    kind: 'confirm',
    title: 'Delete Message',
    text: `Delete this message by ${message.author.name}? This cannot be undone.`,
    action: 'Delete',
    onConfirm: () => client.api.discord('DELETE', messagePath(message)),
  });
}

export const elementIdOf = (messageId: string) => `message-${messageId}`;

/** Brings a message into view, and shows which it is. */
export function jumpTo(messageId: string): void {
  const element = document.getElementById(elementIdOf(messageId));
  if (!element) return;
  element.scrollIntoView({ block: 'center' });
  element.focus({ preventScroll: true });
  element.dataset.flash = '';
  element.addEventListener('animationend', () => delete element.dataset.flash, { once: true });
}
