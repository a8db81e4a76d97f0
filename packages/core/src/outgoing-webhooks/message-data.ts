import type { Context } from '../platform/context.ts';
import type { Json } from '../platform/db/schema.generated.ts';

/** What a receiver is told, with the address at which staff finds the ticket in the dashboard. */
export function toldData(
  { config }: Pick<Context, 'config'>,
  data: Json,
  { guild_id, ticket_id }: { guild_id: string; ticket_id: number | null },
): object {
  // Written by tell_webhooks() of the database, or by the test.
  const told = data as unknown as { ticket?: { status: string } };
  if (!told.ticket) return told;
  const page = told.ticket.status === 'closed' ? 'transcripts' : 'tickets';
  const url = `${config.dashboard_url}/manage/${guild_id}/${page}/view/${ticket_id}`;
  return { ...told, ticket: { ...told.ticket, url } };
}
