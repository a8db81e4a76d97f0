import type {
  APIAttachment,
  APIEmbed,
  APIMessage,
  APIMessageTopLevelComponent,
  APIPoll,
  APIStickerItem,
} from 'discord-api-types/v10';
import { escapeAnswer } from './answer-embeds.ts';

/** What is kept as an embed because a message has no other place for it. `type` says what it was. */
type Piece = Omit<APIEmbed, 'type'> & {
  type: 'sticker' | 'poll' | 'forward';
  sticker?: Pick<APIStickerItem, 'id' | 'format_type'>;
};

type Carrier = Pick<APIMessage, 'sticker_items' | 'poll' | 'message_snapshots'>;

/** Everything to see in a message beside its text, files and components: its embeds, and what it has instead of words. */
export function embedsOf(message: Carrier & Pick<APIMessage, 'embeds'>): (APIEmbed | Piece)[] {
  return [...(message.embeds ?? []), ...piecesOf(message), ...snapshotsOf(message).flatMap(forwardOf)];
}

/** With those of the messages that it passes on. */
export function componentsOf(
  message: Carrier & Pick<APIMessage, 'components'>,
): APIMessageTopLevelComponent[] {
  return [
    ...(message.components ?? []),
    ...snapshotsOf(message).flatMap(({ components }) => components ?? []),
  ];
}

/** With the files of the messages that it passes on. */
export function filesOf(message: Carrier & Pick<APIMessage, 'attachments'>): APIAttachment[] {
  return [
    ...(message.attachments ?? []),
    ...snapshotsOf(message).flatMap(({ attachments }) => attachments ?? []),
  ];
}

const snapshotsOf = ({ message_snapshots = [] }: Carrier) => message_snapshots.map(({ message }) => message);

function forwardOf(message: ReturnType<typeof snapshotsOf>[number]): (APIEmbed | Piece)[] {
  return [{ type: 'forward', description: message.content }, ...(message.embeds ?? []), ...piecesOf(message)];
}

function piecesOf({ sticker_items = [], poll }: Pick<Carrier, 'sticker_items' | 'poll'>): Piece[] {
  return [...sticker_items.map(stickerOf), ...(poll ? [pollOf(poll)] : [])];
}

function stickerOf({ id, name, format_type }: APIStickerItem): Piece {
  return { type: 'sticker', title: name, sticker: { id, format_type } };
}

function pollOf({ question, answers }: APIPoll): Piece {
  const lines = answers.map(({ poll_media: { text, emoji } }) =>
    ['-', emoji && (emoji.id ? `<:${emoji.name}:${emoji.id}>` : emoji.name), text && escapeAnswer(text)]
      .filter(Boolean)
      .join(' '),
  );
  return { type: 'poll', title: question.text ?? '', description: lines.join('\n') };
}
