import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { removeMutation } from './integrations.queries.ts';

/** Removes an integration from the server and goes to the marketplace, which says so. */
export function useRemoveFromServer(guildId: string) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { onSuccess: removed, ...removing } = removeMutation(queryClient, guildId);
  return useMutation({
    ...removing,
    onSuccess: async (...answer) => {
      await removed?.(...answer);
      await navigate({
        to: '/manage/$guildId/integrations',
        params: { guildId },
        search: { removed: true },
        // Secrets that were typed are of no use any more.
        ignoreBlocker: true,
      });
    },
  });
}
