import type { AppError } from '@tickets/contract/platform/errors';
import { Snowflake } from '@tickets/contract/platform/snowflake';
import type { Context } from '@tickets/core/platform/context';
import { knownUsers } from '@tickets/core/servers/users';
import { unknownUser } from '@tickets/core/tickets/conversation/message-views';

/** The parameters in which a rule names a person. Others may repeat what the sender wrote, and nobody learns a name by writing an id. */
const aboutPeople = ['user', 'member'];

/**
 * What an error says. Errors mention people as Discord shows them; elsewhere a mention is a number, so that they are called
 * by name.
 */
export async function namedMentions(
  ctx: Pick<Context, 'db'>,
  { message, params }: AppError,
): Promise<string> {
  let text = message;
  for (const key of aboutPeople) {
    const mention = String(params[key] ?? '');
    const id = Snowflake.safeParse(/^<@!?(\d{1,20})>$/.exec(mention)?.[1]).data;
    if (id === undefined) continue;
    const { global_name, username } = (await knownUsers(ctx.db, [id])).get(id) ?? unknownUser(id);
    text = text.replaceAll(mention, () => global_name ?? username);
  }
  return text;
}
