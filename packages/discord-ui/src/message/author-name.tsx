import { cx } from '../class-names.ts';
import { EmojiText } from '../emoji/emoji-text.tsx';
import { useDiscordHost } from '../host.ts';
import { roleColour } from '../role-colour.ts';
import coloured from '../text/markdown.module.css';
import styles from './message.module.css';

interface AuthorNameProps {
  name: string;
  /** Of the highest role that has one. */
  color?: number | null | undefined;
  bot?: boolean | undefined;
}

/** Who wrote a message, in the colour of their role, with the badge of an app. */
export function AuthorName({ name, color, bot }: AuthorNameProps) {
  return (
    <>
      <span
        className={cx(styles.author, color ? coloured.coloured : styles.bright)}
        style={roleColour(color ?? undefined)}
      >
        <EmojiText text={name} />
      </span>
      {bot ? (
        <>
          {' '}
          <AppBadge />
        </>
      ) : null}
    </>
  );
}

/** Beside the name of everyone who is a program. */
export function AppBadge() {
  const { text } = useDiscordHost();
  return <span className={styles.app}>{text('app')}</span>;
}
