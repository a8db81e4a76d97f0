import { fillText } from '@tickets/contract/errors';
import { successEmbed } from '@tickets/core/discord/look';
import { en } from '@tickets/core/locales/en';
import { localizations, type Texts } from '@tickets/core/locales/texts';
import { addToTicket, removeFromTicket } from '@tickets/core/tickets/members';
import {
  type APIChatInputApplicationCommandInteraction,
  ApplicationCommandOptionType,
  InteractionContextType,
} from 'discord-api-types/v10';
import type { CommandHandler, TicketCall } from '../../handlers.ts';
import { mentionableOption } from '../../options.ts';

type Call = TicketCall<APIChatInputApplicationCommandInteraction>;
const option = 'user_or_role';

function memberCommand(
  name: 'add' | 'remove',
  description: (t: Texts) => string,
  optionDescription: (t: Texts) => string,
  execute: (call: Call) => Promise<void>,
): CommandHandler {
  return {
    kind: 'command',
    answers: 'publicly',
    data: {
      name,
      description: description(en),
      description_localizations: localizations(description),
      contexts: [InteractionContextType.Guild],
      options: [
        {
          type: ApplicationCommandOptionType.Mentionable,
          name: option,
          description: optionDescription(en),
          description_localizations: localizations(optionDescription),
          required: true,
        },
      ],
    },
    run: { where: 'ticket', execute },
  };
}

export const addCommand = memberCommand(
  'add',
  (t) => t.commands.add,
  (t) => t.commands.add_member,
  async (call) => {
    await addToTicket(call.ctx, changeOf(call));
    const { added_title, added } = call.server.t.members;
    await announce(call, added_title, added);
  },
);

export const removeCommand = memberCommand(
  'remove',
  (t) => t.commands.remove,
  (t) => t.commands.remove_member,
  async (call) => {
    await removeFromTicket(call.ctx, changeOf(call));
    const { removed_title, removed } = call.server.t.members;
    await announce(call, removed_title, removed);
  },
);

function changeOf({ ticket, access, user, interaction }: Call) {
  return { ticket, access, username: user.username, target: mentionableOption(interaction, option) };
}

async function announce({ answer, server, ticket, interaction }: Call, title: string, text: string) {
  const { kind, id } = mentionableOption(interaction, option);
  const member = kind === 'role' ? `<@&${id}>` : `<@${id}>`;
  const description = fillText(text, { member, channel: `<#${ticket.channel_id}>` });
  await answer.send({ embeds: [successEmbed(server.look, { title, description })] });
}
