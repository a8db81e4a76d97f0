import { fillText } from '@tickets/contract/platform/errors';
import type { UserCall } from '@tickets/core/access/caller';
import { customId } from '@tickets/core/platform/discord/custom-ids';
import type { Texts } from '@tickets/core/platform/texts/shape';
import { listStaff, type StaffEntry } from '@tickets/core/staff/list';
import { successEmbed } from '@tickets/core/wording/look';
import { type APIEmbedField, ButtonStyle, ComponentType } from 'discord-api-types/v10';
import type { AnswerMessage } from '../../interactions/answer.ts';
import { commandData } from '../../interactions/command-data.ts';
import type { CommandHandler, ComponentHandler, Server } from '../../interactions/handlers.ts';
import { mentionOf } from '../../interactions/options.ts';

const perPage = 8;
const name = 'staff.view';

export const viewStaffCommand: CommandHandler = {
  kind: 'command',
  action: 'staff.list',
  answers: 'privately',
  data: commandData('viewstaff'),
  run: {
    where: 'guild',
    execute: async ({ call, server, answer }) => answer.send(await staffPage(call, server, 1)),
  },
};

/** Turns the page in place. */
export const viewStaffButton: ComponentHandler = {
  kind: 'component',
  name,
  action: 'staff.list',
  answers: 'itself',
  run: {
    where: 'guild',
    execute: async ({ call, args, server, answer }) =>
      answer.update(await staffPage(call, server, Number(args[0]))),
  },
};

/** The page that is asked for, or the last one when the list has become shorter. */
async function staffPage(call: UserCall, server: Server, asked: number): Promise<AnswerMessage> {
  const { staff: t } = server.t;
  const all = await listStaff(call, server.guild_id);
  const pages = Math.max(1, Math.ceil(all.length / perPage));
  const page = Math.min(Math.max(1, Math.trunc(asked) || 1), pages);
  const fields = fieldsOf(t, all.slice((page - 1) * perPage, page * perPage));
  const where = pages > 1 ? `\n${fillText(t.page, { page, pages })}` : '';
  const embed = successEmbed(server.look, { title: t.list_title, description: t.list_text + where, fields });
  const turn = (to: number, label: string) => ({
    type: ComponentType.Button as const,
    style: ButtonStyle.Secondary as const,
    label,
    custom_id: customId(name, to),
    disabled: to < 1 || to > pages,
  });
  const buttons = [turn(page - 1, t.previous), turn(page + 1, t.next)];
  return {
    embeds: [embed],
    components: pages > 1 ? [{ type: ComponentType.ActionRow, components: buttons }] : [],
  };
}

/** One field for each kind of staff that is on the page. */
function fieldsOf(t: Texts['staff'], entries: StaffEntry[]): APIEmbedField[] {
  const groups = Map.groupBy(entries, ({ rank, kind }) => `${rank}_${kind}s` as const);
  return [...groups].map(([group, members]) => {
    const lines = members.map((entry) =>
      entry.is_owner ? fillText(t.owner, { user: mentionOf(entry) }) : mentionOf(entry),
    );
    if (group === 'support_users') lines.push(`-# ${t.support_users_note}`);
    return { name: t[group], value: lines.join('\n') };
  });
}
