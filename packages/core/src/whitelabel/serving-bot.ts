import { sql } from 'kysely';
import { multiPanelKind } from '../panels/multi/message.ts';
import { panelKind } from '../panels/posted/message.ts';
import type { Context } from '../platform/context.ts';
import { asBot, botIdOf, mayAct } from '../platform/discord/bots.ts';
import { unlessRefused } from '../platform/discord/failures.ts';
import type { EffectKind } from '../platform/effects/effects.ts';
import { settleQuietly } from '../platform/effects/settle.ts';
import { postByServingBot } from '../posted-messages/by-another-bot.ts';
import { postedChannelsMissing } from '../posted-messages/gone.ts';
import { syncServer } from '../servers/guilds.ts';
import { eventsMissed } from '../servers/members.ts';
import { tagCommands } from '../tags/commands.ts';
import { moveCommands } from '../tags/move-commands.ts';
import { findTicket } from '../tickets/model/find.ts';
import { ensureWelcome } from '../tickets/opening/open-greeting.ts';
import { compareServers } from '../tickets/recovery/compare.ts';
import { letIntoSetup, letIntoTickets } from './let-in.ts';
import { ownBots } from './trust.ts';

/**
 * Another bot serves a server, or one more of ours came to it. The database wants it. What members press and type is then
 * answered by bots that are there: panels and commands of tags are the serving bot's, it sees the open tickets and the
 * channels of the setup, and so do our other bots there, so that each can take over from it.
 */
export const servingBot: EffectKind = {
  name: 'serving_bot',
  lockOf: ({ guild_id }) => `serving_bot:${guild_id}`,
  async settle(told, { guild_id }) {
    // Who serves it may have been written by another process a moment ago.
    await told.bots.refresh();
    const ctx = asBot(told, told.bots.of(guild_id));
    // The process that listens may have been told of it later than somebody asked who a member is.
    await eventsMissed(ctx, [guild_id]);
    // None is let into anything whose user administers it no longer.
    await settleQuietly(ctx, ownBots, { guild_id, key: '' });
    const refused = (err: unknown) =>
      ctx.log.warn({ err, guild_id }, 'a bot that serves a server may not look at it');
    // What happened while the one bot was not yet and the other no longer listened to.
    await unlessRefused(syncServer(ctx, guild_id), refused);
    await postedChannelsMissing(ctx, guild_id);
    await letIntoSetup(ctx, guild_id);
    await letIntoTickets(ctx, guild_id);
    await postByServingBot(ctx, panelKind, guild_id);
    await postByServingBot(ctx, multiPanelKind, guild_id);
    await moveCommands(ctx, guild_id);
    await settleQuietly(ctx, tagCommands, { guild_id, key: '' });
    await greetAnew(ctx, guild_id);
    await compareServers(ctx, [guild_id]);
    return undefined;
  },
};

/** Buttons of a bot that is gone, or whose token is refused, do nothing, so a ticket with such a welcome message is given another. */
async function greetAnew(ctx: Context, guild_id: string): Promise<void> {
  const answering = ctx.bots.inGuild(guild_id).filter((bot) => mayAct(ctx, bot));
  const present = answering.map((bot) => botIdOf({ ...ctx, discord: bot }));
  const { rows } = await sql<{ ticket_id: number; welcome_bot_id: string | null }>`
    select ticket_id, welcome_bot_id from tickets where guild_id = ${guild_id} and status = 'open'
      and welcome_message_id is not null order by ticket_id`.execute(ctx.db);
  for (const { ticket_id, welcome_bot_id } of rows) {
    if (present.includes(welcome_bot_id)) continue;
    const ticket = await findTicket(ctx.db, { guild_id, ticket_id });
    if (ticket?.status !== 'open') continue;
    const greeting = ensureWelcome(ctx, ticket, { opener_waits: true });
    const welcome_message_id = await unlessRefused(greeting, (err) =>
      ctx.log.info({ err, guild_id, ticket_id }, 'a ticket keeps the welcome message of a bot that is gone'),
    );
    if (!welcome_message_id) continue;
    await ctx.db
      .updateTable('tickets')
      .set({ welcome_message_id, welcome_bot_id: botIdOf(ctx) })
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', ticket_id)
      .where('welcome_message_id', '=', ticket.welcome_message_id)
      .execute();
  }
}
