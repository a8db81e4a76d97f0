import { PermissionLevel } from '@tickets/contract/levels';
import { closesByTime } from '@tickets/core/tickets/autoclose/auto-close';
import { toggleAutoClose } from '@tickets/core/tickets/autoclose/keep-open';
import { successEmbed } from '@tickets/core/wording/look';
import {
  type APIChatInputApplicationCommandInteraction,
  ApplicationCommandOptionType,
} from 'discord-api-types/v10';
import { commandData, described } from '../../command-data.ts';
import type { CommandHandler, GuildCall } from '../../handlers.ts';
import { openTicketHere } from '../../interaction-facts.ts';
import { subcommandOf } from '../../options.ts';
import { linkAnswer } from '../general/link-answer.ts';

type Call = GuildCall<APIChatInputApplicationCommandInteraction>;

export const autoCloseCommand: CommandHandler = {
  kind: 'command',
  answers: 'privately',
  level: PermissionLevel.support,
  subcommand_levels: { configure: PermissionLevel.admin },
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
    async execute(call) {
      const { name } = subcommandOf(call.interaction);
      if (name === 'configure') await configure(call);
      else await exclude(call);
    },
  },
};

async function configure({ ctx, server, answer }: Call): Promise<void> {
  const { auto_close: t } = server.t;
  const url = `${ctx.config.dashboard_url}/manage/${server.guild_id}/settings`;
  const embed = successEmbed(server.look, { title: t.title, description: t.configure });
  await answer.send(linkAnswer(embed, [{ label: t.configure_button, url }]));
}

async function exclude({ ctx, interaction, server, answer }: Call): Promise<void> {
  const ticket = await openTicketHere(ctx, interaction, server.guild_id);
  const { auto_close: t } = server.t;
  const isOut = await toggleAutoClose(ctx, ticket);
  const included = (await closesByTime(ctx, server.settings)) ? t.included : t.included_off;
  const description = isOut ? t.excluded : included;
  await answer.send({ embeds: [successEmbed(server.look, { title: t.title, description })] });
}
