import type { Context } from '../platform/context.ts';
import { inServer } from '../platform/discord/bots.ts';
import { Facts } from '../platform/facts.ts';
import { type Access, accessOf } from './access.ts';

/** A person, with what they are in the server that the call is about. */
export interface UserCaller {
  kind: 'user';
  user_id: string;
  /** As Discord's audit log names them. */
  username: string;
  access: Access;
  /** Where they called. */
  door: Door;
}

export type Door = 'dashboard' | 'discord';

/** The product itself: jobs, timers, repairs, and what a hand in Discord caused. */
export interface SystemCaller {
  kind: 'system';
  /** What made the product act, for the log. */
  because: string;
}

export type Caller = UserCaller | SystemCaller;

/**
 * One call of a use-case: the context, who calls, and what was read for it. It is made once, at the door. Everything that
 * takes a context takes a call too, and reads each fact once then.
 */
export interface Call<C extends Caller = Caller> extends Context {
  caller: C;
  facts: Facts;
  /** The entry of the audit log that this call takes back. */
  undo_of?: number;
}

/** A call by a person. */
export type UserCall = Call<UserCaller>;

/** A call by someone whose access was loaded. `username` is of the door that knows a newer one. */
export function callBy(ctx: Context, access: Access, door: Door, username = access.username): UserCall {
  const caller: UserCaller = { kind: 'user', user_id: access.user_id, username, access, door };
  return { ...inServer(ctx, access.guild_id), facts: ctx.facts ?? new Facts(), caller };
}

/** A call by the product itself. */
export function callBySystem(ctx: Context, because: string): Call<SystemCaller> {
  return { ...ctx, facts: ctx.facts ?? new Facts(), caller: { kind: 'system', because } };
}

/** Who called, for the log. */
export function nameOfCaller(caller: Caller): string {
  return caller.kind === 'user' ? caller.user_id : caller.because;
}

/** What someone is in a server where the bot, or they, are not any more. */
export function strangerTo(guild_id: string, user_id: string): Access {
  return accessOf({
    guild_id,
    user_id,
    username: user_id,
    owner_id: '',
    is_override_staff: false,
    is_member: false,
    role_ids: [],
    administrator_role_ids: [],
    user_entry: { admin: false, support: false },
    role_entries: [],
    user_team_ids: [],
    role_teams: [],
  });
}
