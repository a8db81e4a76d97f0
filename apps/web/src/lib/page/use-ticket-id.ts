import { useParams } from '@tanstack/react-router';

/** The ticket of the page, from its address; 0, which no ticket has, for anything else. */
export function useTicketId(): number {
  const { ticketId } = useParams({ strict: false });
  return ticketNumber(ticketId);
}

export function ticketNumber(text: string | undefined): number {
  return text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : 0;
}
