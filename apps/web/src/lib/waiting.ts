import { skipToken, useQuery } from '@tanstack/react-query';

/** The tickets of a server that wait for staff, by number. What watches the desk keeps them up to date. */
export const waitingKey = (guildId: string) => ['guild', guildId, 'tickets', 'waiting'] as const;

/** How many tickets wait; undefined until that is known. */
export function useWaitingCount(guildId: string): number | undefined {
  const { data } = useQuery<readonly number[]>({ queryKey: waitingKey(guildId), queryFn: skipToken });
  return data?.length;
}
