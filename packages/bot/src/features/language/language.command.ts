import { fillText } from '@tickets/contract/platform/errors';
import { locales } from '@tickets/contract/platform/locales';
import { customId } from '@tickets/core/platform/discord/custom-ids';
import { updateSettings } from '@tickets/core/settings/save';
import { successEmbed } from '@tickets/core/wording/look';
import { ComponentType } from 'discord-api-types/v10';
import type { AnswerMessage } from '../../interactions/answer.ts';
import { commandData } from '../../interactions/command-data.ts';
import { serverOf } from '../../interactions/facts.ts';
import type { CommandHandler, ComponentHandler, Server } from '../../interactions/handlers.ts';

const name = 'language.choose';
/** Follows the language that the server has in Discord. */
const automatic = 'automatic';

export const languageCommand: CommandHandler = {
  kind: 'command',
  answers: 'privately',
  action: 'settings.update',
  data: commandData('language'),
  run: {
    where: 'guild',
    execute: async ({ server, answer }) => answer.send(choice(server, server.t.language.choose)),
  },
};

/** Answers in the language that was chosen, and lets one choose again. */
export const languageSelect: ComponentHandler = {
  kind: 'component',
  name,
  answers: 'itself',
  action: 'settings.update',
  run: {
    where: 'guild',
    async execute({ call, interaction, server: { guild_id }, answer }) {
      const [chosen] =
        interaction.data.component_type === ComponentType.StringSelect ? interaction.data.values : [];
      const language = chosen && chosen !== automatic ? chosen : null;
      await updateSettings(call, guild_id, { language });
      const changed = await serverOf(call, guild_id);
      await answer.update(choice(changed, changed.t.language.changed));
    },
  },
};

function choice({ settings, look, t: { language: t } }: Server, text: string): AnswerMessage {
  const spoken = locales.find(({ iso_short_code }) => iso_short_code === settings.text_language);
  const description = fillText(text, { language: `**${spoken?.local_name ?? ''}**` });
  const options = [
    { label: t.automatic, value: automatic, default: settings.language === null },
    ...locales.map(({ iso_short_code, local_name }) => ({
      label: local_name,
      value: iso_short_code,
      default: settings.language === iso_short_code,
    })),
  ];
  return {
    embeds: [successEmbed(look, { title: t.title, description })],
    components: [
      {
        type: ComponentType.ActionRow,
        components: [
          {
            type: ComponentType.StringSelect,
            custom_id: customId(name),
            placeholder: t.placeholder,
            options,
          },
        ],
      },
    ],
  };
}
