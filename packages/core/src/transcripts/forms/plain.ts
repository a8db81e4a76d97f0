import type { Transcript, TranscriptMessage } from '@tickets/contract/transcripts/transcripts';
import { formatSize } from '@tickets/discord-ui/message/files';
import { nameOf } from '@tickets/discord-ui/text/names';
import type { DiscordComponent, DiscordEmbed, MentionNames } from '@tickets/discord-ui/types';
import type { Drawing } from './drawing.ts';
import { factsOf } from './facts.ts';
import { timeText } from './formatted-text.ts';
import { selects, whyMissing, wordsOf } from './message-parts.ts';
import { answeredIn, authorOf, isStaff, namesIn } from './page.ts';
import { importedWords, isImportedIn, wholeness } from './whole.ts';

/** Whatever an editor may show as the end of a line. */
const lineEnds = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;
const margin = '  ';

/**
 * A transcript as plain text: one message below the other, as it was typed, with names in place of ids. What people wrote stands
 * behind a margin, so that nothing in it looks like the head of another message.
 */
export function drawText(transcript: Transcript): Drawing {
  const { channel_name, ticket_id, answers } = transcript;
  const names = namesIn(transcript);
  const answeredBy = answeredIn(transcript);
  let isEmpty = true;
  return {
    begin: () =>
      [
        [
          `#${channel_name}`,
          ...(transcript.imported ? [importedWords] : []),
          `Ticket #${ticket_id}. Times are in UTC.`,
          wholeness(transcript).join(' '),
        ].join('\n'),
        factsOf(transcript)
          .map((fact) => fact.split(lineEnds).join(`\n${margin}`))
          .join('\n'),
        ...answers.map(({ label, value }) => `${label}\n${behind(margin, value || '-')}`),
      ].join('\n\n'),
    messages(batch) {
      if (batch.length) isEmpty = false;
      return batch
        .map(
          (message) => `\n\n${blockOf(message, transcript, { names, answered: answeredBy(message)?.words })}`,
        )
        .join('');
    },
    end: () => (isEmpty ? '\n\nNo messages found.\n' : '\n'),
  };
}

function blockOf(
  message: TranscriptMessage,
  transcript: Transcript,
  { names, answered }: { names: MentionNames; answered: string | undefined },
): string {
  const { content, embeds, attachments, components, time, edited, deleted, ticket_id } = message;
  const notes = [
    isStaff(message, transcript) && 'staff',
    ticket_id !== transcript.ticket_id && `ticket #${ticket_id}`,
    isImportedIn(transcript)(message) && 'imported',
    edited && 'edited',
    deleted && 'deleted',
  ].filter(Boolean);
  // Before the name, of which people choose every word.
  const head = `[${[timeText(time), ...notes].join(', ')}] ${inLine(authorOf(transcript, message))}`;
  const parts = [
    answered ? `[${inLine(answered)}]` : '',
    content && behind(margin, named(content, names)),
    ...embeds.map((embed) => embedText(embed, names)),
    ...attachments.map(({ filename, size, copy }) => {
      const why = whyMissing(copy);
      return `[File: ${inLine(filename)}, ${formatSize(size)}${why ? `, ${why}` : ''}]`;
    }),
    ...components.flatMap((component) => linesOf(component, names)),
  ];
  return [head, ...parts.filter((part) => part !== '')].join('\n');
}

function embedText(
  { author, title, description, fields, footer }: DiscordEmbed,
  names: MentionNames,
): string {
  const lines = [
    author?.name,
    title,
    description,
    ...(fields ?? []).map(({ name, value }) => `${name}: ${value}`),
    footer?.text,
  ];
  return lines.flatMap((line) => (line ? behind(`${margin}| `, named(line, names)) : [])).join('\n');
}

/** What can be read of a component and of those in it, and where its pictures, files and links are. */
function linesOf(component: DiscordComponent, names: MentionNames): string[] {
  const { type = 0, content, url, description, media, items = [], file, name, accessory } = component;
  const inBrackets = (kind: string, ...words: (string | null | undefined)[]) =>
    `[${kind}: ${inLine(words.filter(Boolean).join(', '))}]`;
  const select = selects[type];
  return [
    ...(content ? [behind(margin, named(content, names))] : []),
    ...(type === 2 ? [inBrackets('Button', wordsOf(component), url)] : []),
    ...(select ? [inBrackets('Menu', component.placeholder || select)] : []),
    ...(media ? [inBrackets('Picture', description, media.url)] : []),
    ...items.map((item) => inBrackets('Picture', item.description, item.media?.url)),
    ...(file ? [inBrackets('File', name, file.url)] : []),
    ...(component.components ?? []).flatMap((one) => linesOf(one, names)),
    ...(accessory ? linesOf(accessory, names) : []),
  ];
}

const behind = (before: string, text: string) =>
  text
    .split(lineEnds)
    .map((line) => before + line)
    .join('\n');

const inLine = (text: string) => text.split(lineEnds).join(' ');

/** Discord writes ids where people see names: https://discord.com/developers/docs/reference#message-formatting */
function named(text: string, names: MentionNames): string {
  return text
    .replace(/<@!?(\d+)>/g, (_, id: string) => `@${nameOf.user(names, id)}`)
    .replace(/<@&(\d+)>/g, (_, id: string) => `@${nameOf.role(names, id).name}`)
    .replace(/<#(\d+)>/g, (_, id: string) => `#${nameOf.channel(names, id)}`)
    .replace(/<a?(:\w+:)\d+>/g, '$1')
    .replace(/<t:(-?\d+)(?::\w)?>/g, (_, seconds: string) => timeText(Number(seconds) * 1000));
}
