import { useDayTime } from '@tickets/discord-ui/text/use-day-time';
import { ArrowRight, type LucideIcon, Pencil, Pin, Spool } from 'lucide-react';
import { elementIdOf } from '../client/messages.ts';
import type { Message } from '../simulator/types.ts';
import type { SystemType } from './log-rows.ts';
import styles from './message.module.css';
import { Author } from './message-parts.tsx';
import { useMessageMenu } from './use-message-menu.ts';

interface Line {
  Icon: LucideIcon;
  text: (message: Message) => string;
}

const lines: Record<SystemType, Line> = {
  1: { Icon: ArrowRight, text: ({ mentioned }) => `added ${mentioned.join(', ')} to the thread.` },
  2: { Icon: ArrowRight, text: ({ mentioned }) => `removed ${mentioned.join(', ')} from the thread.` },
  4: { Icon: Pencil, text: ({ content }) => `changed the channel name: ${content}` },
  6: { Icon: Pin, text: () => 'pinned a message to this channel.' },
  7: { Icon: ArrowRight, text: () => 'joined the server.' },
  18: { Icon: Spool, text: () => 'started a thread.' },
  21: { Icon: Spool, text: () => 'started this thread.' },
};

/** Discord's own line about what someone did. */
export function SystemMessage({ message, type }: { message: Message; type: SystemType }) {
  const openMenu = useMessageMenu(message);
  const dayTime = useDayTime();
  const { Icon, text } = lines[type];
  return (
    <article className={styles.system} id={elementIdOf(message.id)} onContextMenu={openMenu}>
      <Icon size={18} aria-hidden="true" />
      <p>
        <Author author={message.author} /> {text(message)}{' '}
        <time dateTime={message.time}>{dayTime(new Date(message.time))}</time>
      </p>
    </article>
  );
}
