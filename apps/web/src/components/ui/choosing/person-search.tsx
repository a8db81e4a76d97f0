import { Search } from 'lucide-react';
import { lazy, type RefObject, Suspense, startTransition, useState } from 'react';
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
  /** A press opens the list. */
  isPressed: boolean;
}

const untouched: Early = { text: '', hasFocus: false, isPressed: false };

/** Begins to fetch what a search is made of. */
export const fetchPersonSearch = () => import('./person-search-box.tsx');

const Box = lazy(async () => ({ default: (await fetchPersonSearch()).PersonSearchBox }));

/**
 * One person, found by typing the beginning of their name. What it is made of is large, and fetched when somebody points at
 * the box or enters it; until then the box looks the same and takes what is typed.
 */
export function PersonSearch(props: PersonSearchProps) {
  const t = useTranslations('common.person_search');
  const [early, setEarly] = useState(untouched);
  const [isEntered, setEntered] = useState(false);
  const { id, disabled, required, value, inputRef, names } = props;
  const waiting = (
    <TextInput
      {...{ id, disabled, required }}
      role="combobox"
      aria-label={props['aria-label']}
      aria-autocomplete="list"
      aria-expanded={false}
      aria-haspopup="listbox"
      ref={inputRef}
      icon={<Search />}
      value={early.text || (value ? nameIn(names)(value) : '')}
      placeholder={t('placeholder')}
      onChange={(text) => setEarly((before) => ({ ...before, text, hasFocus: true }))}
      onPointerEnter={fetchPersonSearch}
      onMouseDown={() => setEarly((before) => ({ ...before, isPressed: true }))}
      onFocus={() => {
        setEarly((before) => ({ ...before, hasFocus: true }));
        // As a transition: this input stays, with the focus and what is typed into it, until the other can be drawn.
        startTransition(() => setEntered(true));
      }}
      onBlur={() => setEarly(({ text }) => ({ ...untouched, text }))}
    />
  );
  return (
    <Suspense fallback={waiting}>{isEntered || value ? <Box {...props} early={early} /> : waiting}</Suspense>
  );
}
