import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { refusal, unknownThing } from '../../errors.ts';
import { has } from '../../permissions/compute.ts';
import { guildPermissions } from '../../permissions/of.ts';
import { createEmoji, deleteEmoji, updateEmoji } from '../../world/emojis.ts';
import type { SimEmoji, SimGuild } from '../../world/entities.ts';
import { isGif, isImage, readImage } from '../../world/images.ts';
import { renderEmoji, renderUserById } from '../../world/render.ts';
import { requireInGuild, theGuild, theRole } from '../access.ts';
import { Answer, type Call, causeOf, fieldsOf, param, type Route } from '../call.ts';
import { Form } from '../validate/form.ts';

const MAX_BYTES = 256 * 1024;
/** Of each kind, in a server that nobody boosts. */
export const MAX_EMOJIS = 50;
const ONE = '/guilds/:guild_id/emojis/:emoji_id';

export const emojiRoutes: Route[] = [
  { method: 'GET', path: '/guilds/:guild_id/emojis', access: 'member', handle: list },
  { method: 'POST', path: '/guilds/:guild_id/emojis', access: 'member', handle: create },
  { method: 'GET', path: ONE, access: 'member', handle: getOne },
  { method: 'PATCH', path: ONE, access: 'member', handle: edit },
  { method: 'DELETE', path: ONE, access: 'member', handle: remove },
];

function theEmoji(call: Call, guild: SimGuild): SimEmoji {
  const emoji = call.world.emojis.get(param(call, 'emoji_id'));
  if (emoji?.guild_id !== guild.id) throw unknownThing('emoji');
  return emoji;
}

/** Who added an emoji is told to those who may add or change some. */
function show(call: Call, emoji: SimEmoji): unknown {
  const own = guildPermissions(call.world, emoji.guild_id, call.actor.userId);
  const mayKnow = has(own, P.CreateGuildExpressions) || has(own, P.ManageGuildExpressions);
  const creator = mayKnow && emoji.creator_id ? renderUserById(call.world, emoji.creator_id) : undefined;
  return { ...renderEmoji(emoji), ...(creator ? { user: creator } : {}) };
}

function list(call: Call): unknown {
  return call.world.emojis.in('guild', theGuild(call).id).map((emoji) => show(call, emoji));
}

function getOne(call: Call): unknown {
  return show(call, theEmoji(call, theGuild(call)));
}

function create(call: Call): unknown {
  const { world, actor } = call;
  const guild = theGuild(call);
  requireInGuild(call, guild.id, P.CreateGuildExpressions);
  const body = fieldsOf(call.body);
  const form = new Form();
  if (body.name === undefined) form.missing('name');
  const name = readName(form, body.name) ?? '';
  const picture = readPicture(form, body.image);
  const roles = readRoles(call, form, guild, body.roles);
  form.done();
  const animated = isGif(picture);
  const taken = world.emojis.in('guild', guild.id).filter((emoji) => emoji.animated === animated);
  if (taken.length >= MAX_EMOJIS) throw refusal(animated ? 'maxAnimatedEmojis' : 'maxEmojis');
  const emoji: SimEmoji = {
    id: world.newId(),
    guild_id: guild.id,
    name,
    roles,
    animated,
    creator_id: actor.userId,
    require_colons: true,
    managed: false,
    available: true,
  };
  return new Answer(201, show(call, createEmoji(world, emoji, picture, causeOf(call))));
}

function edit(call: Call): unknown {
  const guild = theGuild(call);
  const emoji = theEmoji(call, guild);
  requireMayChange(call, emoji);
  const body = fieldsOf(call.body);
  const form = new Form();
  const changes: Partial<Pick<SimEmoji, 'name' | 'roles'>> = {};
  if (body.name !== undefined) changes.name = readName(form, body.name) ?? emoji.name;
  if (body.roles !== undefined) changes.roles = readRoles(call, form, guild, body.roles);
  form.done();
  return show(call, updateEmoji(call.world, emoji, changes, causeOf(call)));
}

function remove(call: Call): unknown {
  const emoji = theEmoji(call, theGuild(call));
  requireMayChange(call, emoji);
  deleteEmoji(call.world, emoji, causeOf(call));
  return undefined;
}

/** One's own emojis with the right to add some, those of others with the right to manage them. */
function requireMayChange(call: Call, emoji: SimEmoji): void {
  const own = guildPermissions(call.world, emoji.guild_id, call.actor.userId);
  const isMine = emoji.creator_id === call.actor.userId && has(own, P.CreateGuildExpressions);
  if (!isMine && !has(own, P.ManageGuildExpressions)) throw refusal('missingPermissions');
}

function readName(form: Form, value: unknown): string | undefined {
  const name = form.text(value, 'name', { min: 2, max: 32 });
  if (name !== undefined && /\W/.test(name))
    form.fail('name', 'STRING_TYPE_REGEX', 'String value did not match validation regex.');
  return name;
}

function readPicture(form: Form, value: unknown): Buffer {
  const none = Buffer.alloc(0);
  if (value === undefined || value === null) {
    form.missing('image');
    return none;
  }
  const bytes = readImage(form, value, 'image');
  if (!bytes) return none;
  if (bytes.length > MAX_BYTES)
    form.fail('image', 'BINARY_TYPE_MAX_SIZE', 'File cannot be larger than 256.0 kb.');
  else if (!isImage(bytes)) form.fail('image', 'IMAGE_INVALID', 'Invalid image data');
  return bytes;
}

function readRoles(call: Call, form: Form, guild: SimGuild, value: unknown): string[] {
  return form.list(value, 'roles', { max: 250 }).map((id) => theRole(call, guild.id, String(id)).id);
}
