import type { TranscriptMessage } from '@tickets/contract/transcripts/transcripts';
import { formatSize } from '@tickets/discord-ui/message/files';
import type { DiscordComponent, DiscordEmbed, DiscordEmoji, MentionNames } from '@tickets/discord-ui/types';
import { formattedText, link, timeText } from './formatted-text.ts';
import { type Html, html } from './html.ts';

/** An embed, of whose pictures only the addresses are kept: the page loads nothing. */
export function embedOf(embed: DiscordEmbed, names: MentionNames): Html {
  const { author, title, url, description, fields, image, thumbnail, footer, timestamp } = embed;
  const colour = typeof embed.color === 'number' && embed.color > 0 ? hex(embed.color) : '#80848e';
  return html`<div class="embed" style="border-color:${colour}">
${author?.name ? html`<p class="small">${link(author.url, html`${author.name}`)}</p>` : null}
${title ? html`<p class="heading">${link(url, html`${title}`)}</p>` : null}
${description ? formattedText(description, names) : null}
${(fields ?? []).map(({ name, value }) => html`<p class="heading">${name}</p>${formattedText(value, names)}`)}
${picture(image?.url)}${picture(thumbnail?.url)}
${footer?.text || timestamp ? html`<p class="small">${[footer?.text, timestamp && timeText(Date.parse(timestamp))].filter(Boolean).join(' • ')}</p>` : null}
</div>`;
}

/** What somebody sent: its picture, where the page holds it, its name and size, and where it was when the page was made. */
export function fileOf(
  { filename, size, url, copy }: TranscriptMessage['attachments'][number],
  held?: string,
): Html {
  const why = whyMissing(copy);
  const name = why ? html`${filename}` : link(url, html`${filename}`);
  return html`<p class="file">${held ? html`<img src="${held}" alt="${filename}">` : null}${held ? filename : name} <span class="small">${formatSize(size)}${why ? ` · ${why}` : ''}</span></p>`;
}

/** Undefined for a file of which there is a copy, or will be. */
export function whyMissing(copy: TranscriptMessage['attachments'][number]['copy']): string | undefined {
  return copy === 'stored' || copy === 'pending' ? undefined : reasons[copy];
}

const reasons = {
  too_large: 'not kept: it was larger than files may be',
  over_quota: 'not kept: the server, or the person who opened the ticket, had no room left for files',
  gone: 'not kept: Discord had it no more when it was to be copied',
};

export const selects: Record<number, string> = {
  3: 'Select an option',
  5: 'Select a user',
  6: 'Select a role',
  7: 'Select a user or role',
  8: 'Select a channel',
};

/** A button, a menu or a piece of layout, by its number at Discord. */
export function componentOf(component: DiscordComponent, names: MentionNames): Html {
  const inside = (component.components ?? []).map((one) => componentOf(one, names));
  const select = selects[component.type ?? 0];
  if (select) return html`<span class="control">${component.placeholder || select} ▾</span>`;
  switch (component.type) {
    case 1:
      return html`<div>${inside}</div>`;
    case 2:
      return html`<span class="control">${link(component.url, html`${wordsOf(component)}`)}</span>`;
    case 9:
      return html`<div>${inside}${component.accessory ? componentOf(component.accessory, names) : null}</div>`;
    case 10:
      return formattedText(component.content ?? '', names);
    case 11:
      return html`${picture(component.media?.url, component.description)}`;
    case 12:
      return html`<div>${(component.items ?? []).map(({ media, description }) => picture(media?.url, description))}</div>`;
    case 13:
      return html`<p class="file">${link(component.file?.url, html`${component.name || 'File'}`)}</p>`;
    case 14:
      return html`<hr>`;
    case 17:
      return html`<div class="embed" style="border-color:${hex(component.accent_color ?? 0x80848e)}">${inside}</div>`;
    default:
      return html`<div><p class="small">Unknown component type</p>${inside}${
        component.accessory ? componentOf(component.accessory, names) : null
      }${picture(component.media?.url)}</div>`;
  }
}

/** What stands on a button. */
export function wordsOf({ label, emoji }: DiscordComponent): string {
  return [emojiName(emoji), label].filter(Boolean).join(' ') || 'Button';
}

const emojiName = (emoji: DiscordEmoji | string | null | undefined) =>
  typeof emoji === 'object' && emoji ? (emoji.id ? `:${emoji.name}:` : emoji.name) : emoji;

const picture = (url: string | null | undefined, words?: string | null) =>
  url ? html`<p class="file">${link(url, html`${words || 'Picture'}`)}</p>` : null;

const hex = (colour: number) => `#${(colour & 0xffffff).toString(16).padStart(6, '0')}`;
