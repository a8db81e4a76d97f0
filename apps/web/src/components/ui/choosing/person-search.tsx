import { Search } from 'lucide-react';
import { lazy, Suspense, startTransition, useState } from 'react';
import { useTranslations } from 'use-intl';
import { TextInput } from '../fields/text-input.tsx';
import { nameIn } from './person-name.ts';
import type { Early, PersonSearchProps } from './person-search-props.ts';

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
