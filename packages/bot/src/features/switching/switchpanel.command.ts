import { fillText } from '@tickets/contract/platform/errors';
import { suggestPanels, switchPanel } from '@tickets/core/tickets/claiming/switch-panel';
import { successEmbed } from '@tickets/core/wording/look';
import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { commandData, described } from '../../interactions/command-data.ts';
import type { CommandHandler } from '../../interactions/handlers.ts';
import { textOption } from '../../interactions/options.ts';

export const switchPanelCommand: CommandHandler = {
  kind: 'command',
  answers: 'publicly',
  action: 'ticket.switch_panel',
  data: commandData('switchpanel', {
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'panel',
        ...described('switchpanel_panel'),
        required: true,
        autocomplete: true,
      },
    ],
  }),
  run: {
    where: 'ticket',
    async execute({ call, interaction, ticket, server: { t, look }, answer }) {
      const { panel, lost_claim, named_at } = await switchPanel(call, ticket, {
        panel: textOption(interaction, 'panel')?.trim() ?? '',
      });
      const description = [
        fillText(t.switching.switched, { panel: `**${panel}**` }),
        ...(lost_claim ? [fillText(t.switching.unclaimed, { user: `<@${lost_claim}>` })] : []),
        ...(named_at
          ? [fillText(t.switching.named_later, { time: `<t:${Math.ceil(named_at.getTime() / 1000)}:R>` })]
          : []),
        ...(ticket.is_thread ? [t.switching.in_thread] : []),
      ].join('\n');
      await answer.send({ embeds: [successEmbed(look, { title: t.switching.title, description })] });
    },
  },
  async autocomplete({ call, server: { guild_id } }, { value }) {
    const panels = await suggestPanels(call, guild_id, { typed: value, max: 25 });
    return panels.map(({ panel_id, title }) => ({ name: title, value: String(panel_id) }));
  },
};
