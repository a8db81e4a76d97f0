import { Unseen } from '@tickets/discord-ui/unseen.tsx';
import { Lock, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { roleDot } from '../client/choices.tsx';
import { type Client, useClient, useSelected } from '../client/client.ts';
import { openServer } from '../client/state.ts';
import type { Role, Server } from '../simulator/types.ts';
import { IconButton } from '../ui/icon-button.tsx';
import ui from '../ui/ui.module.css';
import { CreateRole } from './create-role.tsx';
import { Dialog } from './dialog.tsx';
import styles from './dialogs.module.css';

/** The roles of the open server, highest first, with what the person may do with them. */
export function Roles() {
  const client = useClient();
  const server = useSelected(openServer);
  const countId = useId();
  if (!server) return null;
  const roles = server.roles
    .filter(({ id }) => id !== server.id)
    .sort((a, b) => b.position - a.position || (a.id < b.id ? -1 : 1));
  return (
    <Dialog title="Roles" onClose={client.closeDialog} isWide>
      <p className={ui.hint}>
        Members use the colour of the highest role they have. You can give and delete the roles below your own
        highest one.
      </p>
      {server.can_manage_roles ? <CreateRole server={server} /> : null}
      <h3 id={countId}>Roles — {roles.length}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <ul className={styles.list} aria-labelledby={countId} tabIndex={0}>
        {roles.map((role) => (
          <RoleRow key={role.id} role={role} server={server} />
        ))}
      </ul>
    </Dialog>
  );
}

function RoleRow({ role, server }: { role: Role; server: Server }) {
  const client = useClient();
  const { name, managed, member_count } = role;
  return (
    <li>
      <span className={ui.dot} style={{ background: roleDot(role) }} />
      <span className={styles.what}>{name}</span>
      <span className={styles.aside}>{member_count === 1 ? '1 member' : `${member_count} members`}</span>
      {role.can_manage ? (
        <IconButton label={`Delete Role ${name}`} onClick={() => askToDelete(client, server, role)}>
          <Trash2 size={18} aria-hidden="true" />
        </IconButton>
      ) : (
        <span
          className={styles.locked}
          title={managed ? 'This role belongs to an app.' : 'This role is not below yours.'}
        >
          <Lock size={16} aria-hidden="true" />
          <Unseen>{managed ? 'Belongs to an app' : 'Not below your role'}</Unseen>
        </span>
      )}
    </li>
  );
}

function askToDelete(client: Client, server: Server, role: Role): void {
  client.openDialog({
    kind: 'confirm',
    title: 'Delete Role',
    text: (
      <>
        Are you sure you want to delete the <b>{role.name}</b> role? This cannot be undone.
      </>
    ),
    action: 'Delete Role',
    back: { kind: 'roles' },
    onConfirm: () => client.api.discord('DELETE', `/guilds/${server.id}/roles/${role.id}`),
  });
}
