import type { Message } from '../simulator/types.ts';

/** Messages of one author that follow each other within this time stand together. */
const GROUP_MS = 7 * 60_000;

export type LogRow =
  | { kind: 'day'; key: string; date: Date }
  | { kind: 'message'; key: string; message: Message; isGrouped: boolean };

export function logRows(messages: readonly Message[]): LogRow[] {
  return messages.flatMap((message, index) => {
    const before = messages[index - 1];
    const date = new Date(message.time);
    const isNewDay = !before || new Date(before.time).toDateString() !== date.toDateString();
    const row: LogRow = {
      kind: 'message',
      key: message.id,
      message,
      isGrouped: !isNewDay && before !== undefined && goOn(before, message),
    };
    return isNewDay ? [{ kind: 'day', key: `day-${message.id}`, date }, row] : [row];
  });
}

/** Whether a message goes on where the one before it ended, without naming its author again. */
function goOn(before: Message, message: Message): boolean {
  return (
    !message.reply &&
    !message.command &&
    !isSystem(before) &&
    before.author.id === message.author.id &&
    before.author.name === message.author.name &&
    before.ephemeral === message.ephemeral &&
    Date.parse(message.time) - Date.parse(before.time) < GROUP_MS
  );
}

/** Discord's own lines about what someone did, by the type of the message. */
export const systemTypes = [1, 2, 4, 6, 7, 18, 21] as const;
export type SystemType = (typeof systemTypes)[number];

export const systemTypeOf = ({ type }: Pick<Message, 'type'>): SystemType | undefined =>
  systemTypes.find((known) => known === type);

const isSystem = (message: Message) => systemTypeOf(message) !== undefined;
