import { callBy } from '@tickets/core/access/caller';
import { isBlacklisted } from '@tickets/core/blacklist/blacklisted';
import type { Context } from '@tickets/core/platform/context';
import { warnUnlessOutage } from '@tickets/core/platform/outages';
import {
  type APIApplicationCommandAutocompleteInteraction,
  type APIApplicationCommandInteractionDataOption,
  type APIApplicationCommandOptionChoice,
  ApplicationCommandOptionType,
  type InteractionType,
} from 'discord-api-types/v10';
import { accessOf, actionOf, levelFor, serverOf, userOf } from './facts.ts';
import type { Handler } from './handlers.ts';

/** Offers what a command suggests. A suggestion that fails is an empty list: the person types on. */
export async function answerAutocomplete(
  ctx: Context,
  interaction: APIApplicationCommandAutocompleteInteraction,
  handler: Handler | undefined,
): Promise<void> {
  const unsuggested = (err: unknown) => {
    warnUnlessOutage(ctx.log, err, 'nothing could be suggested', { interaction_id: interaction.id });
    return [];
  };
  const choices = await suggestions(ctx, interaction, handler).catch(unsuggested);
  const { id, token } = interaction;
  await ctx.discord.interactions
    .createAutocompleteResponse(id, token, { choices: choices.slice(0, 25) })
    .catch(unsuggested);
}

async function suggestions(
  ctx: Context,
  interaction: APIApplicationCommandAutocompleteInteraction,
  handler: Handler | undefined,
): Promise<APIApplicationCommandOptionChoice<string>[]> {
  const { guild_id } = interaction;
  const typed = focused(interaction.data.options);
  if (handler?.kind !== 'command' || !handler.autocomplete || !guild_id || !typed) return [];
  const access = await accessOf(ctx, interaction, guild_id);
  if (access.level < levelFor(actionOf(handler, interaction)) || (await isBlacklisted(ctx, access)))
    return [];
  const server = await serverOf(ctx, guild_id);
  const user = userOf(interaction);
  const call = callBy(ctx, access, 'discord', user.username);
  return handler.autocomplete({ interaction, user, args: [], server, call }, typed);
}

type Option = APIApplicationCommandInteractionDataOption<InteractionType.ApplicationCommandAutocomplete>;

function focused(options: readonly Option[] = []): { name: string; value: string } | undefined {
  for (const option of options) {
    if (
      option.type === ApplicationCommandOptionType.Subcommand ||
      option.type === ApplicationCommandOptionType.SubcommandGroup
    ) {
      const inner = focused(option.options);
      if (inner) return inner;
    } else if ('focused' in option && option.focused) {
      return { name: option.name, value: String(option.value) };
    }
  }
  return undefined;
}
