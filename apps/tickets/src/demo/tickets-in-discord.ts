import type { Db } from '@tickets/core/platform/db/db';
import { botExtras, memberPermissions, standard } from '@tickets/core/platform/discord/channel-permissions';
import { texts } from '@tickets/core/platform/texts/texts';
import { settingsOf } from '@tickets/core/settings/read';
import { welcomeButtons } from '@tickets/core/tickets/welcome/welcome-message';
import { defaultLook, successEmbed, type Wording } from '@tickets/core/wording/look';
import type { World } from '@tickets/discord-sim/world/world';
import { type APIOverwrite, OverwriteType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import type { PastTicket } from './history.ts';
import type { DemoServer } from './servers.ts';

/** How the bot speaks in a server of the demo, before there is a bot. */
export async function demoVoice(db: Db, guild_id: string, premium: boolean): Promise<Wording> {
  const settings = await settingsOf(db, guild_id);
  const t = texts(settings.text_language);
  const look = premium ? defaultLook : { ...defaultLook, footer: { text: t.common.powered_by } };
  return { settings, t, look };
}

/** The message that the bot greeted the opener with. */
export function welcomeOf(wording: Wording, ticket: PastTicket) {
  const { title } = ticket.panel;
  return {
    embeds: [successEmbed(wording.look, { title, description: wording.settings.welcome_message })],
    components: welcomeButtons(wording, {
      is_thread: false,
      claimed_by: ticket.claimed ? ticket.staff_id : null,
    }),
  };
}

/** Builds the channels of the tickets that are still open, with what was said in them. */
export function showTickets(
  world: World,
  input: { server: DemoServer; tickets: PastTicket[]; wording: Wording; botId: string },
): void {
  const { server, wording, botId } = input;
  for (const ticket of input.tickets) {
    if (ticket.closed_at !== null) continue;
    world.addChannel({
      id: ticket.channel_id,
      guild_id: server.guild_id,
      name: `ticket-${ticket.ticket_id}`,
      parent_id: ticket.panel.category_id,
      topic: ticket.panel.title,
      permission_overwrites: overwritesOf(world, server, ticket, wording, botId),
    });
    const { embeds, components } = welcomeOf(wording, ticket);
    world.addMessage({
      id: ticket.welcome_id,
      channel_id: ticket.channel_id,
      author_id: botId,
      application_id: botId,
      embeds,
      components,
      sent_at: ticket.opened_at + 800,
      pinned_at: new Date(ticket.opened_at + 900).toISOString(),
    });
    for (const message of ticket.messages) {
      world.addMessage({
        id: message.id,
        channel_id: ticket.channel_id,
        author_id: message.author,
        content: message.text,
        sent_at: message.at,
      });
    }
  }
}

function overwritesOf(
  world: World,
  server: DemoServer,
  ticket: PastTicket,
  wording: Wording,
  botId: string,
): APIOverwrite[] {
  const botRole = world.roles.in('guild', server.guild_id).find((role) => role.tags?.bot_id === botId);
  const opener = memberPermissions(wording.settings);
  // As the bot would have made it: nobody can give or take what they may not do themselves.
  const held = BigInt(botRole?.permissions ?? 0);
  const entry = (id: string, type: OverwriteType, allow: bigint, deny = 0n): APIOverwrite => ({
    id,
    type,
    allow: String(allow & held),
    deny: String(deny & held),
  });
  return [
    entry(server.guild_id, OverwriteType.Role, 0n, P.ViewChannel),
    entry(ticket.opener_id, OverwriteType.Member, opener.allow, opener.deny),
    entry(ticket.staff_id, OverwriteType.Member, standard),
    entry(server.roles[server.supportRole] ?? '', OverwriteType.Role, standard),
    entry(botRole?.id ?? botId, OverwriteType.Role, standard | botExtras),
  ];
}
