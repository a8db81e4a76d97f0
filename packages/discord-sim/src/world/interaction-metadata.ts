import type {
  APIApplicationCommandInteractionDataOption,
  APIMessage,
  APIMessageInteractionMetadata,
} from 'discord-api-types/v10';
import {
  ApplicationCommandType,
  InteractionType,
  ApplicationCommandOptionType as OptionType,
} from 'discord-api-types/v10';
import type { SimInteraction, SimInteractionMetadata } from './entities.ts';
import { renderMemberOnly, renderUserById } from './render.ts';
import type { World } from './world.ts';

/** What a message keeps of the interaction that it answers, for after the interaction is forgotten. */
export function describeInteraction(
  row: SimInteraction,
  options: { followUp?: boolean } = {},
): SimInteractionMetadata {
  const { payload, original_message_id: original } = row;
  const base = {
    id: row.id,
    type: row.type,
    user_id: row.user_id,
    authorizing_integration_owners: payload.authorizing_integration_owners,
    ...(options.followUp && original ? { original_response_message_id: original } : {}),
  };
  if (payload.type === InteractionType.MessageComponent)
    return { ...base, interacted_message_id: payload.message.id };
  if (payload.type === InteractionType.ModalSubmit)
    return { ...base, ...(row.opened_by ? { triggering: row.opened_by } : {}) };
  if (payload.type !== InteractionType.ApplicationCommand) return base;
  const { data } = payload;
  switch (data.type) {
    case ApplicationCommandType.ChatInput:
      return { ...base, name: [data.name, ...subcommands(data.options)].join(' ') };
    case ApplicationCommandType.User:
      return { ...base, name: data.name, target_user_id: data.target_id };
    case ApplicationCommandType.Message:
      return { ...base, name: data.name, target_message_id: data.target_id };
    default:
      return { ...base, name: data.name };
  }
}

function subcommands(options: readonly APIApplicationCommandInteractionDataOption[] | undefined): string[] {
  const [first] = options ?? [];
  if (first?.type !== OptionType.Subcommand && first?.type !== OptionType.SubcommandGroup) return [];
  return [first.name, ...subcommands(first.options)];
}

/**
 * The message's word on its interaction: https://docs.discord.com/developers/resources/message, "Message Interaction
 * Metadata Object". The older `interaction`, which alone has the command's name, is sent with the answers to commands.
 */
export function renderInteraction(
  world: World,
  interaction: SimInteractionMetadata,
  guildId: string | undefined,
): Pick<APIMessage, 'interaction_metadata' | 'interaction'> {
  const interaction_metadata = renderMetadata(world, interaction);
  const { id, type, name, user_id } = interaction;
  if (name === undefined || interaction.original_response_message_id) return { interaction_metadata };
  const member = world.members.get(`${guildId}:${user_id}`);
  const user = renderUserById(world, user_id);
  return {
    interaction_metadata,
    interaction: { id, type, name, user, ...(member ? { member: renderMemberOnly(member) } : {}) },
  };
}

function renderMetadata(world: World, interaction: SimInteractionMetadata): APIMessageInteractionMetadata {
  const { user_id, name: _, target_user_id, triggering, ...rest } = interaction;
  // The union is told apart by `type`, and `describeInteraction` gave each type its own fields.
  return {
    ...rest,
    user: renderUserById(world, user_id),
    ...(target_user_id ? { target_user: renderUserById(world, target_user_id) } : {}),
    ...(triggering ? { triggering_interaction_metadata: renderMetadata(world, triggering) } : {}),
  } as APIMessageInteractionMetadata;
}
