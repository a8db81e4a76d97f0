import { cx } from '@tickets/discord-ui/class-names';
import { Dots } from '@tickets/discord-ui/live/dots.tsx';
import { AuthorName } from '@tickets/discord-ui/message/author-name.tsx';
import { useClient, useSelected } from '../client/client.ts';
import { dismissLine } from '../client/interactions.ts';
import { type LocalLine, meIn } from '../client/state.ts';
import { Problem } from '../ui/text-field.tsx';
import styles from './message.module.css';
import { OnlyYouLine, UsedLine } from './message-parts.tsx';

interface LocalMessageProps {
  line: LocalLine;
  channelId: string;
}

/** A line that only this page knows: a command on its way, or one that came to nothing. */
export function LocalMessage({ line, channelId }: LocalMessageProps) {
  const client = useClient();
  const me = useSelected(meIn);
  return (
    <article
      className={cx(styles.message, styles.first, styles.marked)}
      data-message
      tabIndex={-1}
      aria-label={line.problem ?? `Sending ${line.name}`}
    >
      <UsedLine avatarUrl={me.avatar_url} by="You">
        {`${line.slash ? '/' : ''}${line.name}`}
      </UsedLine>
      <img className={styles.avatar} src={line.app.avatar_url} alt="" width={40} height={40} />
      <div className={styles.byline}>
        <AuthorName name={line.app.name} bot />
      </div>
      <div className={styles.body}>
        {line.problem ? (
          <Problem text={line.problem} />
        ) : (
          <p className={styles.thinking}>
            <Dots /> Sending command…
          </p>
        )}
      </div>
      {line.problem ? <OnlyYouLine onDismiss={() => dismissLine(client, channelId, line.id)} /> : null}
    </article>
  );
}
