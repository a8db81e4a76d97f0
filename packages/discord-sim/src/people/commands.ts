import {
  type ApplicationCommandType,
  InteractionContextType,
  PermissionFlagsBits as P,
} from 'discord-api-types/v10';
import { avatarUrl } from '../cdn/links.ts';
import { has } from '../permissions/compute.ts';
import { channelPermissions } from '../permissions/of.ts';
import type { SimApplication, SimChannel, SimCommand } from '../world/entities.ts';
import type { World } from '../world/world.ts';

/** The commands that a person is offered in a channel: those of the bots there which their permissions allow. */
export function commandsFor(world: World, channel: SimChannel, userId: string): SimCommand[] {
  const own = channelPermissions(world, channel, userId);
  if (!has(own, P.UseApplicationCommands)) return [];
  return applicationsIn(world, channel)
    .flatMap((application) => [
      ...world.commands.in('scope', `${application.id}:`),
      ...(channel.guild_id ? world.commands.in('scope', `${application.id}:${channel.guild_id}`) : []),
    ])
    .filter((command) => isAllowed(command, own) && fitsContext(command, channel));
}

/** The applications whose bots are in a server, or at the other end of a direct message. */
export function applicationsIn(world: World, channel: SimChannel): SimApplication[] {
  return world.applications
    .all()
    .filter((application) =>
      channel.guild_id
        ? world.members.has(`${channel.guild_id}:${application.bot_user_id}`)
        : channel.recipient_ids?.includes(application.bot_user_id),
    );
}

function isAllowed(command: SimCommand, own: bigint): boolean {
  const needed = command.default_member_permissions;
  if (needed === null || needed === undefined) return true;
  return has(own, needed === '0' ? P.Administrator : BigInt(needed));
}

function fitsContext(command: SimCommand, channel: SimChannel): boolean {
  const { contexts } = command;
  if (channel.guild_id) return !contexts || contexts.includes(InteractionContextType.Guild);
  return contexts ? contexts.includes(InteractionContextType.BotDM) : command.dm_permission !== false;
}

export function findCommand(
  world: World,
  input: { channel: SimChannel; userId: string; name: string; type: ApplicationCommandType },
): SimCommand | undefined {
  return commandsFor(world, input.channel, input.userId).find(
    (command) => command.name === input.name && command.type === input.type,
  );
}

export function commandView(world: World, command: SimCommand) {
  const application = world.applications.get(command.application_id);
  const bot = world.users.get(application?.bot_user_id ?? '');
  return {
    id: command.id,
    type: command.type,
    name: command.name,
    description: command.description,
    options: command.options ?? [],
    app: {
      id: command.application_id,
      name: application?.name ?? 'Application',
      avatar_url: avatarUrl(world, bot ?? { id: command.application_id, avatar: null }),
    },
  };
}
