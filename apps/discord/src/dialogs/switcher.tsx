import { Check } from 'lucide-react';
import { useState } from 'react';
import { become } from '../client/become.ts';
import { useClient, useClientState } from '../client/client.ts';
import { meIn } from '../client/state.ts';
import type { PlayablePerson } from '../simulator/types.ts';
import { Avatar } from '../ui/avatar.tsx';
import ui from '../ui/ui.module.css';
import { Dialog } from './dialog.tsx';
import styles from './dialogs.module.css';

/** More than this many are searched. */
const FEW = 8;

/** Who one is: another person at a click, without a sign-in. */
export function Switcher() {
  const client = useClient();
  const state = useClientState();
  const me = meIn(state);
  const [query, setQuery] = useState('');
  const isListed = state.people.some(({ id }) => id === me.id);
  const all: readonly PlayablePerson[] = isListed ? state.people : [{ ...me, about: '' }, ...state.people];
  const shown = all.filter(({ name, username, about }) =>
    `${name} ${username} ${about}`.toLowerCase().includes(query.toLowerCase()),
  );
  const choose = (id: string) =>
    client.attempt(() =>
      become(client, id, { channel: state.channelId, server: state.serverId, quiet: true }),
    );
  return (
    <Dialog title="Who do you want to be?" onClose={client.closeDialog}>
      {all.length > FEW ? (
        <input
          type="text"
          className={ui.search}
          placeholder="Find a person"
          aria-label="Find a person"
          value={query}
          onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        />
      ) : null}
      <ul className={styles.people}>
        {shown.map(({ id, name, username, about, avatar_url }) => (
          <li key={id}>
            <button type="button" aria-current={id === me.id || undefined} onClick={() => void choose(id)}>
              <Avatar src={avatar_url} size={40} />
              <span>
                <b>{name}</b>
                <small>{about || `@${username}`}</small>
              </span>
              {id === me.id ? <Check size={20} aria-hidden="true" /> : null}
            </button>
          </li>
        ))}
      </ul>
      <p className={ui.hint}>
        Two people at once: open this page in another window and be someone else there.
      </p>
    </Dialog>
  );
}
