import { closesByTime } from '@tickets/core/tickets/autoclose/auto-close';
import { toggleAutoClose } from '@tickets/core/tickets/autoclose/keep-open';
import { successEmbed } from '@tickets/core/wording/look';
import {
  type APIChatInputApplicationCommandInteraction,
  ApplicationCommandOptionType,
} from 'discord-api-types/v10';
import { commandData, described } from '../../interactions/command-data.ts';
import { openTicketHere } from '../../interactions/facts.ts';
import type { CommandHandler, GuildInput } from '../../interactions/handlers.ts';
import { subcommandOf } from '../../interactions/options.ts';
import { linkAnswer } from '../general/link-answer.ts';

type Input = GuildInput<APIChatInputApplicationCommandInteraction>;

export const autoCloseCommand: CommandHandler = {
  kind: 'command',
  answers: 'privately',
  action: 'ticket.exclude_from_autoclose',
  subcommand_actions: { configure: 'settings.update' },
  data: commandData('autoclose', {
    options: [
      {
        type: ApplicationCommandOptionType.Subcommand,
        name: 'configure',
        ...described('autoclose_configure'),
      },
      { type: ApplicationCommandOptionType.Subcommand, name: 'exclude', ...described('autoclose_exclude') },
    ],
  }),
  run: {
    where: 'guild',
    async execute(input) {
      const { name } = subcommandOf(input.interaction);
      if (name === 'configure') await configure(input);
      else await exclude(input);
    },
  },
};

async function configure({ call, server, answer }: Input): Promise<void> {
  const { auto_close: t } = server.t;
  const url = `${call.config.dashboard_url}/manage/${server.guild_id}/settings`;
  const embed = successEmbed(server.look, { title: t.title, description: t.configure });
  await answer.send(linkAnswer(embed, [{ label: t.configure_button, url }]));
}

async function exclude({ call, interaction, server, answer }: Input): Promise<void> {
  const ticket = await openTicketHere(call, interaction, server.guild_id);
  const { auto_close: t } = server.t;
  const isOut = await toggleAutoClose(call, ticket);
  const included = (await closesByTime(call, server.settings)) ? t.included : t.included_off;
  const description = isOut ? t.excluded : included;
  await answer.send({ embeds: [successEmbed(server.look, { title: t.title, description })] });
}
