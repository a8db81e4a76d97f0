import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { IntegrationReview } from '@tickets/contract/integrations/integrations';
import { call } from '../../../lib/api/api.ts';

export const reviewsQuery = queryOptions({
  queryKey: ['admin', 'integrations'],
  queryFn: ({ signal }) => call('integrations.reviews', undefined, { signal }),
});

export const approveMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ integration, updated_at }: IntegrationReview) =>
      call('integrations.approve', { params: { integration_id: integration.id }, body: { updated_at } }),
    // Also where somebody else was first.
    onSettled: () => queryClient.invalidateQueries(reviewsQuery),
  });

export const refuseMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ integration_id, reason }: { integration_id: number; reason: string }) =>
      call('integrations.refuse', { params: { integration_id }, body: { reason } }),
    onSettled: () => queryClient.invalidateQueries(reviewsQuery),
  });
