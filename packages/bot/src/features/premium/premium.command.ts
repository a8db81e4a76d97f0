import { fillText } from '@tickets/contract/platform/errors';
import { limits } from '@tickets/contract/platform/limits';
import { customId } from '@tickets/core/platform/discord/custom-ids';
import type { Texts } from '@tickets/core/platform/texts/shape';
import type { Entitled } from '@tickets/core/premium/follow';
import { type PremiumState, readPremium } from '@tickets/core/premium/state';
import { successEmbed } from '@tickets/core/wording/look';
import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import { commandData } from '../../interactions/command-data.ts';
import type { CommandHandler } from '../../interactions/handlers.ts';
import { linkAnswer } from '../general/link-answer.ts';
import { momentOf } from './moment.ts';
import { redeemName } from './redeem.ts';

/** So many titles are told by name. */
const NAMED_MAX = 20;

/** What the server has, until when, and what is turned off without it. */
export const premiumCommand: CommandHandler = {
  kind: 'command',
  answers: 'privately',
  action: 'premium.read',
  data: commandData('premium'),
  run: {
    where: 'guild',
    async execute({ call, server, answer }) {
      const state = await readPremium(call, server.guild_id);
      const { t } = server;
      const description = linesOf(t, state).join('\n\n');
      const embed = successEmbed(server.look, { title: t.general.premium_title, description });
      const { embeds, components = [] } = linkAnswer(
        embed,
        state.tier < 0 ? [{ label: t.general.premium_button, url: call.config.links.premium }] : [],
      );
      const redeem = {
        type: ComponentType.ActionRow as const,
        components: [
          {
            type: ComponentType.Button as const,
            style: ButtonStyle.Primary as const,
            custom_id: customId(redeemName),
            label: t.premium.redeem,
          },
        ],
      };
      await answer.send({ embeds, components: state.everyone ? components : [redeem, ...components] });
    },
  },
};

function linesOf(t: Texts, state: PremiumState): string[] {
  const { general, premium } = t;
  if (state.everyone) return [premium.everyone];
  const lines =
    state.tier < 0
      ? [general.premium_missing]
      : [[general.premium_active, ...(state.has_panels_back ? [general.premium_panels] : [])].join(' ')];
  if (state.ended_at) lines.unshift(fillText(premium.ended, { date: momentOf(state.ended_at) }));
  if (state.entitlements.length)
    lines.push(state.entitlements.map((one) => `- ${entitled(t, one)}`).join('\n'));
  if (state.grace_until) lines.push(fillText(premium.ran_out, { date: momentOf(state.grace_until) }));
  if (state.panels_off.length)
    lines.push(fillText(premium.panels_off, { limit: limits.free_panels, panels: listOf(state.panels_off) }));
  if (state.tags_off.length)
    lines.push(fillText(premium.tags_off, { tags: listOf(state.tags_off.map((tag) => `/${tag}`)) }));
  return lines;
}

function entitled({ premium }: Texts, { source, expires_at, by_owner }: Entitled): string {
  const sources: Record<string, string> = {
    operator: premium.source_operator,
    key: premium.source_key,
    discord: premium.source_discord,
    patreon: premium.source_patreon,
    voting: premium.source_voting,
  };
  const named = `${sources[source] ?? source} (${by_owner ? premium.of_owner : premium.of_server})`;
  return expires_at
    ? fillText(premium.until, { source: named, date: momentOf(expires_at) })
    : fillText(premium.for_good, { source: named });
}

const listOf = (names: readonly string[]): string =>
  names.length > NAMED_MAX
    ? `${names.slice(0, NAMED_MAX).join(', ')} … +${names.length - NAMED_MAX}`
    : names.join(', ');
