import { UserRoundX } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { fetchPersonSearch, PersonSearch } from '../../components/ui/choosing/person-search.tsx';
import type { FoundPerson } from '../../components/ui/choosing/person-search-props.ts';
import { Field } from '../../components/ui/fields/field.tsx';
import { Switch } from '../../components/ui/fields/switch.tsx';
import { TextInput } from '../../components/ui/fields/text-input.tsx';
import { memberSearch } from '../../lib/api/guild.queries.ts';
import { AddEntry } from './add-entry.tsx';

export function BlacklistUser({ guildId, onAdded }: { guildId: string; onAdded: () => void }) {
  const t = useTranslations('blacklist');
  const first = useRef<HTMLInputElement>(null);
  const [byId, setById] = useState(false);
  const [id, setId] = useState('');
  const [person, setPerson] = useState<FoundPerson | null>(null);
  const chosen = byId ? id.trim() : (person?.id ?? '');
  const isId = /^\d{1,19}$/.test(chosen);

  return (
    <AddEntry
      guildId={guildId}
      button={{ label: t('new_user'), icon: <UserRoundX aria-hidden="true" />, variant: 'primary' }}
      title={t('user_form.title')}
      entry={{ entity_type: 0, snowflake: chosen }}
      problem={isId ? undefined : t(byId ? 'user_form.id_invalid' : 'user_form.user_missing')}
      entered={`${byId} ${chosen}`}
      nameOf={(added) => (added.resolved ? added.username : t('user_by_id', { id: added.id }))}
      onReset={() => {
        setById(false);
        setId('');
        setPerson(null);
      }}
      onAdded={onAdded}
      onNear={fetchPersonSearch}
      first={first}
    >
      <Field label={t('user_form.by_id')} hint={t('user_form.by_id_hint')} inline>
        <Switch checked={byId} onChange={setById} />
      </Field>
      {byId ? (
        <Field label={t('user_form.id')} name="snowflake">
          <TextInput
            ref={first}
            value={id}
            onChange={setId}
            inputMode="numeric"
            placeholder={t('user_form.id_placeholder')}
          />
        </Field>
      ) : (
        <Field label={t('user_form.user')} name="snowflake">
          <PersonSearch {...memberSearch(guildId)} value={person} onChange={setPerson} inputRef={first} />
        </Field>
      )}
    </AddEntry>
  );
}
