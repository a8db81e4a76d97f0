import type { Transcript, TranscriptMessage } from '@tickets/contract/transcripts/transcripts';
import type { MentionNames } from '@tickets/discord-ui/types';
import type { Drawing, Pictures } from './drawing.ts';
import { factsOf } from './facts.ts';
import { formattedText, timeText } from './formatted-text.ts';
import { type Html, html } from './html.ts';
import { componentOf, embedOf, fileOf } from './message-parts.ts';
import { importedWords, isImportedIn, wholeness } from './whole.ts';

/**
 * A transcript as one page of HTML that needs nothing else: no script, no address of ours, and no picture but those that it
 * holds itself. What people wrote in it is text wherever it stands.
 */
export function drawPage(transcript: Transcript): Drawing {
  const { channel_name, ticket_id, answers } = transcript;
  const names = namesIn(transcript);
  const isImported = isImportedIn(transcript);
  const answeredBy = answeredIn(transcript);
  let before: number | undefined;
  return {
    begin: () =>
      html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="referrer" content="no-referrer">
<title>#${channel_name}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>#${channel_name}</h1>
${transcript.imported ? importedLine : null}
<p class="small">Ticket #${ticket_id}. Times are in UTC. ${wholeness(transcript).join(' ')}</p>
<ul class="facts">${factsOf(transcript).map((fact) => html`<li>${fact}</li>`)}</ul>
${answers.length ? html`<dl>${answers.map(({ label, value }) => html`<dt>${label}</dt><dd>${value || '-'}</dd>`)}</dl>` : null}
`.source,
    messages: (batch, pictures) =>
      batch
        .map((message) => {
          const isOther = message.ticket_id !== (before ?? ticket_id);
          const imported = isImported(message);
          const heading = isOther ? headingOf(message.ticket_id, { own: ticket_id, imported }) : null;
          before = message.ticket_id;
          return html`${heading}${messageOf(message, transcript, { names, pictures, imported, answered: answeredBy(message) })}`
            .source;
        })
        .join(''),
    end: () =>
      html`${before === undefined ? html`<p>No messages found.</p>` : null}
</main>
</body>
</html>
`.source,
  };
}

const importedLine = html`<p class="imported">${importedWords}</p>`;

const headingOf = (id: number, { own, imported }: { own: number; imported: boolean }) =>
  html`<h2>${id === own ? `Ticket #${id}` : `Earlier ticket #${id}`}</h2>${imported ? importedLine : null}`;

/** Names of everybody and everything that the texts mention. */
export function namesIn({ entities }: Transcript): MentionNames {
  const named = <T>(all: Record<string, T>, name: (one: T) => string) =>
    Object.fromEntries(Object.entries(all).map(([id, one]) => [id, name(one)]));
  return {
    users: named(entities.users, ({ username }) => username),
    channels: named(entities.channels, ({ name }) => name),
    roles: entities.roles,
  };
}

/** How its author is called. */
export const authorOf = ({ entities }: Transcript, { author }: Pick<TranscriptMessage, 'author'>) =>
  entities.users[author]?.username ?? 'Unknown User';

/** Tells of one message after the other whom it answers; `id` is that of the answered message, where it is here. */
export function answeredIn(transcript: Transcript) {
  const authors = new Map<string, string>();
  return ({ id, author, reply_to }: TranscriptMessage): { id?: string; words: string } | undefined => {
    authors.set(id, author);
    if (!reply_to) return undefined;
    const answered = authors.get(reply_to);
    if (answered === undefined) return { words: 'in reply to a message that is not here' };
    return { id: reply_to, words: `in reply to ${authorOf(transcript, { author: answered })}` };
  };
}

const isBot = ({ entities }: Transcript, { author }: TranscriptMessage) =>
  entities.users[author]?.badge === 'bot';

/** A bot's message is not marked: it names the staff member that it was sent for. */
export const isStaff = (message: TranscriptMessage, transcript: Transcript) =>
  message.by_staff && !isBot(transcript, message);

interface Shown {
  names: MentionNames;
  pictures: Pictures;
  imported: boolean;
  answered: ReturnType<ReturnType<typeof answeredIn>>;
}

function messageOf(message: TranscriptMessage, transcript: Transcript, shown: Shown): Html {
  const { names, pictures, imported, answered } = shown;
  const { content, embeds, attachments, components, time, edited, deleted } = message;
  const changes = [edited && 'edited', deleted && 'deleted'].filter(Boolean).join(', ');
  return html`<article id="m${message.id}">
<header><strong>${authorOf(transcript, message)}</strong>${isBot(transcript, message) ? html` <span class="badge">APP</span>` : null}${isStaff(message, transcript) ? html` <span class="badge">Staff</span>` : null}${imported ? html` <span class="badge imported">Imported</span>` : null}
<time datetime="${new Date(time).toISOString()}">${timeText(time)}</time>${changes ? html` <span class="small">(${changes})</span>` : null}</header>
${answered ? html`<p class="small">${answered.id ? html`<a href="#m${answered.id}">${answered.words}</a>` : answered.words}</p>` : null}
${content ? formattedText(content, names) : null}
${attachments.map((file) => fileOf(file, pictures.get(file.id)))}
${embeds.map((embed) => embedOf(embed, names))}
${components.map((component) => componentOf(component, names))}
</article>
`;
}

/** Of ours alone, so nothing in it needs escaping. */
const STYLE = html`
body{margin:0;font:16px/1.45 system-ui,sans-serif;background:#fff;color:#1c1e23}
main{max-width:860px;margin:0 auto;padding:24px 16px;overflow-wrap:anywhere}
.facts{margin:12px 0;padding-inline-start:20px}
h1{font-size:22px;margin:0}h2{font-size:16px;margin:24px 0 8px}p,dl,dd{margin:0}
dl{margin:16px 0;padding:12px 16px;border:1px solid #d9dce3;border-radius:8px}dt{font-weight:600}dd{margin:0 0 8px;white-space:pre-wrap}
article{margin:16px 0;break-inside:avoid}header time,.small{color:#5c6270;font-size:13px}
.badge{padding:1px 5px;border-radius:4px;background:#5865f2;color:#fff;font-size:11px}
.imported{background:#fff2d1;color:#5c4300}p.imported{margin:8px 0;padding:8px 12px;border-radius:8px}
.text{white-space:pre-wrap}.heading{font-weight:600}.mention{background:#e6e8fd;border-radius:3px;padding:0 2px}
.spoiler{background:#e3e5ea;border-radius:3px}.bullet{padding-inline-start:12px}
.embed{margin:6px 0;padding:8px 12px;border-inline-start:4px solid;border-radius:4px;background:#f2f3f5;max-width:520px}
.control{display:inline-block;margin:4px 6px 0 0;padding:3px 10px;border:1px solid #b9bec9;border-radius:6px;font-size:14px}
.file{margin:4px 0}.file img{display:block;max-width:min(100%,480px);max-height:480px;border-radius:6px}code{font:14px ui-monospace,monospace;background:#eceef2;border-radius:3px;padding:0 3px}
pre{margin:4px 0;padding:8px;background:#eceef2;border-radius:4px;white-space:pre-wrap}pre code{padding:0}
blockquote{margin:2px 0;padding-inline-start:10px;border-inline-start:4px solid #c9cdd6}
hr{border:0;border-top:1px solid #d9dce3;margin:16px 0}
@media (prefers-color-scheme:dark){@media screen{body{background:#17181c;color:#e3e5e8}a{color:#8ea1ff}
header time,.small{color:#a3a8b4}.embed{background:#222429}code,pre{background:#26282e}dl,hr,.control{border-color:#3a3d46}
.mention{background:#33376b}.spoiler{background:#3a3d46}.imported{background:#3d3213;color:#ffe3a0}}}
`;
