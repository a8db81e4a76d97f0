import { fillText } from '@tickets/contract/platform/errors';
import { removeStaff } from '@tickets/core/staff/staff';
import type { StaffRank } from '@tickets/core/staff/target';
import { successEmbed } from '@tickets/core/wording/look';
import type { CommandHandler } from '../../interactions/handlers.ts';
import { mentionOf } from '../../interactions/options.ts';
import { staffCommand } from './change-command.ts';
import { followInDiscord } from './follow.ts';

export const removeAdminCommand = removeCommand('admin', 'removeadmin');
export const removeSupportCommand = removeCommand('support', 'removesupport');

function removeCommand(rank: StaffRank, name: 'removeadmin' | 'removesupport'): CommandHandler {
  return staffCommand(name, 'user_or_role', async ({ call, server, answer }, { kind, id }) => {
    const target = { guild_id: server.guild_id, kind, id };
    await removeStaff(call, target, rank);
    const { staff: t } = server.t;
    const description = fillText(t[`removed_${rank}`], { target: mentionOf(target) });
    await answer.send({ embeds: [successEmbed(server.look, { title: t.removed_title, description })] });
    await followInDiscord({ call, server, answer }, target);
  });
}
