import { Search } from 'lucide-react';
import { lazy, type RefObject, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ControlProps } from '../fields/field.tsx';
import { TextInput } from '../fields/text-input.tsx';
import { nameIn } from './person-name.ts';

export interface FoundPerson {
  id: string;
  username: string;
  global_name?: string | null;
  discriminator?: string | undefined;
  avatar: string;
}

export interface PersonSearchProps extends ControlProps {
  value: FoundPerson | null;
  onChange: (person: FoundPerson | null) => void;
  /** Finds people whose names begin with the words; without words some to begin with. */
  search: (words: string, signal: AbortSignal) => Promise<readonly FoundPerson[]>;
  /** Under which the answers are kept, each with its words. */
  queryKey: readonly unknown[];
  /** `display`: the name that someone chose, with the username quietly after it. */
  names?: 'username' | 'display';
  /** Said quietly after a name that is offered. */
  noteOf?: (person: FoundPerson) => string | undefined;
  /** Is shown, and cannot be chosen. */
  isBarred?: (person: FoundPerson) => boolean;
  /** What is said when nobody was found. */
  nobody?: string;
  /** What is typed into, for a modal that puts the focus there. */
  inputRef?: RefObject<HTMLInputElement | null>;
}

/** What someone did in the box before everything that it is made of was there. */
export interface Early {
  text: string;
  hasFocus: boolean;
}

/** Begins to fetch what a search is made of. */
export const fetchPersonSearch = () => import('./person-search-box.tsx');

const Box = lazy(async () => ({ default: (await fetchPersonSearch()).PersonSearchBox }));

/** One person, found by typing the beginning of their name. What it is made of is fetched when it appears first. */
export function PersonSearch(props: PersonSearchProps) {
  const t = useTranslations('common.person_search');
  const [early, setEarly] = useState<Early>({ text: '', hasFocus: false });
  const { id, disabled, required, value, inputRef, names } = props;
  const waiting = (
    <TextInput
      {...{ id, disabled, required }}
      ref={inputRef}
      icon={<Search />}
      value={early.text || (value ? nameIn(names)(value) : '')}
      placeholder={t('placeholder')}
      onChange={(text) => setEarly({ text, hasFocus: true })}
      onFocus={() => setEarly(({ text }) => ({ text, hasFocus: true }))}
      onBlur={() => setEarly(({ text }) => ({ text, hasFocus: false }))}
    />
  );
  return (
    <Suspense fallback={waiting}>
      <Box {...props} early={early} />
    </Suspense>
  );
}
