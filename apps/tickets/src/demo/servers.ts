import { requiredPermissions } from '@tickets/core/platform/discord/bot-permissions';
import type { World } from '@tickets/discord-sim/world/world';
import { ChannelType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { hashOf, members, type Person } from './people.ts';

export interface DemoServer {
  guild_id: string;
  name: string;
  owner: Person;
  roles: Record<string, string>;
  channels: Record<string, string>;
  emojis: Record<string, string>;
  staff: Person[];
  /** Name of the role that makes someone support staff. */
  supportRole: string;
}

interface Plan {
  name: string;
  owner: Person;
  icon: string;
  roles: { name: string; color: number; permissions?: bigint; people: Person[] }[];
  /** Categories with their channels; a staff category is hidden from everybody else. */
  categories: {
    name: string;
    staff?: boolean;
    channels: (string | { name: string; announcement: true })[];
  }[];
  emojis: string[];
  staff: Person[];
  supportRole: string;
}

const plans = {
  harbour: {
    name: 'Harbour Games',
    owner: 'olive',
    icon: hashOf('harbour'),
    roles: [
      { name: 'Moderator', color: 0x9b59b6, people: ['saffron'] },
      { name: 'Support', color: 0x3498db, people: ['sage', 'basil'] },
      { name: 'Supporter', color: 0xf1c40f, people: ['maple', 'otter', 'heron', 'poppy'] },
      { name: 'Muted', color: 0x607d8b, people: ['pike'] },
    ],
    categories: [
      { name: 'Information', channels: ['welcome', { name: 'announcements', announcement: true }] },
      { name: 'Community', channels: ['general', 'screenshots', 'looking-for-crew'] },
      { name: 'Help', channels: ['open-a-ticket'] },
      { name: 'Tickets', channels: [] },
      { name: 'More tickets', channels: [] },
      { name: 'Waiting for an answer', channels: [] },
      { name: 'Team', staff: true, channels: ['staff-chat', 'ticket-archive', 'ticket-notices'] },
    ],
    emojis: ['anchor_wave', 'harbour', 'gg'],
    staff: ['sage', 'basil', 'saffron'],
    supportRole: 'Support',
  },
  pixel: {
    name: 'Pixel, No Premium',
    owner: 'juniper',
    icon: `a_${hashOf('pixel')}`,
    roles: [
      { name: 'Admin', color: 0xe74c3c, permissions: P.Administrator, people: ['olive'] },
      { name: 'Helper', color: 0x1abc9c, people: ['sage', 'wren'] },
    ],
    categories: [
      { name: 'Start here', channels: ['rules', 'get-help'] },
      { name: 'Studio', channels: ['lounge', 'show-and-tell', 'critique'] },
      { name: 'Tickets', channels: [] },
      { name: 'Crew', staff: true, channels: ['crew', 'closed-tickets'] },
    ],
    emojis: ['pixel_heart'],
    staff: ['sage', 'wren'],
    supportRole: 'Helper',
  },
  kitchen: {
    name: 'Open Kitchen',
    owner: 'sage',
    icon: hashOf('kitchen'),
    roles: [{ name: 'Front of House', color: 0xe67e22, people: ['olive', 'hazel'] }],
    categories: [
      { name: 'Dining room', channels: ['menu', 'chat', 'ask-us'] },
      { name: 'Tickets', channels: [] },
      { name: 'Pass', staff: true, channels: ['pass', 'archive'] },
    ],
    emojis: [],
    staff: ['olive', 'hazel'],
    supportRole: 'Front of House',
  },
  /** New: nothing is set up in it yet. */
  readers: {
    name: 'Night Readers',
    owner: 'basil',
    icon: '',
    roles: [{ name: 'Librarian', color: 0x34495e, people: ['indigo'] }],
    categories: [{ name: 'Library', channels: ['lobby', 'now-reading', 'reviews'] }],
    emojis: [],
    staff: ['indigo'],
    supportRole: 'Librarian',
  },
} satisfies Record<string, Plan>;

export type ServerKey = keyof typeof plans;

/** Builds the four servers in the simulated Discord, each with the bot in it. */
export function addServers(
  world: World,
  ids: Record<Person, string>,
  botId: string,
  born: number,
): Record<ServerKey, DemoServer> {
  const built = Object.entries(plans).map(([key, plan], index) => [
    key,
    addServer(world, plan, ids, botId, born + index * 86_400_000),
  ]);
  return Object.fromEntries(built) as Record<ServerKey, DemoServer>; // one entry for each plan
}

function addServer(
  world: World,
  plan: Plan,
  ids: Record<Person, string>,
  botId: string,
  born: number,
): DemoServer {
  const guild = world.addGuild({
    id: world.newId(born),
    created_at: born,
    name: plan.name,
    icon: plan.icon || null,
    owner_id: ids[plan.owner],
  });
  const guild_id = guild.id;
  const roles: Record<string, string> = {};
  for (const role of plan.roles) {
    const { id } = world.addRole({
      guild_id,
      name: role.name,
      color: role.color,
      permissions: role.permissions ?? 0n,
      hoist: true,
      mentionable: true,
    });
    roles[role.name] = id;
  }
  const botRole = world.addRole({
    guild_id,
    name: 'Tickets',
    managed: true,
    permissions: requiredPermissions,
    tags: { bot_id: botId },
  });
  world.addMember({ guild_id, user_id: botId, roles: [botRole.id] });

  const inside = new Set<Person>([
    ...plan.roles.flatMap((role) => role.people),
    ...members,
    'olive',
    'warden',
  ]);
  inside.delete(plan.owner);
  for (const person of inside) {
    const held = plan.roles
      .filter((role) => role.people.includes(person))
      .map((role) => roles[role.name] ?? '');
    world.addMember({ guild_id, user_id: ids[person], roles: held });
  }

  const staffRoles = plan.roles
    .filter((role) => role.people.some((person) => plan.staff.includes(person)))
    .map((role) => roles[role.name] ?? '');
  const channels: Record<string, string> = {};
  for (const category of plan.categories) {
    const permission_overwrites = category.staff
      ? [
          { id: guild_id, type: 0, allow: '0', deny: String(P.ViewChannel) },
          ...staffRoles.map((id) => ({ id, type: 0, allow: String(P.ViewChannel), deny: '0' })),
          { id: botRole.id, type: 0, allow: String(P.ViewChannel | P.SendMessages), deny: '0' },
        ]
      : [];
    const parent = world.addChannel({
      guild_id,
      type: ChannelType.GuildCategory,
      name: category.name,
      created_at: born,
      permission_overwrites,
    });
    channels[category.name] = parent.id;
    for (const channel of category.channels) {
      const { name, type } =
        typeof channel === 'string'
          ? { name: channel, type: ChannelType.GuildText }
          : { name: channel.name, type: ChannelType.GuildAnnouncement };
      channels[name] = world.addChannel({
        guild_id,
        type,
        name,
        parent_id: parent.id,
        created_at: born,
        permission_overwrites,
      }).id;
    }
  }
  const emojis: Record<string, string> = {};
  for (const name of plan.emojis) emojis[name] = world.addEmoji({ guild_id, name }).id;
  return {
    guild_id,
    name: plan.name,
    owner: plan.owner,
    roles,
    channels,
    emojis,
    staff: plan.staff,
    supportRole: plan.supportRole,
  };
}
