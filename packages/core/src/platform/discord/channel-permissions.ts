import { namesOf } from '@tickets/contract/platform/fields';
import type { TicketPermissions } from '@tickets/contract/settings/settings';
import { PermissionFlagsBits as P } from 'discord-api-types/v10';

/** What staff may do in a ticket. */
export const standard =
  P.AddReactions |
  P.ViewChannel |
  P.SendMessages |
  P.SendTTSMessages |
  P.EmbedLinks |
  P.AttachFiles |
  P.MentionEveryone |
  P.UseExternalEmojis |
  P.ReadMessageHistory |
  P.UseApplicationCommands |
  P.UseExternalStickers |
  P.SendVoiceMessages;

/** What members of a named team may do. */
export const teamStandard = standard & ~P.MentionEveryone;

/** Staff who may follow a claimed ticket without writing in it. */
export const readOnly = {
  allow: P.ViewChannel | P.ReadMessageHistory,
  deny: P.SendMessages | P.AddReactions,
};

/** Without these a ticket makes no sense, so they are asked for even where the bot lacks them, and Discord refuses. */
export const essential = P.ViewChannel | P.SendMessages | P.ReadMessageHistory;

/** What the bot needs beside the standard set, as far as it has it. */
export const botExtras = P.ManageChannels | P.PinMessages | P.ManageWebhooks;

/** What the bot must have to open tickets as channels, and as threads. */
export const channelNeeds = essential | P.ManageChannels | P.EmbedLinks;
export const threadNeeds =
  P.ViewChannel |
  P.ReadMessageHistory |
  P.EmbedLinks |
  P.CreatePrivateThreads |
  P.SendMessagesInThreads |
  P.ManageThreads;

/** The opener and anyone who was added: the server's switches are allowed or denied, not left open. */
export function memberPermissions(switches: TicketPermissionColumns): { allow: bigint; deny: bigint } {
  let allow = essential | P.UseApplicationCommands;
  let deny = 0n;
  for (const name of namesOf(switchBits)) {
    if (switches[name]) allow |= switchBits[name];
    else deny |= switchBits[name];
  }
  return { allow, deny };
}

type TicketPermissionColumns = { [K in keyof typeof TicketPermissions.shape]: boolean };

const switchBits: Record<keyof TicketPermissionColumns, bigint> = {
  attach_files: P.AttachFiles,
  embed_links: P.EmbedLinks,
  add_reactions: P.AddReactions,
};
