import { fillText } from '@tickets/contract/errors';
import { PermissionLevel } from '@tickets/contract/levels';
import { suggestPanels, switchPanel } from '@tickets/core/tickets/claiming/switch-panel';
import { successEmbed } from '@tickets/core/wording/look';
import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { commandData, described } from '../../command-data.ts';
import type { CommandHandler } from '../../handlers.ts';
import { textOption } from '../../options.ts';

export const switchPanelCommand: CommandHandler = {
  kind: 'command',
  answers: 'publicly',
  level: PermissionLevel.support,
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
    async execute({ ctx, interaction, access, user, ticket, server: { t, look }, answer }) {
      const { panel, lost_claim, named_at } = await switchPanel(ctx, ticket, {
        panel: textOption(interaction, 'panel')?.trim() ?? '',
        access,
        username: user.username,
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
  async autocomplete({ ctx, server: { guild_id } }, { value }) {
    const panels = await suggestPanels(ctx, guild_id, { typed: value, max: 25 });
    return panels.map(({ panel_id, title }) => ({ name: title, value: String(panel_id) }));
  },
};
