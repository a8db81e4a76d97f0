import { useDiscordHost } from '../host.ts';
import { AuthorName } from '../message/author-name.tsx';
import styles from './member-row.module.css';

export interface MemberRowProps {
  name: string;
  avatarUrl?: string | undefined;
  bot?: boolean;
  /** Whether the dot at the picture is the green one. */
  online?: boolean;
  /** What is shown below the name, such as what somebody plays. */
  activity?: string | undefined;
}

const AVATAR_PX = 32;

/** Somebody as a server's list of members shows them. */
export function MemberRow({ name, avatarUrl, bot, online = true, activity }: MemberRowProps) {
  const { Avatar } = useDiscordHost();
  return (
    <div className={styles.row}>
      <span className={styles.face}>
        <Avatar src={avatarUrl} name={name} size={AVATAR_PX} />
        <span className={online ? styles.online : styles.offline} />
      </span>
      <span className={styles.words}>
        <span className={styles.name}>
          <AuthorName name={name} bot={bot} />
        </span>
        {activity ? <span className={styles.activity}>{activity}</span> : null}
      </span>
    </div>
  );
}
