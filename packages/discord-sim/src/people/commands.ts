import { type ApplicationCommandType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { avatarUrl } from '../cdn/links.ts';
import { has } from '../permissions/compute.ts';
import { channelPermissions } from '../permissions/of.ts';
import type { SimChannel, SimCommand } from '../world/entities.ts';
import { fitsContext, installationsIn, isInstalled } from '../world/installations.ts';
import type { World } from '../world/world.ts';

/** The commands offered to a person in a channel: of its bots and of applications that they installed for themselves, as permissions allow. */
export function commandsFor(world: World, channel: SimChannel, userId: string): SimCommand[] {
  const own = channelPermissions(world, channel, userId);
  if (!has(own, P.UseApplicationCommands)) return [];
  return world.applications.all().flatMap((application) => {
    const installations = installationsIn(world, application, { channel, userId });
    return [
      ...world.commands.in('scope', `${application.id}:`),
      ...(channel.guild_id ? world.commands.in('scope', `${application.id}:${channel.guild_id}`) : []),
    ].filter(
      (command) =>
        isInstalled(command, installations) &&
        isAllowed(command, own) &&
        fitsContext(command, channel, installations),
    );
  });
}

function isAllowed(command: SimCommand, own: bigint): boolean {
  const needed = command.default_member_permissions;
  if (needed === null || needed === undefined) return true;
  return has(own, needed === '0' ? P.Administrator : BigInt(needed));
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
