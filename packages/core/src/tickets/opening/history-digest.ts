import { MessageType } from 'discord-api-types/v10';
import { type SqlBool, sql } from 'kysely';
import { clip } from '../../embeds/payload.ts';
import type { Context } from '../../platform/context.ts';
import { type MentionedNames, mentionedNames } from '../conversation/mentions.ts';
import { attachmentsOf, authorsFor, type StoredMessage } from '../conversation/message-views.ts';
import { escapeAnswer } from '../model/answer-embeds.ts';
import type { TicketKey } from '../model/find.ts';

const shownMax = 10;
const textMax = 240;
/** With mentions, which are longer than the names in their place. Imported messages are as long as they like. */
const contentMax = 4_000;
const linesMax = 5;
const filesMax = 3;
/** Of the 4096 characters of an embed, so that the words around it have room, too. */
const digestMax = 3_500;

/** `count`: of everything that people said; `earlier`: of what is not in the text. */
interface Digest {
  text: string;
  count: number;
  earlier: number;
}

/** What people last said in a ticket, as text for an embed that formats and mentions nothing, oldest first. */
export async function digestOf(ctx: Context, ticket: TicketKey): Promise<Digest> {
  const { guild_id } = ticket;
  const [latest, { count }] = await Promise.all([
    said(ctx, ticket)
      .select([
        'message_id',
        'ticket_id',
        'author_id',
        'author_name',
        'author_avatar',
        'sent_by',
        'created_at',
        sql<string>`left(content, ${contentMax})`.as('content'),
        sql<null>`null`.as('embeds'),
        sql<null>`null`.as('components'),
      ])
      .orderBy('message_id', 'desc')
      .limit(shownMax)
      .execute(),
    said(ctx, ticket)
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow(),
  ]);
  const [authors, files, names] = await Promise.all([
    // As everybody may read it who is in the channel.
    authorsFor(ctx, guild_id, { is_staff: false }, latest),
    attachmentsOf(ctx, guild_id, latest),
    mentionedNames(ctx, guild_id, latest, { is_staff: false }),
  ]);
  const entries = latest.map((message) => {
    const { global_name, username } = authors.of(message);
    const filenames = (files.get(message.message_id) ?? []).map(({ filename }) => filename);
    const head = `**${escapeAnswer(global_name || username)}** <t:${unixSeconds(message)}:f>`;
    return [head, ...quoteOf(message, names, filenames)].join('\n');
  });
  const shown = newestWithin(entries, digestMax);
  return { text: shown.toReversed().join('\n'), count: Number(count), earlier: Number(count) - shown.length };
}

/** What the bot said itself is not part of what was talked about, unless someone asked it to. */
function said(ctx: Context, { guild_id, ticket_id }: TicketKey) {
  return ctx.db
    .selectFrom('ticket_messages')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('sent_by', 'is not', null),
        eb('type', '=', MessageType.ChatInputCommand),
        eb.and([eb('author_bot', '=', false), eb('type', 'in', [MessageType.Default, MessageType.Reply])]),
      ]),
    )
    .where(
      sql<SqlBool>`(content <> '' or exists (select from ticket_attachments a
        where a.guild_id = ${guild_id} and a.ticket_id = ${ticket_id} and a.message_id = ticket_messages.message_id))`,
    );
}

function quoteOf(
  { content }: Pick<StoredMessage, 'content'>,
  names: MentionedNames,
  filenames: readonly string[],
): readonly string[] {
  const lines = clip(withNames(content, names), textMax)
    .split('\n')
    .filter((line) => line.trim());
  const cut = lines.length > linesMax ? [...lines.slice(0, linesMax), '…'] : lines;
  const more = filenames.length > filesMax ? ', …' : '';
  const files = filenames.slice(0, filesMax).map((name) => clip(name, 60));
  return [
    ...cut.map((line) => `> ${escapeAnswer(line)}`),
    ...(files.length ? [`> 📎 ${escapeAnswer(files.join(', '))}${more}`] : []),
  ];
}

/** Names in the place of mentions, which would otherwise be numbers once they are gone from Discord. */
function withNames(content: string, { users, roles, channels }: MentionedNames): string {
  return content
    .replace(/<@!?(\d+)>/g, (_, id: string) => `@${nameOf(users.get(id)) ?? id}`)
    .replace(/<@&(\d+)>/g, (_, id: string) => `@${roles[id]?.name ?? id}`)
    .replace(/<#(\d+)>/g, (_, id: string) => `#${channels[id] ?? id}`)
    .replace(/<a?(:\w+:)\d+>/g, '$1');
}

const nameOf = (user: { global_name: string | null; username: string } | undefined) =>
  user && (user.global_name || user.username);

const unixSeconds = ({ created_at }: Pick<StoredMessage, 'created_at'>) =>
  Math.floor(created_at.getTime() / 1000);

function newestWithin(entries: readonly string[], max: number): string[] {
  let size = 0;
  const end = entries.findIndex((entry) => {
    size += entry.length + 1;
    return size > max;
  });
  return end === -1 ? [...entries] : entries.slice(0, end);
}
