import { GuildPath, type Route, second } from '../platform/route.ts';
import { SearchQuery, SearchResults } from './search.ts';

export const searchRoutes = {
  'search.find': {
    summary:
      'What was said in tickets of the server: in messages, answers and close reasons. Finds only what is in tickets that the caller works.',
    subject: 'Search',
    access: 'ticket.search',
    limits: [{ per: 'user', max: 30, period_ms: 10 * second, why: 'Each looks through many messages.' }],
    params: GuildPath,
    query: SearchQuery,
    answers: { 200: SearchResults },
  },
} as const satisfies Record<string, Route>;
