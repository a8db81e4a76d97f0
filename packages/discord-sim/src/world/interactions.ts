import { randomBytes } from 'node:crypto';
import type { APIInteraction } from 'discord-api-types/v10';
import { ChannelType, GatewayDispatchEvents as Event, InteractionType } from 'discord-api-types/v10';
import { unknownThing } from '../errors.ts';
import { channelPermissions, guildPermissions } from '../permissions/of.ts';
import type { SimApplication, SimChannel, SimInteraction } from './entities.ts';
import { installationsIn } from './installations.ts';
import { type InteractionInput, interactionData } from './interaction-data.ts';
import { describeInteraction } from './interaction-metadata.ts';
import { renderChannelFor, renderMember, renderMessage, renderUserById } from './render.ts';
import type { World } from './world.ts';

/** How long an application may take for its first word. */
export const ANSWER_WITHIN_MS = 3_000;
const stepMs = ANSWER_WITHIN_MS / 10;
/** How long it may go on talking. */
export const TOKEN_LIFETIME_MS = 15 * 60_000;

/**
 * Sends what a person did (a press, a choice, a command, a form) to the application. Refuses what Discord's client
 * would not let happen. The outcome is seen in `world.interactions`, and told to the person's own listeners as
 * INTERACTION_SUCCESS, INTERACTION_FAILURE, INTERACTION_MODAL_CREATE or
 * APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE.
 */
export function createInteraction(world: World, input: InteractionInput): SimInteraction {
  return world.transact(() => {
    forgetExpired(world);
    const channel = world.channels.get(input.channel_id);
    if (!channel) throw unknownThing('channel');
    const { type, application, data, message } = interactionData(world, input, channel);
    const opener = input.kind === 'modal' ? world.interactions.get(input.interaction_id) : undefined;
    const id = world.newId();
    const token = randomBytes(48).toString('base64url');
    const head = { id, application_id: application.id, token, type, version: 1 as const, data };
    const payload = {
      ...head,
      ...surroundings(world, input, channel, application),
      ...(message ? { message: renderMessage(world, message, { userId: input.user_id }) } : {}),
    } as unknown as APIInteraction; // the union's members are told apart by `type`, which `interactionData` matched with the data
    const row = world.interactions.put({
      id,
      application_id: application.id,
      token,
      type,
      user_id: input.user_id,
      ...(channel.guild_id ? { guild_id: channel.guild_id } : {}),
      channel_id: channel.id,
      ...(message ? { message_id: message.id } : {}),
      ...(opener ? { opened_by: describeInteraction(opener) } : {}),
      created_at: world.clock.now(),
      state: 'waiting',
      payload,
      ephemeral: false,
      deferred_update: false,
      follow_ups: 0,
      ...(input.nonce ? { nonce: input.nonce } : {}),
    });
    if (input.kind === 'modal') closeModal(world, input.interaction_id);
    tellPerson(world, row, 'INTERACTION_CREATE');
    world.emit({
      t: Event.InteractionCreate,
      audience: { to: 'application', applicationId: application.id },
      data: () => payload,
    });
    failUnlessAnswered(world, id);
    return row;
  });
}

/** The state of an interaction moves on, and the person's client learns of it. */
export function settleInteraction(
  world: World,
  before: SimInteraction,
  changes: Partial<SimInteraction>,
): SimInteraction {
  const row = world.interactions.put({ ...before, ...changes });
  if (changes.modal) tellPerson(world, row, 'INTERACTION_MODAL_CREATE', { ...changes.modal });
  if (changes.choices)
    tellPerson(world, row, 'APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE', { choices: changes.choices });
  if (before.state === 'waiting') tellPerson(world, row, 'INTERACTION_SUCCESS');
  return row;
}

export function isTokenAlive(world: World, row: SimInteraction): boolean {
  return world.clock.now() - row.created_at < TOKEN_LIFETIME_MS;
}

/** Interactions that nobody answered when the process ended; their people have seen them fail. */
export function failAbandoned(world: World): void {
  for (const row of world.interactions.all()) {
    if (!isTokenAlive(world, row)) forget(world, row);
    else if (row.state === 'waiting') world.interactions.put({ ...row, state: 'failed' });
  }
}

/**
 * Counts the time to answer in steps, and a step that ends late as one step. While the machine stands still, the application cannot
 * answer, because it may run in the same process.
 */
function failUnlessAnswered(world: World, id: string, left = ANSWER_WITHIN_MS): void {
  const row = world.interactions.get(id);
  if (row?.state !== 'waiting') return;
  if (left > 0) {
    world.clock.after(stepMs, () => failUnlessAnswered(world, id, left - stepMs));
    return;
  }
  const failed = world.interactions.put({ ...row, state: 'failed' });
  tellPerson(world, failed, 'INTERACTION_FAILURE', { reason_code: 2 });
}

function closeModal(world: World, openerId: string): void {
  const opener = world.interactions.get(openerId);
  if (opener) world.interactions.put({ ...opener, modal: undefined });
}

function forgetExpired(world: World): void {
  for (const id of world.interactions.keysIn('all', 'all').slice(0, 2)) {
    const row = world.interactions.get(id);
    if (row && !isTokenAlive(world, row)) forget(world, row);
  }
}

/** Files that were sent with a form are kept for as long as the application may answer it. */
function forget(world: World, { id, payload }: SimInteraction): void {
  if (payload.type === InteractionType.ModalSubmit)
    for (const file of Object.keys(payload.data.resolved?.attachments ?? {})) world.blobs.delete(file);
  world.interactions.delete(id);
}

function tellPerson(world: World, row: SimInteraction, t: string, extra: object = {}): void {
  const { id, nonce } = row;
  world.emit({
    t,
    audience: { to: 'users', userIds: [row.user_id] },
    direct: true,
    data: () => ({ id, ...(nonce ? { nonce } : {}), ...extra }),
  });
}

/** Who did it and where: the part of the payload that does not depend on what was done. */
function surroundings(world: World, input: InteractionInput, channel: SimChannel, app: SimApplication) {
  const guild = channel.guild_id ? world.guilds.get(channel.guild_id) : undefined;
  const member = guild ? world.members.get(`${guild.id}:${input.user_id}`) : undefined;
  const own = channelPermissions(world, channel, input.user_id);
  const appPermissions =
    channelPermissions(world, channel, app.bot_user_id) ||
    (guild ? guildPermissions(world, guild.id, app.bot_user_id) : 0n);
  return {
    channel: { ...renderChannelFor(world, channel, app.bot_user_id), permissions: own.toString() },
    channel_id: channel.id,
    app_permissions: appPermissions.toString(),
    locale: world.users.get(input.user_id)?.locale ?? 'en-US',
    entitlements: [],
    attachment_size_limit: 10 * 1024 * 1024,
    authorizing_integration_owners: installationsIn(world, app, { channel, userId: input.user_id }),
    context: guild ? 0 : channel.type === ChannelType.DM ? 1 : 2,
    ...(guild && member
      ? {
          guild_id: guild.id,
          guild: { id: guild.id, locale: guild.preferred_locale, features: guild.features },
          guild_locale: guild.preferred_locale,
          member: { ...renderMember(world, member), permissions: own.toString() },
        }
      : { user: renderUserById(world, input.user_id) }),
  };
}
