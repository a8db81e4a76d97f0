import {
  ApplicationIntegrationType as Install,
  InteractionContextType as Where,
} from 'discord-api-types/v10';
import { unknownThing } from '../errors.ts';
import type { SimApplication, SimChannel, SimCommand } from './entities.ts';
import type { World } from './world.ts';

/** Whose installation lets somebody use an application somewhere, as `authorizing_integration_owners` says it. */
export type Installations = Partial<Record<Install, string>>;

/** Somebody installs an application for themselves, as Discord offers for those that allow it. */
export function installForUser(world: World, applicationId: string, userId: string): void {
  const application = world.applications.get(applicationId);
  if (!application || !world.users.has(userId)) throw unknownThing(application ? 'user' : 'application');
  const { installed_by = [] } = application;
  world.applications.put({ ...application, installed_by: [...new Set([...installed_by, userId])] });
}

export function installationsIn(
  world: World,
  application: SimApplication,
  { channel, userId }: { channel: SimChannel; userId: string },
): Installations {
  const { bot_user_id, installed_by } = application;
  const isHere = channel.guild_id
    ? world.members.has(`${channel.guild_id}:${bot_user_id}`)
    : channel.recipient_ids?.includes(bot_user_id);
  return {
    ...(isHere && { [Install.GuildInstall]: channel.guild_id ?? '0' }),
    ...(installed_by?.includes(userId) && { [Install.UserInstall]: userId }),
  };
}

/** Whether these installations make a command available. Without `integration_types` any installation does. */
export function isInstalled(command: SimCommand, installations: Installations): boolean {
  const types = command.integration_types ?? [Install.GuildInstall, Install.UserInstall];
  return types.some((type) => installations[type] !== undefined);
}

/** Whether a command is for places of this kind. */
export function fitsContext(command: SimCommand, channel: SimChannel, installations: Installations): boolean {
  const { contexts } = command;
  if (channel.guild_id) return !contexts || contexts.includes(Where.Guild);
  if (installations[Install.GuildInstall] === undefined)
    return contexts?.includes(Where.PrivateChannel) ?? false;
  return contexts ? contexts.includes(Where.BotDM) : command.dm_permission !== false;
}
