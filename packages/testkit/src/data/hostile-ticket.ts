import type { Context } from '@tickets/core/platform/context';
import { embedsOf } from '@tickets/core/tickets/model/message-pieces';
import type { APIEmbed, APIMessage } from 'discord-api-types/v10';
import { buildAnswers, buildMessage, buildTicket, buildUser, randomId } from './factories.ts';

/** Each does something in a page that takes it for markup: calls alert(), or asks evil.test for something. */
export const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "'-alert(1)-'",
  '</style><script>alert(1)</script>',
  '</title><iframe src=javascript:alert(1)>',
  '<!-- --><body onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '<javascript:alert(1)>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '```html\n<script>alert(1)</script>\n```',
  '||<b onmouseover=alert(1)>||',
  '<meta http-equiv=refresh content="0;url=https://evil.test">',
  '<form action=https://evil.test><input name=q></form>',
  '<base href=https://evil.test/>',
] as const;

/** Addresses that do something when they are opened. */
export const attackUrls = [
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
] as const;

interface HostileOptions {
  guild_id: string;
  opener_id?: string;
  panel_id?: number;
}

/** A closed ticket in which every field that a member or a bot can fill holds `attack`, and every address `url`. */
export async function buildHostileTicket(
  ctx: Context,
  attack: string,
  url: string,
  { guild_id, ...of }: HostileOptions,
) {
  const opener_id = of.opener_id ?? (await buildUser(ctx, { username: attack.slice(0, 32) })).user_id;
  const ticket = await buildTicket(ctx, {
    guild_id,
    ...(of.panel_id !== undefined && { panel_id: of.panel_id }),
    opener_id,
    channel_name: attack,
    subject: attack,
    status: 'closed',
    closed_at: ctx.clock.now(),
    closed_by: opener_id,
    close_reason: attack,
    close_source: 'discord',
    has_transcript: true,
  });
  const key = { guild_id, ticket_id: ticket.ticket_id };
  await buildAnswers(ctx, key, { [attack]: attack });
  const pieces = {
    embeds: [embedWith(attack, url)],
    sticker_items: [{ id: randomId(), name: attack, format_type: 1 }],
    poll: {
      question: { text: attack },
      answers: [{ answer_id: 1, poll_media: { text: attack, emoji: { id: null, name: attack } } }],
    },
    message_snapshots: [
      { message: { content: attack, embeds: [embedWith(attack, url)], attachments: [], mentions: [] } },
    ],
  } as unknown as APIMessage; // of which only these are read
  const { message_id } = await buildMessage(ctx, {
    ...key,
    author_id: opener_id,
    author_name: attack,
    content: attack,
    embeds: JSON.stringify(embedsOf(pieces)),
    components: JSON.stringify(componentsWith(attack, url)),
  });
  await ctx.db
    .insertInto('ticket_attachments')
    .values({
      ...key,
      message_id,
      attachment_id: randomId(),
      filename: attack,
      content_type: attack,
      size: 1,
      url,
      state: 'pending',
    })
    .execute();
  return { ...ticket, opener_id };
}

const embedWith = (attack: string, url: string): APIEmbed => ({
  title: attack,
  url,
  description: attack,
  author: { name: attack, url, icon_url: url },
  provider: { name: attack, url },
  fields: [{ name: attack, value: attack }],
  footer: { text: attack, icon_url: url },
  image: { url },
  thumbnail: { url },
  video: { url },
  timestamp: attack,
  color: 0xffffffff,
});

const componentsWith = (attack: string, url: string) => [
  {
    type: 1,
    components: [
      { type: 2, style: 5, label: attack, url, emoji: { id: attack, name: attack } },
      { type: 3, placeholder: attack, options: [{ label: attack, value: attack, description: attack }] },
    ],
  },
  {
    type: 17,
    accent_color: 1e12,
    components: [
      { type: 10, content: attack },
      { type: 12, items: [{ media: { url }, description: attack }] },
    ],
  },
  { type: 13, name: attack, file: { url } },
  { type: 9, components: [{ type: 10, content: attack }], accessory: { type: 11, media: { url } } },
];
