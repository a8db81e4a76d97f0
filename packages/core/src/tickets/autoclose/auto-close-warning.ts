import { fillText } from '@tickets/contract/platform/errors';
import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import { customId } from '../../platform/discord/custom-ids.ts';
import { failureEmbed, noMentions, successEmbed, type Wording } from '../../wording/look.ts';

/** The name of its button. */
export const keepOpenButton = 'ticket.keep_open';

/** Tells the opener, and pings nobody else. */
export function autoCloseWarning(
  { t, look }: Wording,
  { opener_id, closes_at }: { opener_id: string; closes_at: number },
) {
  const { auto_close } = t;
  const description = fillText(auto_close.warning, { time: `<t:${closes_at}:R>` });
  return {
    content: `<@${opener_id}>`,
    embeds: [failureEmbed(look, { title: auto_close.title, description })],
    components: [
      {
        type: ComponentType.ActionRow as const,
        components: [
          {
            type: ComponentType.Button as const,
            style: ButtonStyle.Primary as const,
            label: auto_close.keep_open,
            custom_id: customId(keepOpenButton),
          },
        ],
      },
    ],
    allowed_mentions: { parse: [], users: [opener_id] },
  };
}

/** What is left of a warning that does not count any more. */
export function overtakenWarning({ t, look }: Wording) {
  return {
    content: '',
    embeds: [successEmbed(look, { title: t.auto_close.title, description: t.auto_close.stays })],
    components: [],
    allowed_mentions: noMentions,
  };
}

/** What is left of a warning when someone kept the ticket open. */
export function keptOpen({ t, look }: Wording, user_id: string) {
  const description = fillText(t.auto_close.kept, { user: `<@${user_id}>` });
  return {
    content: '',
    embeds: [successEmbed(look, { title: t.auto_close.title, description })],
    components: [],
    allowed_mentions: noMentions,
  };
}
