import type { Context } from '@tickets/core/platform/context';
import { whitelabelErrors } from '@tickets/core/whitelabel/error-texts';
import { noteWhitelabelError } from '@tickets/core/whitelabel/errors';

/** What a person has to know of their bot. */
export type Trouble =
  | { kind: 'token_refused' }
  | { kind: 'intents_refused' }
  /** The key that sealed it is lost. */
  | { kind: 'token_lost' }
  /** By a close code that says that there is no use in coming back. */
  | { kind: 'shut_out'; code: number }
  | { kind: 'starts_used_up'; reset_after_ms: number }
  | { kind: 'kicked'; guild_id: string };

/** Tells a user in a sentence what happened to their bot, and what to do. */
export async function noteTrouble(ctx: Context, bot_id: string, trouble: Trouble): Promise<void> {
  ctx.log.warn({ bot_id, ...trouble }, "something is wrong with a user's bot");
  try {
    await noteWhitelabelError(ctx, { bot_id }, await textOf(ctx, bot_id, trouble));
  } catch (err) {
    ctx.log.error({ err, bot_id, ...trouble }, "what is wrong with a user's bot could not be told");
  }
}

async function textOf(ctx: Context, bot_id: string, trouble: Trouble): Promise<string> {
  const application_id = ctx.bots.byId(bot_id)?.application_id ?? bot_id;
  switch (trouble.kind) {
    case 'token_refused':
    case 'intents_refused':
      return whitelabelErrors[trouble.kind](application_id);
    case 'token_lost':
      return whitelabelErrors.token_lost;
    case 'shut_out':
      return whitelabelErrors.shut_out(trouble.code);
    case 'starts_used_up':
      return whitelabelErrors.too_many_identifies(
        new Date(ctx.clock.now().getTime() + trouble.reset_after_ms),
      );
    case 'kicked': {
      const guild = await ctx.db
        .selectFrom('guilds')
        .where('guild_id', '=', trouble.guild_id)
        .select('name')
        .executeTakeFirst();
      return whitelabelErrors.kicked(guild?.name ?? trouble.guild_id);
    }
  }
}
