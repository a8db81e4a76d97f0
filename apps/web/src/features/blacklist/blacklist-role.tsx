import type { Role } from '@tickets/contract/servers/guild';
import { ShieldBan } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Combobox } from '../../components/ui/choosing/combobox.tsx';
import { roleOptions } from '../../components/ui/choosing/option-marks.tsx';
import { Field } from '../../components/ui/fields/field.tsx';
import { AddEntry } from './add-entry.tsx';

interface BlacklistRoleProps {
  guildId: string;
  roles: readonly Role[];
  /** Roles that are on the blacklist already. */
  listed: readonly string[];
  onAdded: () => void;
}

export function BlacklistRole({ guildId, roles, listed, onAdded }: BlacklistRoleProps) {
  const t = useTranslations('blacklist');
  const first = useRef<HTMLButtonElement>(null);
  const [role, setRole] = useState<string | null>(null);
  // @everyone has the server's id, and cannot be blacklisted. Nobody but the bot has its own.
  const offered = roles.filter(
    ({ id, of_this_bot }) => id !== guildId && !of_this_bot && !listed.includes(id),
  );

  return (
    <AddEntry
      guildId={guildId}
      button={{ label: t('new_role'), icon: <ShieldBan aria-hidden="true" /> }}
      title={t('role_form.title')}
      entry={{ entity_type: 1, snowflake: role ?? '' }}
      problem={role ? undefined : t('role_form.role_missing')}
      entered={role ?? ''}
      nameOf={({ id }) => roles.find((known) => known.id === id)?.name ?? t('role_by_id', { id })}
      onReset={() => setRole(null)}
      onAdded={onAdded}
      first={first}
    >
      <Field label={t('role_form.role')} name="snowflake">
        <Combobox
          ref={first}
          value={role}
          onChange={setRole}
          options={roleOptions(offered)}
          placeholder={t('role_form.placeholder')}
        />
      </Field>
    </AddEntry>
  );
}
