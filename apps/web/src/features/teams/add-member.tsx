import type { Role } from '@tickets/contract/servers/guild';
import type { TeamMember } from '@tickets/contract/teams/teams';
import { Plus } from 'lucide-react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { Combobox } from '../../components/ui/choosing/combobox.tsx';
import { roleOptions } from '../../components/ui/choosing/option-marks.tsx';
import { fetchPersonSearch, PersonSearch } from '../../components/ui/choosing/person-search.tsx';
import type { FoundPerson } from '../../components/ui/choosing/person-search-props.ts';
import { Field } from '../../components/ui/fields/field.tsx';
import { placeOfFocus } from '../../components/ui/overlays/keep-focus.ts';
import { memberSearch } from '../../lib/api/guild.queries.ts';
import { useUnlessLetIn } from '../../lib/page/let-in.ts';
import styles from './teams.module.css';

interface AddProps {
  guildId: string;
  /** Who and what is in the list already, and not offered again. */
  listed: readonly string[];
  busy: boolean;
  onAdd: (member: TeamMember, onAdded: () => void) => void;
}

export function AddRole({ guildId, listed, busy, onAdd, roles }: AddProps & { roles: readonly Role[] }) {
  const t = useTranslations('teams.add_role');
  const unlessLetIn = useUnlessLetIn();
  const [chosen, setChosen] = useState<string | null>(null);
  const field = useRef<HTMLButtonElement>(null);
  // @everyone has the server's id, and cannot be staff. Nobody but the bot has its own.
  const offered = roles.filter(
    ({ id, of_this_bot }) => id !== guildId && !of_this_bot && !listed.includes(id),
  );
  const role = offered.find(({ id }) => id === chosen);
  return (
    <div className={styles.beside}>
      <Field label={t('label')}>
        <Combobox
          ref={field}
          value={role ? chosen : null}
          onChange={setChosen}
          options={roleOptions(offered)}
          placeholder={t('placeholder')}
        />
      </Field>
      <Button
        aria-label={t('submit_named')}
        icon={<Plus aria-hidden="true" />}
        {...unlessLetIn}
        disabled={!role || unlessLetIn.disabled}
        busy={busy}
        onClick={(event) => {
          if (!role) return;
          keepFocus(event);
          onAdd({ id: role.id, type: 1, name: role.name }, () => {
            setChosen(null);
            field.current?.focus();
          });
        }}
      >
        {t('submit')}
      </Button>
    </div>
  );
}

export function AddPerson({ guildId, listed, busy, onAdd }: AddProps) {
  const t = useTranslations('teams.add_person');
  const unlessLetIn = useUnlessLetIn();
  const [person, setPerson] = useState<FoundPerson | null>(null);
  // The box keeps what was typed; another one is empty.
  const [box, setBox] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box > 0) input.current?.focus();
  }, [box]);
  return (
    <div className={styles.beside} onPointerEnter={fetchPersonSearch}>
      <Field label={t('label')}>
        <PersonSearch
          key={box}
          {...memberSearch(guildId)}
          inputRef={input}
          value={person}
          onChange={setPerson}
          isBarred={({ id }) => listed.includes(id)}
        />
      </Field>
      <Button
        aria-label={t('submit_named')}
        icon={<Plus aria-hidden="true" />}
        {...unlessLetIn}
        disabled={!person || listed.includes(person.id) || unlessLetIn.disabled}
        busy={busy}
        onClick={(event) => {
          if (!person) return;
          keepFocus(event);
          const { id, username, avatar } = person;
          onAdd({ id, type: 0, name: username, avatar }, () => {
            setPerson(null);
            setBox(box + 1);
          });
        }}
      >
        {t('submit')}
      </Button>
    </div>
  );
}

/** The button is off while it is at work. What was added leaves the focus to the next; a refusal gives it back. */
const keepFocus = ({ currentTarget }: MouseEvent) => placeOfFocus(currentTarget).keep();
