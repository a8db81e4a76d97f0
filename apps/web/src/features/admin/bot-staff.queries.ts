import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';

export const botStaffQuery = queryOptions({
  queryKey: ['admin', 'bot-staff'],
  queryFn: ({ signal }) => call('bot_staff.list', undefined, { signal }),
});

/** Answers with the list as it is then, which has the name of whoever was added. */
export const addMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: async (user_id: string) => {
      await call('bot_staff.add', { params: { user_id } });
      return queryClient.fetchQuery({ ...botStaffQuery, staleTime: 0 });
    },
  });

export const removeMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (user_id: string) => call('bot_staff.remove', { params: { user_id } }),
    onSuccess: (_, user_id) => {
      queryClient.setQueryData(botStaffQuery.queryKey, (list) => list?.filter(({ id }) => id !== user_id));
      void queryClient.invalidateQueries(botStaffQuery);
    },
  });
