import { Snowflake } from '@tickets/contract/platform/snowflake';
import type { Context } from '@tickets/core/platform/context';
import { knownUsers } from '@tickets/core/servers/users';
import { unknownUser } from '@tickets/core/tickets/conversation/message-views';

const mention = /<@!?(\d{1,20})>/g;

/** Errors mention people as Discord shows them. Elsewhere a mention is a number, so that they are called by name. */
export async function namedMentions(ctx: Pick<Context, 'db'>, text: string): Promise<string> {
  const ids = [...text.matchAll(mention)].flatMap(([, id]) => Snowflake.safeParse(id).data ?? []);
  if (!ids.length) return text;
  const known = await knownUsers(ctx.db, ids);
  return text.replace(mention, (_, id: string) => {
    const { global_name, username } = known.get(id) ?? unknownUser(id);
    return global_name ?? username;
  });
}
