import type { QueryClient } from '@tanstack/react-query';
import { isDenied } from '../lib/denied.ts';
import { levelHasChanged } from '../lib/permissions.ts';

/**
 * Whoever is refused what they could read a moment ago may have lost their level in the server: then its page is entered
 * again, as they are now.
 */
export function watchLostAccess(queryClient: QueryClient, enterAgain: () => void): void {
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const [scope, guildId] = event.query.queryKey;
    if (scope !== 'guild' || typeof guildId !== 'string') return;
    if (event.query.state.data === undefined || !isDenied(event.action.error)) return;
    levelHasChanged(guildId).then(
      (hasChanged) => hasChanged && enterAgain(),
      // Without an answer nothing is known to have changed.
      () => undefined,
    );
  });
}
