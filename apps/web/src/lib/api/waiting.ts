import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';

/** The tickets of a server that wait for staff, by number. What watches the desk asks for them and keeps them up to date. */
export const waitingKey = (guildId: string) => ['guild', guildId, 'tickets', 'waiting'] as const;

/** How many tickets wait; undefined until that is known. */
export function useWaitingCount(guildId: string): number | undefined {
  const queryClient = useQueryClient();
  const subscribe = useCallback(
    (listener: () => void) => queryClient.getQueryCache().subscribe(listener),
    [queryClient],
  );
  return useSyncExternalStore(
    subscribe,
    () => queryClient.getQueryData<readonly number[]>(waitingKey(guildId))?.length,
  );
}
