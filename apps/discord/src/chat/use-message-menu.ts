import type { MouseEvent } from 'react';
import { useClient } from '../client/client.ts';
import type { Message } from '../simulator/types.ts';

/** Opens the menu of a message: at the pointer, or under the button that was pressed. */
export function useMessageMenu(message: Message): (event: MouseEvent) => void {
  const client = useClient();
  return (event) => {
    const { type, target, currentTarget, clientX, clientY } = event;
    const isContextMenu = type === 'contextmenu';
    // Links and fields keep the browser's own menu.
    if (isContextMenu && target instanceof Element && target.closest('a, textarea, input')) return;
    event.preventDefault();
    const { left, bottom } = currentTarget.getBoundingClientRect();
    const place = isContextMenu && clientX ? { x: clientX, y: clientY } : { x: left - 120, y: bottom + 4 };
    client.openMenu({ kind: 'message', message, ...place });
  };
}
