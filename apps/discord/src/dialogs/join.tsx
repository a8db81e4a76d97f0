import { useClient, useSelected } from '../client/client.ts';
import { Dialog } from './dialog.tsx';
import styles from './dialogs.module.css';

/** Servers in which the person is not yet. */
export function Join() {
  const client = useClient();
  const joinable = useSelected((state) => state.joinable);
  const join = (id: string) => {
    client.closeDialog();
    void client.attempt(() => client.api.join(id));
  };
  return (
    <Dialog title="Join a server" onClose={client.closeDialog}>
      <ul className={styles.people}>
        {joinable.map(({ id, name, icon_url, member_count }) => (
          <li key={id}>
            <button type="button" onClick={() => join(id)}>
              <img className={styles.square} src={icon_url} alt="" width={40} height={40} />
              <span>
                <b>{name}</b>
                <small>{member_count} members</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
