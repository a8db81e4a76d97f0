import { type RawBuilder, sql } from 'kysely';

/** A server as Discord lists it for somebody who is in it, with what they may do there by their roles. */
export interface ToldServer {
  id: string;
  permissions?: string | undefined;
}

/** Asks Discord for the servers that somebody is in. */
export type TellServers = () => Promise<readonly ToldServer[]>;

/**
 * Whether somebody may be an administrator of server `g`. Where it is not known whether they are a member, as after a restart, only
 * servers count that name them, or that Discord lists for them and where roles may make them one. Few are left to ask Discord about.
 */
export function mayAdminister(user_id: string, told: readonly ToldServer[]): RawBuilder<boolean> {
  const ids = (servers: readonly ToldServer[]) => sql`any(${servers.map(({ id }) => id)}::bigint[])`;
  const administered = told.filter(({ permissions }) => (BigInt(permissions ?? 0) & 8n) !== 0n);
  // By server, as the keys of these tables begin.
  return sql<boolean>`(g.owner_id = ${user_id} or coalesce(
    (select m.present from guild_members m where m.guild_id = g.guild_id and m.user_id = ${user_id}),
    g.guild_id = ${ids(administered)}
      or exists (select from permissions p where p.guild_id = g.guild_id and p.user_id = ${user_id} and p.admin)
      or g.guild_id = ${ids(told)} and exists (select from role_permissions r where r.guild_id = g.guild_id and r.admin)))`;
}
