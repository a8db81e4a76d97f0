import { GuildPath, type Route } from '../platform/route.ts';
import { TicketId } from '../tickets/tickets.ts';
import { ExplainQuery, Explanation, Viewers, ViewersQuery } from './who-can-see.ts';

export const whoCanSeeRoutes = {
  'access.explain': {
    summary:
      'Whether a person, or a made-up member with some roles (`role_ids`, with commas), may see a ticket or a page of the dashboard, which rule decides, and what would change it.',
    subject: 'Who can see this',
    access: 'access.explain',
    params: GuildPath,
    query: ExplainQuery,
    answers: { 200: Explanation },
  },
  'access.viewers': {
    summary:
      'The people and roles who see a ticket, each with the rule by which they do. A page looks at 50 who might.',
    subject: 'Who can see this',
    access: 'access.explain',
    params: GuildPath.extend({ ticket_id: TicketId }),
    query: ViewersQuery,
    answers: { 200: Viewers },
  },
} as const satisfies Record<string, Route>;
