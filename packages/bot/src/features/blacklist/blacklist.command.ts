import { fillText } from '@tickets/contract/platform/errors';
import { toggleBlacklisted } from '@tickets/core/blacklist/blacklist';
import { successEmbed } from '@tickets/core/wording/look';
import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { commandData, described } from '../../interactions/command-data.ts';
import type { CommandHandler } from '../../interactions/handlers.ts';
import { mentionableOption, mentionOf } from '../../interactions/options.ts';

const option = 'user_or_role';

/** Blacklists, and takes off the list who is on it. */
export const blacklistCommand: CommandHandler = {
  kind: 'command',
  answers: 'privately',
  action: 'blacklist.add',
  data: commandData('blacklist', {
    options: [
      {
        type: ApplicationCommandOptionType.Mentionable,
        name: option,
        ...described('blacklist_target'),
        required: true,
      },
    ],
  }),
  run: {
    where: 'guild',
    async execute({ call, interaction, server, answer }) {
      const target = mentionableOption(interaction, option);
      const entry = { guild_id: server.guild_id, kind: target.kind, id: target.id };
      const done = await toggleBlacklisted(call, entry);
      const { blacklist: t } = server.t;
      const [title, text] = done === 'added' ? [t.added_title, t.added] : [t.removed_title, t.removed];
      const description = fillText(text, { target: mentionOf(target) });
      await answer.send({ embeds: [successEmbed(server.look, { title, description })] });
    },
  },
};
