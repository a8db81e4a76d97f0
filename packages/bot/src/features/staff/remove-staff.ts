import { fillText } from '@tickets/contract/errors';
import { removeStaff, type StaffRank } from '@tickets/core/staff/staff';
import { successEmbed } from '@tickets/core/wording/look';
import type { CommandHandler } from '../../handlers.ts';
import { mentionOf } from '../../options.ts';
import { staffCommand } from './change-command.ts';
import { followInDiscord } from './follow.ts';

export const removeAdminCommand = removeCommand('admin', 'removeadmin');
export const removeSupportCommand = removeCommand('support', 'removesupport');

function removeCommand(rank: StaffRank, name: 'removeadmin' | 'removesupport'): CommandHandler {
  return staffCommand(name, 'user_or_role', async ({ ctx, server, user, answer }, { kind, id }) => {
    const target = { guild_id: server.guild_id, kind, id };
    await removeStaff(ctx, { kind: 'user', user_id: user.id }, target, rank);
    const { staff: t } = server.t;
    const description = fillText(t[`removed_${rank}`], { target: mentionOf(target) });
    await answer.send({ embeds: [successEmbed(server.look, { title: t.removed_title, description })] });
    await followInDiscord({ ctx, server, answer }, target);
  });
}
