import { ChannelType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { refusal } from '../errors.ts';
import { has } from '../permissions/compute.ts';
import type { SimChannel } from '../world/entities.ts';
import type { World } from '../world/world.ts';
import { permissionsAround, permissionsHere } from './access.ts';
import type { Call, Fields } from './call.ts';
import type { Form } from './validate/form.ts';
import { normalChannelName } from './validate/names.ts';
import { checkTargets, readOverwrites, requireMayGive } from './validate/overwrites.ts';

const MAX_IN_GUILD = 500;
const MAX_IN_CATEGORY = 50;
const MAX_OVERWRITES = 1000;
const ARCHIVE_MINUTES = [60, 1440, 4320, 10080] as const;

/** Reads what a request says about a channel, new or changed. Absent fields stay absent. */
export function readChannelFields(
  world: World,
  form: Form,
  body: Fields,
  type: ChannelType,
): Partial<SimChannel> {
  const fields: Partial<SimChannel> = {};
  if (body.name !== undefined) {
    const name = form.text(body.name, 'name', { min: 1, max: 100, required: true }) ?? '';
    fields.name = world.alterChannelName(normalChannelName(name, type));
    if (name !== '' && fields.name === '') form.badLength('name', 1, 100);
  }
  if (body.topic !== undefined) fields.topic = form.text(body.topic, 'topic', { max: 1024 }) ?? null;
  if (body.nsfw !== undefined) fields.nsfw = body.nsfw === true;
  if (body.position !== undefined) fields.position = form.integer(body.position, 'position', { min: 0 }) ?? 0;
  if (body.rate_limit_per_user !== undefined) {
    const limits = { min: 0, max: 21_600 };
    fields.rate_limit_per_user = form.integer(body.rate_limit_per_user, 'rate_limit_per_user', limits) ?? 0;
  }
  if (body.default_auto_archive_duration !== undefined) {
    const path = 'default_auto_archive_duration';
    fields.default_auto_archive_duration = form.choice(
      body.default_auto_archive_duration,
      path,
      ARCHIVE_MINUTES,
    );
  }
  if (body.parent_id !== undefined)
    fields.parent_id = body.parent_id === null ? null : String(body.parent_id);
  if (body.permission_overwrites !== undefined) {
    fields.permission_overwrites = readOverwrites(form, body.permission_overwrites, 'permission_overwrites');
  }
  return fields;
}

export function readArchiveDuration(form: Form, value: unknown) {
  return form.choice(value, 'auto_archive_duration', ARCHIVE_MINUTES);
}

/** The place a channel asks for must be a category of the same server with room in it. */
export function checkParent(
  call: Call,
  form: Form,
  guildId: string,
  parentId: string | null | undefined,
  own?: string,
): void {
  if (!parentId) return;
  const parent = call.world.channels.get(parentId);
  if (!parent || parent.guild_id !== guildId) {
    form.fail('parent_id', 'CHANNEL_PARENT_INVALID', 'Category does not exist');
    return;
  }
  if (parent.type !== ChannelType.GuildCategory) {
    form.fail('parent_id', 'CHANNEL_PARENT_INVALID_TYPE', 'Not a category');
    return;
  }
  const others = call.world.channels.keysIn('parent', parentId).filter((id) => id !== own);
  if (others.length >= MAX_IN_CATEGORY) {
    form.fail(
      'parent_id',
      'CHANNEL_PARENT_MAX_CHANNELS',
      'Maximum number of channels in category reached (50)',
    );
  }
}

export function requireRoomInGuild(call: Call, guildId: string): void {
  if (call.world.channels.countIn('guild', guildId) >= MAX_IN_GUILD) throw refusal('maxChannels');
}

/** Checks overwrites that came with a new or changed channel, in the category where it comes to be. */
export function checkOverwrites(
  call: Call,
  form: Form,
  place: { guild_id: string; parent_id: string | null | undefined },
  after: SimChannel['permission_overwrites'] | undefined,
  before?: SimChannel,
): void {
  if (!after) return;
  if (after.length > MAX_OVERWRITES) throw refusal('maxOverwrites');
  checkTargets(call, form, place.guild_id, after, 'permission_overwrites');
  if (before && !has(permissionsHere(call, before), P.ManageRoles)) throw refusal('missingPermissions');
  const own = permissionsAround(call, place.guild_id, place.parent_id);
  requireMayGive(own, before?.permission_overwrites ?? [], after);
}
