import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useLiveTickets } from '../conversation/use-live.ts';
import { waitingQuery } from '../tickets.queries.ts';
import { markFavicon } from './favicon.ts';
import { useAlerts } from './use-alerts.ts';

/**
 * Tells on every page of a server which tickets wait: in the sidebar, on the tab's icon, and as somebody wants to be told.
 * A page with tickets on it has a socket of its own that brings the changes; all others have this one.
 */
export function DeskWatch({ guildId }: { guildId: string }) {
  const hasOwnSocket = useLocation({
    select: ({ pathname }) => pathname.startsWith(`/manage/${guildId}/tickets`),
  });
  const { data: waiting } = useQuery(waitingQuery(guildId));
  const count = waiting?.length ?? 0;
  useEffect(() => markFavicon(count), [count]);
  useAlerts(guildId, waiting);
  return hasOwnSocket ? null : <DeskSocket guildId={guildId} />;
}

function DeskSocket({ guildId }: { guildId: string }) {
  useLiveTickets(guildId);
  return null;
}
