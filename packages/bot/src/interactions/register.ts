import type { Context } from '@tickets/core/platform/context';
import {
  type APIApplicationCommand,
  type APIApplicationCommandOption,
  ApplicationCommandType,
  ApplicationIntegrationType,
  type RESTPutAPIApplicationCommandsJSONBody,
} from 'discord-api-types/v10';
import { type Handler, handlersOf } from './handlers.ts';

type Definition = RESTPutAPIApplicationCommandsJSONBody[number];

/** Where people can install an application for themselves, its commands would follow them to servers where its bot can do nothing. */
const WHERE_THE_BOT_IS = [ApplicationIntegrationType.GuildInstall];

export function definitionsOf(handlers: readonly Handler[]): Definition[] {
  return handlers.flatMap((handler) =>
    handler.kind === 'command' || handler.kind === 'message_menu'
      ? [{ ...handler.data, integration_types: WHERE_THE_BOT_IS }]
      : [],
  );
}

/** Tells Discord the commands of the bot that acts, where what it has differs. Returns the names that were new, changed or taken away. */
export async function registerCommands(ctx: Context, handlers: readonly Handler[]): Promise<string[]> {
  const { api, application_id } = ctx.discord;
  const wanted = definitionsOf(handlersOf(ctx, handlers));
  const there = await api.applicationCommands.getGlobalCommands(application_id, { with_localizations: true });
  const changed = difference(wanted, there);
  if (changed.length) await api.applicationCommands.bulkOverwriteGlobalCommands(application_id, wanted);
  return changed;
}

function difference(wanted: readonly Definition[], there: readonly APIApplicationCommand[]): string[] {
  const ours = new Map(wanted.map((command) => [command.name, canonical(command)]));
  const theirs = new Map(there.map((command) => [command.name, canonical(command)]));
  return [...new Set([...ours.keys(), ...theirs.keys()])].filter(
    (name) => ours.get(name) !== theirs.get(name),
  );
}

/** What we say of a command, in one form: Discord adds ids and defaults of its own. */
function canonical(command: Definition | APIApplicationCommand): string {
  const { name, name_localizations, contexts } = command;
  return JSON.stringify({
    type: command.type ?? ApplicationCommandType.ChatInput,
    name,
    name_localizations: sorted(name_localizations),
    description: 'description' in command ? command.description : '',
    description_localizations: sorted(
      'description_localizations' in command ? command.description_localizations : undefined,
    ),
    contexts: contexts ?? [],
    integration_types: command.integration_types ?? [],
    default_member_permissions: command.default_member_permissions ?? null,
    options: ('options' in command ? (command.options ?? []) : []).map(canonicalOption),
  });
}

function canonicalOption(option: APIApplicationCommandOption): object {
  const { type, name, description, required = false, ...rest } = option;
  return {
    type,
    name,
    description,
    description_localizations: sorted(option.description_localizations),
    required,
    autocomplete: ('autocomplete' in rest && rest.autocomplete) || false,
    min_length: 'min_length' in rest ? rest.min_length : undefined,
    max_length: 'max_length' in rest ? rest.max_length : undefined,
    min_value: 'min_value' in rest ? rest.min_value : undefined,
    max_value: 'max_value' in rest ? rest.max_value : undefined,
    channel_types: 'channel_types' in rest ? rest.channel_types : undefined,
    choices: 'choices' in rest ? (rest.choices ?? []).map(({ name, value }) => [name, value]) : [],
    options: 'options' in rest ? (rest.options ?? []).map((inner) => canonicalOption(inner)) : [],
  };
}

function sorted(texts: object | null | undefined): [string, unknown][] {
  return Object.entries(texts ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
}
