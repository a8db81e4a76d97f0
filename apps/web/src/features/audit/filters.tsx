import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PersonSearch } from '../../components/ui/choosing/person-search.tsx';
import { Select } from '../../components/ui/choosing/select.tsx';
import { Field } from '../../components/ui/fields/field.tsx';
import { TextInput } from '../../components/ui/fields/text-input.tsx';
import { memberSearch, peopleQuery } from '../../lib/api/guild.queries.ts';
import styles from './audit.module.css';
import { actionOf, actionsOf, kindOf, kinds, sources } from './audit-filter.ts';
import type { AuditSearch } from './audit-search.ts';

interface FiltersProps {
  guildId: string;
  search: AuditSearch;
  onChange: (search: AuditSearch) => void;
}

/** What the log is narrowed down to. Each choice counts at once, and stands in the address. */
export function Filters({ guildId, search, onChange }: FiltersProps) {
  const t = useTranslations('audit');
  const { user, type: _, id: __, action: ___, ...others } = search;
  const kind = kindOf(search);
  const actions = kind ? actionsOf(kind).filter(isOffered) : [];
  const change = (field: keyof AuditSearch, value: string) => {
    const { [field]: _, ...rest } = search;
    onChange(value ? { ...rest, [field]: value } : rest);
  };
  return (
    <section className={styles.filters} aria-label={t('filter.label')}>
      <Person guildId={guildId} id={user} onChange={(id) => change('user', id)} />
      <Field label={t('filter.kind')}>
        <Select
          value={kind ?? ''}
          onChange={(type) => onChange({ ...others, ...(user && { user }), ...(type && { type }) })}
          options={[
            { value: '', label: t('filter.any_kind') },
            ...kinds.map((value) => ({ value, label: t(`kind.${value}`) })),
          ]}
        />
      </Field>
      <Field label={t('filter.action')}>
        <Select
          // Which changes there are is known once it is known of what.
          disabled={actions.length < 2}
          value={actionOf(search) ?? ''}
          onChange={(action) => change('action', action)}
          options={[
            { value: '', label: t('filter.any_action') },
            ...actions.map((value) => ({ value, label: t(`action.${value}`) })),
          ]}
        />
      </Field>
      <Field label={t('filter.source')}>
        <Select
          value={search.source ?? ''}
          onChange={(source) => change('source', source)}
          options={[
            { value: '', label: t('filter.any_source') },
            ...sources.map((value) => ({ value, label: t(`source.${value}`) })),
          ]}
        />
      </Field>
      <Field label={t('filter.from')}>
        <Day value={search.from ?? ''} onChange={(day) => change('from', day)} />
      </Field>
      <Field label={t('filter.to')}>
        <Day value={search.to ?? ''} onChange={(day) => change('to', day)} />
      </Field>
    </section>
  );
}

const ofNoServer = ['own_integration', 'whitelabel', 'bot_staff'] as const;
type OfServer<Action extends string> = Action extends `${(typeof ofNoServer)[number]}.${string}`
  ? never
  : Action;
const isOffered = <Action extends string>(action: Action): action is OfServer<Action> =>
  !ofNoServer.some((kind) => action.startsWith(`${kind}.`));

function Person({
  guildId,
  id,
  onChange,
}: {
  guildId: string;
  id: string | undefined;
  onChange: (id: string) => void;
}) {
  const t = useTranslations('audit.filter');
  const people = useQuery({ ...peopleQuery(guildId, id ? [id] : []), enabled: id !== undefined });
  const known = people.data?.find((person) => person.id === id);
  const person = id === undefined ? null : (known ?? { id, username: id, avatar: '' });
  return (
    <Field label={t('person')} className={styles.person}>
      <PersonSearch
        // Who is not known yet by the id of the address is drawn anew once they are.
        key={`${id} ${known?.username}`}
        {...memberSearch(guildId)}
        value={person}
        onChange={(found) => onChange(found?.id ?? '')}
      />
    </Field>
  );
}

/** Years before the product are on the way to the one that is being typed. */
const isWhole = (day: string) => day === '' || day >= '2015';

function Day({ value, onChange }: { value: string; onChange: (day: string) => void }) {
  const [typed, setTyped] = useState<string>();
  return (
    <TextInput
      type="date"
      value={typed ?? value}
      min="2015-01-01"
      max="9999-12-31"
      onChange={(day) => {
        setTyped(isWhole(day) ? undefined : day);
        if (isWhole(day)) onChange(day);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
