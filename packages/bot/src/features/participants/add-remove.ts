import { fillText } from '@tickets/contract/platform/errors';
import { addToTicket, removeFromTicket } from '@tickets/core/tickets/participants/members';
import { successEmbed } from '@tickets/core/wording/look';
import {
  type APIChatInputApplicationCommandInteraction,
  ApplicationCommandOptionType,
} from 'discord-api-types/v10';
import { commandData, described } from '../../interactions/command-data.ts';
import type { CommandHandler, TicketInput } from '../../interactions/handlers.ts';
import { mentionableOption } from '../../interactions/options.ts';

type Input = TicketInput<APIChatInputApplicationCommandInteraction>;
const option = 'user_or_role';

function memberCommand(name: 'add' | 'remove', execute: (input: Input) => Promise<void>): CommandHandler {
  return {
    kind: 'command',
    action: 'ticket.change_members',
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

export const addCommand = memberCommand('add', async (input) => {
  await addToTicket(input.call, { ...changeOf(input), interaction_id: input.interaction.id });
  const { added_title, added } = input.server.t.members;
  await announce(input, added_title, added);
});

export const removeCommand = memberCommand('remove', async (input) => {
  await removeFromTicket(input.call, changeOf(input));
  const { removed_title, removed } = input.server.t.members;
  await announce(input, removed_title, removed);
});

function changeOf({ ticket, interaction }: Input) {
  return { ticket, target: mentionableOption(interaction, option) };
}

async function announce({ answer, server, ticket, interaction }: Input, title: string, text: string) {
  const { kind, id } = mentionableOption(interaction, option);
  const member = kind === 'role' ? `<@&${id}>` : `<@${id}>`;
  const description = fillText(text, { member, channel: `<#${ticket.channel_id}>` });
  await answer.send({ embeds: [successEmbed(server.look, { title, description })] });
}
