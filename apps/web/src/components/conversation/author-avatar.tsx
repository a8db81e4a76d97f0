import { createContext, use, useState } from 'react';
import { Avatar } from '../ui/avatar.tsx';
import styles from './conversation.module.css';
import type { ConversationAuthor } from './types.ts';

interface Failures {
  has: (key: string, url: string) => boolean;
  failed: (key: string, url: string) => void;
}

const AvatarFailures = createContext<Failures>({ has: () => false, failed: () => {} });

/** Remembers failed pictures for the whole conversation, so that each address is asked for once per author. */
export function useAvatarFailures(): Failures {
  const [failures, setFailures] = useState<ReadonlyMap<string, ReadonlySet<string>>>(new Map());
  return {
    has: (key, url) => failures.get(key)?.has(url) ?? false,
    failed: (key, url) => setFailures((now) => new Map(now).set(key, new Set(now.get(key)).add(url))),
  };
}

export const AvatarFailuresProvider = AvatarFailures.Provider;

export function AuthorAvatar({ author }: { author: ConversationAuthor }) {
  const failures = use(AvatarFailures);
  const url = [author.avatarUrl, author.fallbackAvatarUrl].find(
    (one) => one && !failures.has(author.key, one),
  );
  if (!url) return <Avatar src={undefined} name={author.name} size={36} />;
  return (
    <img
      className={styles.avatar}
      src={url}
      alt=""
      width={36}
      height={36}
      loading="lazy"
      onError={() => failures.failed(author.key, url)}
    />
  );
}
