import { cx } from '../class-names.ts';
import { type Mentioned, useDiscordHost } from '../host.ts';
import { roleColour } from '../role-colour.ts';
import styles from './markdown.module.css';

interface MentionProps {
  name: string;
  /** Of a role. */
  color?: number | undefined;
  /** What a press leads to, where the host goes there. */
  to?: Mentioned;
}

export function Mention({ name, color, to }: MentionProps) {
  const { onMention } = useDiscordHost();
  if (to && onMention)
    return (
      <button
        type="button"
        className={cx(styles.mention, styles.pressable)}
        onClick={({ currentTarget }) => onMention(to, currentTarget)}
      >
        {name}
      </button>
    );
  return (
    <span className={cx(styles.mention, color ? styles.coloured : undefined)} style={roleColour(color)}>
      {name}
    </span>
  );
}
