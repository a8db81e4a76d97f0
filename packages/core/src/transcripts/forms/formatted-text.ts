import { type MarkdownNode, parseMarkdown } from '@tickets/discord-ui/parser/markdown';
import { safeUrl } from '@tickets/discord-ui/safe-url';
import { nameOf } from '@tickets/discord-ui/text/names';
import type { MentionNames } from '@tickets/discord-ui/types';
import { type Html, html } from './html.ts';

/** A text as Discord formats it, with names in place of the ids that it mentions. Of spoilers it shows what they hide. */
export function formattedText(text: string, names: MentionNames): Html {
  return html`<div class="text">${nodesOf(parseMarkdown(text), names)}</div>`;
}

const nodesOf = (nodes: readonly MarkdownNode[], names: MentionNames) =>
  nodes.map((node) => nodeOf(node, names));

function nodeOf(node: MarkdownNode, names: MentionNames): Html {
  const inside = Array.isArray(node.content) ? nodesOf(node.content, names) : (node.content ?? '');
  switch (node.type) {
    case 'strong':
      return html`<strong>${inside}</strong>`;
    case 'em':
      return html`<em>${inside}</em>`;
    case 'underline':
      return html`<u>${inside}</u>`;
    case 'strikethrough':
      return html`<s>${inside}</s>`;
    case 'inlineCode':
      return html`<code>${inside}</code>`;
    case 'codeBlock':
      return html`<pre><code>${inside}</code></pre>`;
    case 'blockQuote':
      return html`<blockquote>${inside}</blockquote>`;
    case 'heading':
      return html`<p class="heading">${inside}</p>`;
    case 'subtext':
      return html`<p class="small">${inside}</p>`;
    case 'bullet':
      return html`<p class="bullet">${node.mark} ${inside}</p>`;
    case 'spoiler':
      return html`<span class="spoiler">${inside}</span>`;
    case 'url':
    case 'autolink':
    case 'link':
      return link(node.target, html`${inside}`);
    case 'timestamp':
      return html`<time>${timeText(Number(node.timestamp) * 1000)}</time>`;
    case 'emoji':
      return html`:${node.name}:`;
    case 'twemoji':
      return html`${node.name}`;
    default:
      return mentionOf(node, names) ?? html`${inside}`;
  }
}

function mentionOf({ type, id, fullName, navigation }: MarkdownNode, names: MentionNames): Html | undefined {
  const named = (words: string) => html`<span class="mention">${words}</span>`;
  switch (type) {
    case 'user':
      return named(`@${nameOf.user(names, id)}`);
    case 'role':
      return named(`@${nameOf.role(names, id).name}`);
    case 'channel':
      return named(`#${nameOf.channel(names, id)}`);
    case 'everyone':
    case 'here':
      return named(`@${type}`);
    case 'slashCommand':
      return named(`/${fullName}`);
    case 'guildNavigation':
      return named(`#${navigation}`);
    default:
      return undefined;
  }
}

/** A link where the address is one that a browser may follow, and else its words alone. */
export function link(url: string | null | undefined, words: Html): Html {
  const href = safeUrl(url);
  return href ? html`<a href="${href}" rel="noreferrer nofollow">${words}</a>` : words;
}

/** `2026-11-06 10:21 UTC`; a moment that no calendar has stays a number. */
export function timeText(ms: number): string {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return String(ms);
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
