import { cx } from '@tickets/discord-ui/class-names';
import { Choices } from '@tickets/discord-ui/live/choices.tsx';
import { matching } from '@tickets/discord-ui/live/matching';
import { useChoices } from '@tickets/discord-ui/live/use-choices';
import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { byRank, roleDot } from '../client/choices.tsx';
import { useClient } from '../client/client.ts';
import type { Member, Role, Server } from '../simulator/types.ts';
import ui from '../ui/ui.module.css';
import styles from './floating.module.css';

interface ProfileRolesProps {
  server: Server;
  member: Member;
}

export function ProfileRoles({ server, member }: ProfileRolesProps) {
  const client = useClient();
  const [isAdding, setAdding] = useState(false);
  const plus = useRef<HTMLButtonElement>(null);
  const has = ({ id }: Role) => member.role_ids.includes(id);
  const roles = server.roles.filter(has).sort(byRank);
  const missing = server.roles.filter((role) => role.can_manage && !has(role)).sort(byRank);
  if (roles.length === 0 && !server.can_manage_roles) return null;
  const change = (method: 'PUT' | 'DELETE', roleId: string) =>
    client.attempt(() =>
      client.api.discord(method, `/guilds/${server.id}/members/${member.id}/roles/${roleId}`),
    );
  // What was pressed goes away with the role, and the focus must not go with it.
  const keepFocus = () => plus.current?.focus();
  const stopAdding = () => {
    setAdding(false);
    keepFocus();
  };
  return (
    <>
      <ul className={styles.roleChips} aria-label="Roles">
        {roles.map((role) => (
          <li key={role.id}>
            <RoleDot
              role={role}
              onTake={() => {
                keepFocus();
                void change('DELETE', role.id);
              }}
            />
            {role.name}
          </li>
        ))}
        {server.can_manage_roles ? (
          <li className={styles.add}>
            <button
              type="button"
              ref={plus}
              aria-label="Add Role"
              title="Add Role"
              aria-expanded={isAdding}
              onClick={() => setAdding(!isAdding)}
            >
              <Plus size={14} aria-hidden="true" />
              {roles.length === 0 ? 'Add Role' : null}
            </button>
          </li>
        ) : null}
      </ul>
      {isAdding ? (
        <RolePicker
          roles={missing}
          onPick={(id) => {
            stopAdding();
            void change('PUT', id);
          }}
          onClose={stopAdding}
        />
      ) : null}
    </>
  );
}

function RoleDot({ role, onTake }: { role: Role; onTake: () => void }) {
  const style = { background: roleDot(role) };
  if (!role.can_manage) return <span className={ui.dot} style={style} />;
  const label = `Remove role ${role.name}`;
  return (
    <button
      type="button"
      className={cx(ui.dot, styles.remove)}
      style={style}
      aria-label={label}
      title={label}
      onClick={onTake}
    >
      <X size={10} strokeWidth={4} aria-hidden="true" />
    </button>
  );
}

interface RolePickerProps {
  roles: readonly Role[];
  onPick: (roleId: string) => void;
  onClose: () => void;
}

function RolePicker({ roles, onPick, onClose }: RolePickerProps) {
  const id = useId();
  const [query, setQuery] = useState('');
  const all = roles.map((role) => ({ value: role.id, label: role.name, colour: roleDot(role) }));
  const items = matching(all, query);
  const pick = ({ value }: { value: string }) => onPick(value);
  const { onKeyDown: onChoiceKey, ...choices } = useChoices(items, pick);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.nativeEvent.stopPropagation();
      onClose();
    } else if (event.key !== 'Tab') onChoiceKey(event);
  };
  return (
    <div className={styles.rolePicker}>
      <input
        ref={focusFirst}
        type="text"
        className={ui.search}
        placeholder="Role"
        aria-label="Find a role to add"
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={items.length > 0 ? `${id}-${choices.active}` : undefined}
        value={query}
        onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Choices
        id={id}
        label="Roles to add"
        items={items}
        {...choices}
        onPick={pick}
        empty="No role that you may give"
      />
    </div>
  );
}

function focusFirst(input: HTMLInputElement | null) {
  input?.focus();
}
