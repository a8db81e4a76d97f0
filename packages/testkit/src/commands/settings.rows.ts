import { buildChannel, buildPanel } from '../data/factories.ts';
import type { Scene } from './scene.ts';
import { type Row, slash } from './table.ts';

const target = 'user_or_role: member or role, required';
const other = (s: Scene) => ({ user_or_role: s.w.other.id });
const of = (id: string, option = 'user_or_role') => ({ [option]: id });

function entry({ w }: Scene, user_id: string, rank: 'admin' | 'support') {
  const entry = { guild_id: w.guild_id, user_id, [rank]: true };
  return w.ctx.db.insertInto('permissions').values(entry).execute();
}

/** A command of its own for each refusal that is about whom it names. */
const naming = (
  command: string,
  who: (s: Scene) => string,
  says: string | ((s: Scene) => string),
  option?: string,
) => ({
  ...slash(command, (s) => of(who(s), option)),
  says,
});

/** Deleted, as the bot has heard, while Discord still offered it. */
const goneRole = (command: string, option?: string) => ({
  ...naming(command, () => '7', 'This role is not in the server any more. Choose another one.', option),
  before: async ({ w }: Scene) => w.sim.world.roles.put({ ...w.bot_role, id: '7', name: 'Gone' }),
});

const everyoneIsNoStaff = '@everyone cannot be staff. Choose a member or another role.';
const ownerStays = 'The owner of the server always stays on its staff.';
const notSelf = 'You cannot remove yourself. Ask another administrator to do it.';

export const settingsRows: readonly Row[] = [
  {
    ...slash('addadmin', other),
    level: 'admin',
    where: 'server',
    options: [target],
    says: (s) =>
      `<@${s.w.other.id}> will be able to see every ticket and to change every setting of the bot. Confirm to make them administrators.`,
    seenBy: 'oneself',
    refuses: {
      'the owner': naming(
        'addadmin',
        (s) => s.w.owner.id,
        'The owner of the server administers the bot already.',
      ),
      '@everyone': naming('addadmin', (s) => s.w.guild_id, everyoneIsNoStaff),
      'a role that is gone': goneRole('addadmin'),
    },
  },
  {
    ...slash('removeadmin', other),
    level: 'admin',
    where: 'server',
    options: [target],
    before: (s) => entry(s, s.w.other.id, 'admin'),
    says: (s) => `<@${s.w.other.id}> can no longer administer the bot.`,
    seenBy: 'oneself',
    refuses: {
      'the owner': naming('removeadmin', (s) => s.w.owner.id, ownerStays),
      oneself: naming('removeadmin', (s) => s.by.id, notSelf),
      'who is none': naming(
        'removeadmin',
        (s) => s.member.id,
        (s) => `<@${s.member.id}> is not among the administrators. /viewstaff shows who is.`,
      ),
    },
  },
  {
    ...slash('addsupport', (s) => of(s.w.bot_role.id, 'role')),
    level: 'admin',
    where: 'server',
    options: ['role: member or role, required'],
    says: (s) =>
      `Everybody with <@&${s.w.bot_role.id}> will be able to see and answer tickets. Confirm to make them support.`,
    seenBy: 'oneself',
    refuses: {
      members: naming(
        'addsupport',
        (s) => s.w.other.id,
        'Members are no longer made support one by one. Give them a role and add that role, or put them into another team in the dashboard than Default.',
        'role',
      ),
      '@everyone': naming('addsupport', (s) => s.w.guild_id, everyoneIsNoStaff, 'role'),
      'a role that is gone': goneRole('addsupport', 'role'),
    },
  },
  {
    ...slash('removesupport', other),
    level: 'admin',
    where: 'server',
    options: [target],
    before: (s) => entry(s, s.w.other.id, 'support'),
    says: (s) => `<@${s.w.other.id}> is no longer support staff.`,
    seenBy: 'oneself',
    refuses: {
      'the owner': naming('removesupport', (s) => s.w.owner.id, ownerStays),
      oneself: naming('removesupport', (s) => s.by.id, notSelf),
      'who is none': naming(
        'removesupport',
        (s) => s.member.id,
        (s) => `<@${s.member.id}> is not among the support staff. /viewstaff shows who is.`,
      ),
    },
  },
  {
    ...slash('autoclose configure'),
    level: 'admin',
    where: 'server',
    says: 'When tickets close by themselves is set in the dashboard.',
    seenBy: 'oneself',
  },
  {
    ...slash('autoclose exclude'),
    level: 'support',
    where: 'ticket',
    says: 'This ticket no longer closes by itself. Use the command again to undo that.',
    seenBy: 'oneself',
  },
  {
    ...slash('blacklist', other),
    level: 'support',
    where: 'server',
    options: [target],
    says: (s) =>
      `<@${s.w.other.id}> has been blacklisted. They can no longer open tickets or use the bot in this server.`,
    seenBy: 'oneself',
    refuses: {
      oneself: naming('blacklist', (s) => s.by.id, 'You cannot blacklist yourself.'),
      staff: naming('blacklist', (s) => s.admin.id, 'You cannot blacklist staff members!'),
      '@everyone': naming(
        'blacklist',
        (s) => s.w.guild_id,
        'You cannot blacklist @everyone. Choose a member or another role.',
      ),
      'a role that is gone': goneRole('blacklist'),
      'more than 250 members': {
        before: ({ w }) => fill(w, 'blacklisted_users', 'user_id', 250),
        says: 'Blacklist limit (250) reached: consider using a role instead',
      },
      'more than 50 roles': {
        ...slash('blacklist', (s) => of(s.w.bot_role.id)),
        before: ({ w }) => fill(w, 'blacklisted_roles', 'role_id', 50),
        says: 'Blacklist limit (50) reached',
      },
    },
  },
  {
    ...slash('language'),
    level: 'admin',
    where: 'server',
    says: 'The bot speaks **English** in this server. Choose another language here.',
    seenBy: 'oneself',
  },
  {
    ...slash('panel'),
    level: 'admin',
    where: 'server',
    says: 'Panels are made and changed in the dashboard.',
    seenBy: 'oneself',
  },
  {
    ...slash('premium'),
    level: 'admin',
    where: 'server',
    says: 'Every server of this bot has premium.',
    seenBy: 'oneself',
  },
  {
    ...slash('setup auto'),
    level: 'admin',
    where: 'server',
    says: 'Setup',
    seenBy: 'oneself',
  },
  {
    ...slash('setup limit', () => ({ limit: 3 })),
    level: 'admin',
    where: 'server',
    options: ['limit: whole number from 1 to 10, required'],
    says: 'Open tickets that one member can have at once: **3**',
    seenBy: 'oneself',
  },
  {
    ...slash('setup transcripts', (s) => ({ channel: s.w.notices.id })),
    level: 'admin',
    where: 'server',
    options: ['channel: text channel, required'],
    says: (s) => `Closed tickets are reported in <#${s.w.notices.id}> now.`,
    seenBy: 'oneself',
    outlasts: true,
    refuses: {
      'what is no text channel': {
        ...slash('setup transcripts', (s) => ({ channel: s.w.category.id })),
        says: 'Closed tickets can only be reported in a text channel of this server. Choose another one.',
      },
    },
  },
  {
    ...slash('setup use-threads', (s) => ({
      use_threads: true,
      ticket_notification_channel: s.w.notices.id,
    })),
    level: 'admin',
    where: 'server',
    options: ['use_threads: yes or no, required', 'ticket_notification_channel: text channel'],
    says: (s) => `New tickets are threads now. Staff join them from <#${s.w.notices.id}>.`,
    seenBy: 'oneself',
    refuses: {
      'threads without a channel': {
        ...slash('setup use-threads', () => ({ use_threads: true })),
        says: 'You must select a ticket notification channel',
      },
      'what is no text channel': {
        ...slash('setup use-threads', (s) => ({
          use_threads: true,
          ticket_notification_channel: s.w.category.id,
        })),
        says: 'Ticket notification channel is not a text channel',
      },
      'panels where Discord has no private threads': {
        before: async ({ w }) => {
          const { guild_id, ctx } = w;
          const channel_id = await buildChannel(ctx, { guild_id, type: 5, name: 'news' });
          await buildPanel(ctx, { guild_id, channel_id });
        },
        ...slash('setup use-threads', (s) => ({
          use_threads: true,
          ticket_notification_channel: s.w.notices.id,
        })),
        says: 'Discord has no private threads in announcement channels. Move the panels in #news to text channels first.',
      },
    },
  },
  {
    ...slash('viewstaff'),
    level: 'everyone',
    where: 'server',
    says: (s) => `<@${s.w.owner.id}> (owner)`,
    seenBy: 'oneself',
  },
];

function fill(w: Scene['w'], table: 'blacklisted_users' | 'blacklisted_roles', id: string, count: number) {
  const { guild_id } = w;
  const rows = Array.from({ length: count }, (_, index) => ({ guild_id, [id]: String(1000 + index) }));
  return w.ctx.db
    .insertInto(table)
    .values(rows as never)
    .execute(); // the id that the table has
}
