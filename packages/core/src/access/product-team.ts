import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../platform/context.ts';

type Now = Pick<Context, 'clock' | 'config'>;

/** The people whom an override lets into a server: bot staff, and the administrators of the product. */
export const productTeam = ({ config }: Pick<Now, 'config'>): RawBuilder<{ user_id: string }> =>
  sql`select user_id from bot_staff union select unnest(${[...config.admins]}::bigint[])`;

/** The servers that let a person in now by an override; none for everyone else. */
export const serversOpenTo = (
  { clock, config }: Now,
  user_id: RawBuilder<unknown>,
): RawBuilder<{ guild_id: string }> => sql`
  select o.guild_id from staff_overrides o
  where o.expires_at > ${clock.now()}
    and (${user_id} = any(${[...config.admins]}::bigint[])
      or exists (select from bot_staff b where b.user_id = ${user_id}))`;
