import { fillText } from '@tickets/contract/errors';
import { addToTicket, removeFromTicket } from '@tickets/core/tickets/participants/members';
import { successEmbed } from '@tickets/core/wording/look';
import {
  type APIChatInputApplicationCommandInteraction,
  ApplicationCommandOptionType,
} from 'discord-api-types/v10';
import { commandData, described } from '../../command-data.ts';
import type { CommandHandler, TicketCall } from '../../handlers.ts';
import { mentionableOption } from '../../options.ts';

type Call = TicketCall<APIChatInputApplicationCommandInteraction>;
const option = 'user_or_role';

function memberCommand(name: 'add' | 'remove', execute: (call: Call) => Promise<void>): CommandHandler {
  return {
    kind: 'command',
    answers: 'publicly',
    data: commandData(name, {
      options: [
        {
          type: ApplicationCommandOptionType.Mentionable,
          name: option,
          ...described(`${name}_member`),
          required: true,
        },
      ],
    }),
    run: { where: 'ticket', execute },
  };
}

export const addCommand = memberCommand('add', async (call) => {
  await addToTicket(call.ctx, changeOf(call));
  const { added_title, added } = call.server.t.members;
  await announce(call, added_title, added);
});

export const removeCommand = memberCommand('remove', async (call) => {
  await removeFromTicket(call.ctx, changeOf(call));
  const { removed_title, removed } = call.server.t.members;
  await announce(call, removed_title, removed);
});

function changeOf({ ticket, access, user, interaction }: Call) {
  return { ticket, access, username: user.username, target: mentionableOption(interaction, option) };
}

async function announce({ answer, server, ticket, interaction }: Call, title: string, text: string) {
  const { kind, id } = mentionableOption(interaction, option);
  const member = kind === 'role' ? `<@&${id}>` : `<@${id}>`;
  const description = fillText(text, { member, channel: `<#${ticket.channel_id}>` });
  await answer.send({ embeds: [successEmbed(server.look, { title, description })] });
}
