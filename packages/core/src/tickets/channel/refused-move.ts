import { type AppError, fillText } from '@tickets/contract/platform/errors';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import { directChannel, isTooManyNow } from '../../platform/discord/direct-channel.ts';
import { takesNoMessages, unlessRefused } from '../../platform/discord/failures.ts';
import { nonceOf, postOnce } from '../../platform/discord/own-messages.ts';
import { ofPeople } from '../../platform/discord/served-server.ts';
import { errorText } from '../../platform/texts/texts.ts';
import { failureEmbed, noMentions, wordingOf } from '../../wording/look.ts';

interface Move {
  guild_id: string;
  panel_id: number;
  category_id: string;
}

/**
 * Tells the administrators of a server that Discord does not let the bot move tickets of a panel into a category: in
 * the archive channel, or else in a direct message to the owner. Once, until a move there succeeds.
 */
export async function tellOfRefusedMove(ctx: Context, move: Move, why: AppError): Promise<void> {
  const { rows } = await sql<{ title: string; owner_id: string }>`
    select p.title, g.owner_id from panels p join guilds g using (guild_id)
    where p.guild_id = ${move.guild_id} and p.panel_id = ${move.panel_id}
      and p.move_refused_to is distinct from ${move.category_id}::bigint`.execute(ctx.db);
  const [panel] = rows;
  if (!panel) return;
  const { settings, look, t } = await wordingOf(ctx, move.guild_id);
  const reason = errorText(settings.text_language, why);
  const description = fillText(t.opening.move_refused, { panel: panel.title, reason });
  const message = {
    embeds: [failureEmbed(look, { title: t.opening.move_refused_title, description })],
    allowed_mentions: noMentions,
  };
  const refused = (err: unknown) =>
    takesNoMessages(err)
      ? ctx.log.info({ ...move }, 'the owner takes no messages')
      : ctx.log.warn({ err, ...move }, 'administrators could not be told of a refused move');
  const post = (channel_id: string) =>
    unlessRefused(postOnce(ctx, channel_id, nonceOf(move.category_id, description), message), refused);
  const { archive_channel } = settings;
  const told = archive_channel && (await post(archive_channel));
  if (!told) {
    try {
      await ofPeople(async () => {
        const direct = await unlessRefused(directChannel(ctx, panel.owner_id), refused);
        if (direct) await post(direct);
      });
    } catch (error) {
      if (!isTooManyNow(error)) throw error;
      // The next refusal tells the owner.
      ctx.log.info({ ...move }, 'the owner is told later: there are too many direct messages now');
      return;
    }
  }
  await keep(ctx, move, move.category_id);
}

/** Tickets can be moved there: the next refusal is told again. */
export async function forgetRefusedMove(ctx: Context, move: Move): Promise<void> {
  await keep(ctx, move, null);
}

async function keep(ctx: Context, move: Move, move_refused_to: string | null): Promise<void> {
  await ctx.db
    .updateTable('panels')
    .set({ move_refused_to })
    .where('guild_id', '=', move.guild_id)
    .where('panel_id', '=', move.panel_id)
    .$if(move_refused_to === null, (query) => query.where('move_refused_to', '=', move.category_id))
    .execute();
}
