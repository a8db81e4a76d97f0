import { useQueryClient } from '@tanstack/react-query';
import type { GuildLiveFrame } from '@tickets/contract/tickets/live';
import { useEffect } from 'react';
import { socketUrl } from '../api/api.ts';
import { readToken } from '../session/session.ts';
import { LiveSocket } from './live-socket.ts';

/** While a page shows someone without a name, asks again for `queryKey` when the server has learned names. */
export function useLateNames(guildId: string, queryKey: readonly unknown[], isMissingOne: boolean): void {
  const queryClient = useQueryClient();
  const key = JSON.stringify(queryKey);
  useEffect(() => {
    if (!isMissingOne) return;
    const socket = new LiveSocket({
      url: socketUrl(`/api/${guildId}/live`),
      auth: () => ({ token: readToken() ?? '' }),
      onState: () => undefined,
      onFrame: (frame) => {
        const known = frame as GuildLiveFrame; // our own server, by the contract
        // A name may have come before the socket did.
        if ('type' in known && known.type !== 'tickets_changed')
          void queryClient.invalidateQueries({ queryKey: JSON.parse(key) });
      },
    });
    socket.start();
    return () => socket.stop();
  }, [queryClient, guildId, key, isMissingOne]);
}
