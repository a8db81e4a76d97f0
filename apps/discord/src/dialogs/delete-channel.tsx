import { isCategory } from '../client/channel-order.ts';
import type { Client } from '../client/client.ts';
import type { Channel } from '../simulator/types.ts';

const TEXT = 0;
const NEWS = 5;

/** Whether names of this type are written in small letters, with hyphens. */
export const hasTextName = (type: number) => type === TEXT || type === NEWS;

/** What people call a channel of this kind. */
export function kindOf(channel: Pick<Channel, 'type' | 'is_thread'>): string {
  if (isCategory(channel)) return 'Category';
  return channel.is_thread ? 'Thread' : 'Channel';
}

export function askToDeleteChannel(client: Client, channel: Channel): void {
  const kind = kindOf(channel);
  const name = hasTextName(channel.type) ? `#${channel.name}` : channel.name;
  client.openDialog({
    kind: 'confirm',
    title: `Delete ${kind}`,
    text: (
      <>
        Are you sure you want to delete <b>{name}</b>? This cannot be undone.
      </>
    ),
    action: `Delete ${kind}`,
    onConfirm: () => client.api.discord('DELETE', `/channels/${channel.id}`),
  });
}
