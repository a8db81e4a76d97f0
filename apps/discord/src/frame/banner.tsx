import { ChevronDown } from 'lucide-react';
import { useClient, useClientState } from '../client/client.ts';
import { meIn } from '../client/state.ts';
import { Avatar } from '../ui/avatar.tsx';
import styles from './frame.module.css';

/** Says that nothing here is real, and who one is. */
export function Banner() {
  const client = useClient();
  const state = useClientState();
  const me = meIn(state);
  return (
    <header className={styles.banner}>
      <h1>
        <a href="/" title="About the simulated Discord">
          Simulated Discord
        </a>
      </h1>
      <p className={styles.aside}>Nothing here reaches the real one.</p>
      <span className={styles.grow} />
      {state.isConnected ? null : (
        <p className={styles.offline} role="status">
          Connecting again…
        </p>
      )}
      <button type="button" aria-haspopup="dialog" onClick={() => client.openDialog({ kind: 'switch' })}>
        <Avatar src={me.avatar_url} size={20} />
        You are: <b>{me.name}</b>
        <ChevronDown size={16} aria-hidden="true" />
      </button>
    </header>
  );
}
