import { fillText } from '@tickets/contract/platform/errors';
import { customId } from '@tickets/core/platform/discord/custom-ids';
import { addStaff, checkMayBecomeStaff } from '@tickets/core/staff/staff';
import type { StaffRank, StaffTarget } from '@tickets/core/staff/target';
import { successEmbed } from '@tickets/core/wording/look';
import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import type { CommandHandler, ComponentHandler } from '../../interactions/handlers.ts';
import { mentionOf } from '../../interactions/options.ts';
import { staffCommand } from './change-command.ts';
import { followInDiscord } from './follow.ts';

export const addAdminCommand = addCommand('admin', 'addadmin', 'user_or_role');
export const addAdminButton = confirmButton('admin');
export const addSupportCommand = addCommand('support', 'addsupport', 'role');
export const addSupportButton = confirmButton('support');

/** Says what it means to be staff, and asks once more. */
function addCommand(
  rank: StaffRank,
  name: 'addadmin' | 'addsupport',
  option: 'user_or_role' | 'role',
): CommandHandler {
  return staffCommand(name, option, async ({ call, server, answer }, { kind, id }) => {
    await checkMayBecomeStaff(call, { guild_id: server.guild_id, kind, id }, rank);
    const { staff: t } = server.t;
    const description = fillText(t[`confirm_${rank}`], { target: mentionOf({ kind, id }) });
    await answer.send({
      embeds: [successEmbed(server.look, { title: t.confirm_title, description })],
      components: [
        {
          type: ComponentType.ActionRow,
          components: [
            {
              type: ComponentType.Button,
              style: ButtonStyle.Primary,
              label: t.confirm_button,
              custom_id: customId(`staff.add_${rank}`, kind, id),
            },
          ],
        },
      ],
    });
  });
}

function confirmButton(rank: StaffRank): ComponentHandler {
  return {
    kind: 'component',
    name: `staff.add_${rank}`,
    answers: 'itself',
    action: 'staff.add',
    run: {
      where: 'guild',
      async execute({ call, args, server, answer }) {
        const target = { guild_id: server.guild_id, ...targetIn(args) };
        await addStaff(call, target, rank);
        const { staff: t } = server.t;
        const description = fillText(t[`added_${rank}`], { target: mentionOf(target) });
        await answer.update({
          embeds: [successEmbed(server.look, { title: t.added_title, description })],
          components: [],
        });
        await followInDiscord({ call, server, answer }, target);
      },
    },
  };
}

function targetIn([kind, id]: string[]): Pick<StaffTarget, 'kind' | 'id'> {
  if ((kind !== 'user' && kind !== 'role') || !id) throw new Error('a confirmation names nobody');
  return { kind, id };
}
