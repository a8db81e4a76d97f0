import { AppError } from '@tickets/contract/platform/errors';
import type { APIGuildMember } from 'discord-api-types/v10';
import type { UserCall } from '../../access/caller.ts';
import { isBlacklisted } from '../../blacklist/blacklisted.ts';
import type { Context } from '../../platform/context.ts';
import { requirePremium } from '../../premium/required.ts';
import { avatarUrl } from '../../servers/avatar-url.ts';
import { messageText, type ReplyRequest } from '../conversation/reply.ts';
import { type Speaker, speakAs } from '../conversation/speak.ts';
import { openTicketFor } from '../conversation/view.ts';
import { webhookName } from '../conversation/webhook-name.ts';
import { requireMayWrite } from './may-write.ts';

/**
 * Writes into a ticket from the dashboard as its opener, under the name and the picture that they have in its server. It
 * counts as their own words, as if they had written in Discord, and needs what Discord needs.
 */
export async function writeInOwnTicket(
  call: UserCall,
  { content, files = [], idempotency_key, ...key }: ReplyRequest,
): Promise<{ message_id: string }> {
  const ticket = await openTicketFor(call, 'ticket.write_own', key);
  await requireMemberOf(call, key.guild_id);
  const text = messageText(content, files);
  const { member, may_embed_links } = await requireMayWrite(call, ticket, { with_files: files.length > 0 });
  return speakAs(call, ticket, {
    user_id: call.caller.user_id,
    idempotency_key,
    text,
    files,
    unnamed: false,
    speaker: async () => speakerOf(call, key.guild_id, member),
    // As it was written: placeholders are for what staff write.
    render: async () => ({ content: text, embeds: [], files, without_previews: !may_embed_links }),
  });
}

/** Refuses an opener who may not write from the dashboard at all; asked before files are taken in. */
export async function requireMemberOf(call: UserCall, guild_id: string): Promise<void> {
  const { access } = call.caller;
  if (!access.is_member) throw new AppError('ticket.writer_left');
  if (await isBlacklisted(call, access)) throw new AppError('ticket.blacklisted');
  await requirePremium(call, guild_id, 'dashboard_replies');
}

function speakerOf(ctx: Context, guild_id: string, member: APIGuildMember): Speaker {
  const { user, nick, avatar } = member;
  const extension = avatar?.startsWith('a_') ? 'gif' : 'png';
  return {
    name: webhookName(nick ?? user.global_name ?? user.username),
    avatar_url: avatar
      ? `${ctx.config.cdn_url}/guilds/${guild_id}/users/${user.id}/avatars/${avatar}.${extension}?size=256`
      : avatarUrl(ctx, user, 256),
    anonymous: false,
  };
}
