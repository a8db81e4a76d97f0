import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import { mayAct } from '../platform/discord/bots.ts';
import { unlessRefused } from '../platform/discord/failures.ts';
import { inTurn } from '../platform/locks/ticket-lock.ts';
import { commandsInDiscord, tagsLock } from './commands.ts';

/**
 * The commands of a server's tags are one bot's: the one that serves it. Those of our other bots there go, and the rows say
 * which the serving bot has; the effect of the tags makes the rest. Safe to repeat.
 */
export function moveCommands(ctx: Context, guild_id: string): Promise<void> {
  return inTurn(ctx.db, tagsLock(guild_id), async () => {
    const refused = (err: unknown) =>
      ctx.log.info({ err, guild_id }, 'commands of a bot that serves a server no more stay');
    for (const bot of ctx.bots.inGuild(guild_id).slice(1)) {
      if (!mayAct(ctx, bot)) continue;
      const { api, application_id } = bot;
      await unlessRefused(
        api.applicationCommands.bulkOverwriteGuildCommands(application_id, guild_id, []),
        refused,
      );
    }
    const there = [...(await commandsInDiscord(ctx, guild_id))];
    // Whoever set one to null by this has it made by the effect, which the database wants then.
    await sql`
      update tags t set command_id = c.id from (
        select tag_id, (select d.id from jsonb_to_recordset(${JSON.stringify(
          there.map(([name, id]) => ({ name, id })),
        )}::jsonb) as d(name text, id bigint) where d.name = tags.tag_id) as id
        from tags where guild_id = ${guild_id} and use_guild_command) c
      where t.guild_id = ${guild_id} and t.tag_id = c.tag_id and t.command_id is distinct from c.id`.execute(
      ctx.db,
    );
  });
}
