import { search } from '@tickets/core/search/search';
import { type ApiParts, mount } from '../http/mount.ts';

export function searchRoutes(parts: ApiParts): void {
  mount(parts, 'search.find', ({ params, query, call }) => search(call, params.guild_id, query));
}
