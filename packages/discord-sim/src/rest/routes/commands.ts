import { ApplicationCommandType as Kind } from 'discord-api-types/v10';
import { DiscordError, refusal, unknownThing } from '../../errors.ts';
import type { SimCommand } from '../../world/entities.ts';
import { Answer, type Call, param, type Route } from '../call.ts';
import { readCommand } from '../validate/commands.ts';
import { Form } from '../validate/form.ts';

const MAX_SLASH = 100;
const MAX_MENU = 15;

const inGuild = '/applications/:application_id/guilds/:guild_id/commands';

/** What a server's administrators changed of who may use a command; nobody of ours ever did. */
const permissionRoutes: Route[] = [
  { method: 'GET', path: `${inGuild}/permissions`, access: 'bot', handle: (call) => theScope(call) && [] },
  {
    method: 'GET',
    path: `${inGuild}/:command_id/permissions`,
    access: 'bot',
    handle: (call) => {
      theScope(call);
      throw unknownThing('commandPermissions');
    },
  },
];

export const commandRoutes: Route[] = ['', '/guilds/:guild_id']
  .flatMap((scope): Route[] => {
    const all = `/applications/:application_id${scope}/commands`;
    const one = `${all}/:command_id`;
    return [
      { method: 'GET', path: all, access: 'bot', handle: list },
      { method: 'POST', path: all, access: 'bot', handle: upsert },
      { method: 'PUT', path: all, access: 'bot', handle: replaceAll },
      { method: 'GET', path: one, access: 'bot', handle: (call) => theCommand(call) },
      { method: 'PATCH', path: one, access: 'bot', handle: edit },
      { method: 'DELETE', path: one, access: 'bot', handle: remove },
    ];
  })
  .concat(permissionRoutes);

interface Scope {
  key: string;
  guildId?: string;
  applicationId: string;
}

function theScope(call: Call): Scope {
  const { actor, world } = call;
  const applicationId = param(call, 'application_id');
  if (actor.kind !== 'bot' || actor.applicationId !== applicationId) {
    throw new DiscordError(403, 20012, 'You are not authorized to perform this action on this application');
  }
  const guildId = call.params.guild_id;
  if (guildId && !world.members.has(`${guildId}:${actor.userId}`)) throw refusal('missingAccess');
  return { key: `${applicationId}:${guildId ?? ''}`, ...(guildId ? { guildId } : {}), applicationId };
}

function theCommand(call: Call): SimCommand {
  const scope = theScope(call);
  const command = call.world.commands.get(param(call, 'command_id'));
  if (!command || command.application_id !== scope.applicationId || command.guild_id !== scope.guildId) {
    throw unknownThing('command');
  }
  return command;
}

function list(call: Call): unknown {
  return call.world.commands.in('scope', theScope(call).key);
}

function make(
  call: Call,
  scope: Scope,
  definition: ReturnType<typeof readCommand>,
  existing?: SimCommand,
): SimCommand {
  const { world } = call;
  return {
    default_member_permissions: null,
    ...definition,
    id: existing?.id ?? world.newId(),
    application_id: scope.applicationId,
    version: world.newId(),
    ...(scope.guildId ? { guild_id: scope.guildId } : {}),
  };
}

function upsert(call: Call): unknown {
  const { world } = call;
  const scope = theScope(call);
  const form = new Form();
  const definition = readCommand(form, call.body, '');
  form.done();
  const others = world.commands.in('scope', scope.key);
  const existing = others.find(
    (command) => command.name === definition.name && command.type === definition.type,
  );
  if (!existing) requireRoom([...others, definition]);
  const command = world.commands.put(make(call, scope, definition, existing));
  return new Answer(existing ? 200 : 201, command);
}

/** Puts a whole set of commands in the place of what was there; equal names keep their ids. */
function replaceAll(call: Call): unknown {
  const { world } = call;
  const scope = theScope(call);
  const form = new Form();
  const definitions = form
    .list(call.body, '', { max: 130 })
    .map((item, index) => readCommand(form, item, `${index}`));
  const seen = new Set<string>();
  definitions.forEach(({ name, type }, index) => {
    if (seen.has(`${type}:${name}`)) {
      form.fail(
        `${index}`,
        'APPLICATION_COMMANDS_DUPLICATE_NAME',
        'Application command names must be unique',
      );
    }
    seen.add(`${type}:${name}`);
  });
  form.done();
  requireRoom(definitions);
  const before = world.commands.in('scope', scope.key);
  const kept = definitions.map((definition) => {
    const same = before.find(
      (command) => command.name === definition.name && command.type === definition.type,
    );
    return world.commands.put(make(call, scope, definition, same));
  });
  for (const old of before) if (!kept.some((command) => command.id === old.id)) world.commands.delete(old.id);
  return kept;
}

function requireRoom(commands: readonly { type: number }[]): void {
  const count = (kind: Kind) => commands.filter((command) => command.type === kind).length;
  if (count(Kind.ChatInput) > MAX_SLASH) throw refusal('maxCommands');
  for (const kind of [Kind.User, Kind.Message]) if (count(kind) > MAX_MENU) throw refusal('maxCommands');
}

function edit(call: Call): unknown {
  const { world } = call;
  const scope = theScope(call);
  const existing = theCommand(call);
  const form = new Form();
  const definition = readCommand(form, call.body, '', existing);
  form.done();
  const clash = world.commands
    .in('scope', scope.key)
    .some(
      (other) => other.id !== existing.id && other.name === definition.name && other.type === definition.type,
    );
  if (clash) throw new DiscordError(400, 40041, 'An application command with that name already exists');
  return world.commands.put(make(call, scope, definition, existing));
}

function remove(call: Call): unknown {
  call.world.commands.delete(theCommand(call).id);
  return undefined;
}
