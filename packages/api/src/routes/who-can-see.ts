import { explainAccess } from '@tickets/core/who-can-see/explain';
import { listViewers } from '@tickets/core/who-can-see/viewers';
import { type ApiParts, mount } from '../http/mount.ts';

export function whoCanSeeRoutes(parts: ApiParts): void {
  mount(parts, 'access.explain', ({ params, query, call }) => explainAccess(call, params.guild_id, query));

  mount(parts, 'access.viewers', ({ params: { guild_id, ticket_id }, query, call }) =>
    listViewers(call, { guild_id, ticket_id }, query.page),
  );
}
