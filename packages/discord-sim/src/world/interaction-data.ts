import type { APIApplicationCommandOption } from 'discord-api-types/v10';
import {
  ApplicationCommandType,
  ComponentType,
  InteractionType,
  ApplicationCommandOptionType as OptionType,
  PermissionFlagsBits as P,
} from 'discord-api-types/v10';
import { DiscordError, unknownThing } from '../errors.ts';
import { has } from '../permissions/compute.ts';
import { canSee, channelPermissions } from '../permissions/of.ts';
import { type ComponentNode, findComponent } from './components.ts';
import type { SimApplication, SimChannel, SimCommand, SimMessage } from './entities.ts';
import type { SentFile } from './files.ts';
import { fitsContext, installationsIn, isInstalled } from './installations.ts';
import { modalData } from './modal-data.ts';
import { type Resolved, resolveIds, resolveMessage } from './resolve.ts';
import type { World } from './world.ts';

interface Base {
  user_id: string;
  channel_id: string;
  /** A mark of the client's own, returned with the outcome. */
  nonce?: string;
}

export interface CommandInput extends Base {
  kind: 'command' | 'autocomplete';
  command_id: string;
  /** Sub-command or group path, outermost first. */
  path?: string[];
  options?: Record<string, string | number | boolean>;
  /** Autocomplete: the option that is being typed. */
  focused?: string;
  /** Context menus: the user or message that was picked. */
  target_id?: string;
}

export interface ComponentInput extends Base {
  kind: 'component';
  message_id: string;
  custom_id: string;
  values?: string[];
}

export interface ModalInput extends Base {
  kind: 'modal';
  /** The interaction that opened the form. */
  interaction_id: string;
  /** What was filled in, by custom id. */
  values: Record<string, string | string[]>;
  /** What was attached, by custom id. */
  files?: Record<string, SentFile[]>;
}

export type InteractionInput = CommandInput | ComponentInput | ModalInput;

interface Prepared {
  type: InteractionType;
  application: SimApplication;
  data: object;
  message?: SimMessage;
}

/** Checks what the person did against what they could see, and puts it in the words of the payload. */
export function interactionData(world: World, input: InteractionInput, channel: SimChannel): Prepared {
  if (!canSee(world, channel, input.user_id)) throw unknownThing('channel');
  switch (input.kind) {
    case 'component':
      return componentData(world, input);
    case 'modal':
      return submittedModal(world, input);
    default:
      return commandData(world, input, channel);
  }
}

export function cannot(message: string): DiscordError {
  return new DiscordError(400, 50035, message);
}

function applicationOf(world: World, id: string | undefined): SimApplication {
  const application = world.applications.get(id ?? '');
  if (!application) throw unknownThing('application');
  return application;
}

function componentData(world: World, input: ComponentInput): Prepared {
  const message = world.messages.get(input.message_id);
  const hidden = message?.ephemeral_for !== undefined && message.ephemeral_for !== input.user_id;
  if (!message || message.channel_id !== input.channel_id || hidden) throw unknownThing('message');
  const component = findComponent(message.components, input.custom_id);
  if (!component) throw cannot('Component validation failed');
  if (component.disabled) throw cannot('This component is disabled');
  const author = world.applications.in('bot', message.author_id)[0];
  const application = applicationOf(world, message.application_id ?? author?.id);
  const base = { custom_id: input.custom_id, component_type: component.type, id: component.id };
  const isButton = component.type === ComponentType.Button;
  const data = isButton ? base : { ...base, ...chosen(world, component, input, message.guild_id) };
  return { type: InteractionType.MessageComponent, application, data, message };
}

/** What was picked in a select menu, checked against its options and limits. */
export function chosen(
  world: World,
  select: ComponentNode,
  { values = [], user_id }: Pick<ComponentInput, 'values' | 'user_id'>,
  guildId: string | undefined,
): { values: string[]; resolved?: Resolved } {
  const minimum = Number(select.min_values ?? 1);
  const maximum = Number(select.max_values ?? 1);
  if (values.length < minimum || values.length > maximum)
    throw cannot(`Pick ${minimum} to ${maximum} options`);
  if (select.type === ComponentType.StringSelect) {
    const known = (select.options as { value: string }[]).map((option) => option.value); // a string select has options
    const stranger = values.find((value) => !known.includes(value));
    if (stranger !== undefined) throw cannot(`"${stranger}" is not an option`);
    return { values };
  }
  return { values, resolved: resolveIds(world, guildId, values, user_id) };
}

function submittedModal(world: World, input: ModalInput): Prepared {
  const opener = world.interactions.get(input.interaction_id);
  if (!opener?.modal || opener.user_id !== input.user_id) throw unknownThing('interaction');
  return {
    type: InteractionType.ModalSubmit,
    application: applicationOf(world, opener.application_id),
    data: modalData(world, opener.modal, input, opener.guild_id),
    message: opener.message_id ? world.messages.get(opener.message_id) : undefined,
  };
}

function commandData(world: World, input: CommandInput, channel: SimChannel): Prepared {
  const command = world.commands.get(input.command_id);
  if (!command) throw unknownThing('command');
  assertMayUse(world, command, input, channel);
  const application = applicationOf(world, command.application_id);
  const base = {
    id: command.id,
    name: command.name,
    type: command.type,
    ...(command.guild_id ? { guild_id: command.guild_id } : {}),
  };
  if (command.type !== ApplicationCommandType.ChatInput) {
    const id = input.target_id ?? '';
    const ofUser = command.type === ApplicationCommandType.User;
    const resolved = ofUser
      ? resolveIds(world, channel.guild_id, [id], input.user_id)
      : resolveMessage(world, id, input.user_id);
    return {
      type: InteractionType.ApplicationCommand,
      application,
      data: { ...base, target_id: id, resolved },
    };
  }
  const typing = input.kind === 'autocomplete';
  const { options, ids } = commandOptions(command.options ?? [], input, typing);
  const resolved = resolveIds(world, channel.guild_id, ids, input.user_id);
  return {
    type: typing ? InteractionType.ApplicationCommandAutocomplete : InteractionType.ApplicationCommand,
    application,
    data: { ...base, ...some({ options }), ...(Object.keys(resolved).length > 0 ? { resolved } : {}) },
  };
}

function assertMayUse(world: World, command: SimCommand, input: CommandInput, channel: SimChannel): void {
  const permissions = channelPermissions(world, channel, input.user_id);
  const application = applicationOf(world, command.application_id);
  const installations = installationsIn(world, application, { channel, userId: input.user_id });
  const isElsewhere = command.guild_id && command.guild_id !== channel.guild_id;
  if (isElsewhere || !isInstalled(command, installations) || !fitsContext(command, channel, installations))
    throw unknownThing('command');
  if (!channel.guild_id) return;
  const needed = BigInt(command.default_member_permissions ?? 0);
  const closed = command.default_member_permissions === '0' && !has(permissions, P.Administrator);
  if (!has(permissions, P.UseApplicationCommands | needed) || closed) {
    throw new DiscordError(403, 50013, 'You do not have permission to use this command');
  }
}

/** Options in the order of the command, nested under their sub-command. */
function commandOptions(
  definitions: readonly APIApplicationCommandOption[],
  input: CommandInput,
  typing: boolean,
): { options: object[]; ids: string[] } {
  const [step, ...rest] = input.path ?? [];
  if (step !== undefined) {
    const sub = definitions.find((option) => option.name === step);
    if (!sub || !(sub.type === OptionType.Subcommand || sub.type === OptionType.SubcommandGroup)) {
      throw cannot(`There is no sub-command "${step}"`);
    }
    const inner = commandOptions(sub.options ?? [], { ...input, path: rest }, typing);
    return { options: [{ name: sub.name, type: sub.type, ...some(inner) }], ids: inner.ids };
  }
  const given = input.options ?? {};
  const stranger = Object.keys(given).find((name) => !definitions.some((option) => option.name === name));
  if (stranger) throw cannot(`There is no option "${stranger}"`);
  const ids: string[] = [];
  const options = definitions.flatMap((definition) => {
    const { name, type } = definition;
    const value = given[name];
    const focused = typing && input.focused === name;
    if (value === undefined && !focused) {
      if (definition.required && !typing) throw cannot(`The option "${name}" is required`);
      return [];
    }
    if (!typing) assertFits(definition, value);
    if ([OptionType.User, OptionType.Channel, OptionType.Role, OptionType.Mentionable].includes(type)) {
      ids.push(String(value));
    }
    return [{ name, type, value: value ?? '', ...(focused ? { focused: true } : {}) }];
  });
  return { options, ids };
}

/** Discord leaves `options` out where there are none. */
function some({ options }: { options: object[] }): { options?: object[] } {
  return options.length > 0 ? { options } : {};
}

function assertFits(option: APIApplicationCommandOption, value: unknown): void {
  const { name, type } = option;
  const wrong = cannot(`The value of the option "${name}" is not valid`);
  const numeric = type === OptionType.Integer || type === OptionType.Number;
  if (numeric) {
    if (typeof value !== 'number' || (type === OptionType.Integer && !Number.isInteger(value))) throw wrong;
    if ('min_value' in option && value < (option.min_value ?? value)) throw wrong;
    if ('max_value' in option && value > (option.max_value ?? value)) throw wrong;
  } else if (type === OptionType.Boolean) {
    if (typeof value !== 'boolean') throw wrong;
  } else if (typeof value !== 'string') throw wrong;
  if (type === OptionType.String && typeof value === 'string') {
    if (value.length > (option.max_length ?? 6000) || value.length < (option.min_length ?? 0)) throw wrong;
  }
  const choices = 'choices' in option ? option.choices : undefined;
  if (choices?.length && !choices.some((choice) => choice.value === value)) throw wrong;
}
