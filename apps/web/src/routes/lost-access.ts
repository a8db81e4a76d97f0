import type { QueryClient } from '@tanstack/react-query';
import { isDenied, isUnknownGuild } from '../lib/api/denied.ts';
import { onceNothingIsHeld } from '../lib/page/held-page.ts';
import { keepsReplyHere } from '../lib/page/reply-drafts.ts';
import { toast } from '../lib/page/toast.ts';
import { translate } from '../lib/page/translate.ts';
import { levelHasChanged } from '../lib/session/permissions.ts';

/**
 * A person who is refused what they could read a moment ago may have lost their level in the server, and where no server is
 * found the bot may have left it: then its page is entered again, as things are now. What they were typing there stays before
 * them until they are done with it.
 */
export function watchLostAccess(queryClient: QueryClient, enterAgain: () => void): void {
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const [scope, guildId] = event.query.queryKey;
    if (scope !== 'guild' || typeof guildId !== 'string') return;
    const isNew = event.query.state.data === undefined && !isUnknownGuild(event.action.error);
    if (isNew || !isDenied(event.action.error)) return;
    levelHasChanged(guildId).then(
      (hasChanged) => {
        if (!hasChanged) return;
        // The ticket's page shows them the reply that they were writing.
        if (keepsReplyHere() || !onceNothingIsHeld(enterAgain))
          toast.warning(translate('common.no_access.held'));
      },
      // Without an answer nothing is known to have changed.
      () => undefined,
    );
  });
}
