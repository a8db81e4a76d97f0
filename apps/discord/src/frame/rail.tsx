import { MessageCircle, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { isCategory } from '../client/channel-order.ts';
import { useClient, useClientState } from '../client/client.ts';
import { goTo } from '../client/navigation.ts';
import { isUnread, mentionsIn } from '../client/state.ts';
import styles from './side.module.css';

/** The servers one is in. */
export function Rail() {
  const client = useClient();
  const state = useClientState();
  const open = (server: string | null) => void goTo(client, null, { server, push: true });
  return (
    <nav className={styles.rail} aria-label="Servers">
      <RailButton
        label="Direct Messages"
        isCurrent={state.serverId === null}
        badge={mentionsIn(state, state.directs)}
        onClick={() => open(null)}
      >
        <span className={styles.railMark}>
          <MessageCircle aria-hidden="true" />
        </span>
      </RailButton>
      <hr />
      {state.servers.map((server) => (
        <RailButton
          key={server.id}
          label={server.name}
          isCurrent={state.serverId === server.id}
          isUnread={server.channels.some(
            (channel) => !isCategory(channel) && channel.can_view && isUnread(state, channel),
          )}
          badge={mentionsIn(state, server.channels)}
          onClick={() => open(server.id)}
        >
          <img src={server.icon_url} alt="" width={48} height={48} />
        </RailButton>
      ))}
      {state.joinable.length > 0 ? (
        <RailButton label="Join a Server" onClick={() => client.openDialog({ kind: 'join' })}>
          <span className={`${styles.railMark} ${styles.join}`}>
            <Plus aria-hidden="true" />
          </span>
        </RailButton>
      ) : null}
    </nav>
  );
}

interface RailButtonProps {
  label: string;
  isCurrent?: boolean;
  isUnread?: boolean;
  badge?: number;
  onClick: () => void;
  children: ReactNode;
}

function RailButton({ label, isCurrent, isUnread, badge = 0, onClick, children }: RailButtonProps) {
  return (
    <button
      type="button"
      className={styles.railButton}
      aria-label={withNews(label, badge, isUnread) ?? label}
      title={label}
      aria-current={isCurrent ? 'page' : undefined}
      data-unread={isUnread || undefined}
      onClick={onClick}
    >
      {children}
      <Badge count={badge} />
    </button>
  );
}

/** A name with what is new there. Undefined when nothing is. */
export function withNews(name: string, mentions: number, isUnread: boolean | undefined): string | undefined {
  if (mentions > 0) return `${name}, ${mentions} new`;
  return isUnread ? `${name}, unread` : undefined;
}

export function Badge({ count }: { count: number }) {
  return count > 0 ? (
    <span className={styles.badge} aria-hidden="true">
      {count}
    </span>
  ) : null;
}
