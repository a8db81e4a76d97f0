import { EmojiText } from './emoji.js';
import { clockTime, colourOf, html, messageTime } from './lib.js';
import { Link, Text } from './text.js';

/** An embed as Discord draws it: bar, author, title, text, fields, pictures, footer. */
export function Embed({ embed }) {
  const style =
    embed.color === undefined || embed.color === null ? undefined : { '--bar': colourOf(embed.color) };
  const { author, footer, timestamp } = embed;
  return html`<article class="embed" style=${style} aria-label=${embed.title ?? 'Embed'}>
    <div class="embed-main">
      ${
        author &&
        html`<p class="embed-author">
        ${author.icon_url && html`<img src=${author.icon_url} alt="" width="24" height="24" />`}
        ${author.url ? html`<${Link} href=${author.url}><${EmojiText} text=${author.name} /><//>` : html`<${EmojiText} text=${author.name} />`}
      </p>`
      }
      ${embed.title && html`<p class="embed-title">${embed.url ? html`<${Link} href=${embed.url}><${Text} nodes=${embed.title_text} /><//>` : html`<${Text} nodes=${embed.title_text} />`}</p>`}
      ${embed.description && html`<div class="embed-description"><${Text} nodes=${embed.description_text} /></div>`}
      ${
        embed.fields.length > 0 &&
        html`<dl class="embed-fields">
        ${laidOut(embed.fields).map(
          ({ field, span }) => html`<div style=${{ '--span': span }}>
          <dt><${Text} nodes=${field.name_text} /></dt>
          <dd><${Text} nodes=${field.value_text} /></dd>
        </div>`,
        )}
      </dl>`
      }
      ${embed.image && html`<img class="embed-image" src=${embed.image.url} alt="" loading="lazy" />`}
      ${
        (footer || timestamp) &&
        html`<p class="embed-footer">
        ${footer?.icon_url && html`<img src=${footer.icon_url} alt="" width="20" height="20" />`}
        <span><${EmojiText} text=${[footer?.text, timestamp && when(timestamp)].filter(Boolean).join(' • ')} /></span>
      </p>`
      }
    </div>
    ${embed.thumbnail && html`<img class="embed-thumbnail" src=${embed.thumbnail.url} alt="" loading="lazy" />`}
  </article>`;
}

function when(timestamp) {
  const date = new Date(timestamp);
  return Number.isNaN(date.getTime()) ? clockTime(new Date()) : messageTime(date);
}

/** Inline fields share a line, three at most; of twelve columns each gets its part. */
function laidOut(fields) {
  const rows = [];
  for (const field of fields) {
    const row = rows.at(-1);
    if (field.inline && row?.[0].inline && row.length < 3) row.push(field);
    else rows.push([field]);
  }
  return rows.flatMap((row) =>
    row.map((field) => ({ field, span: row[0].inline ? (row.length === 2 ? 6 : 4) : 12 })),
  );
}
