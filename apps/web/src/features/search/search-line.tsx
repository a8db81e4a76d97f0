import { useQuery } from '@tanstack/react-query';
import { limits } from '@tickets/contract/platform/limits';
import { Search, X } from 'lucide-react';
import { type Ref, useImperativeHandle, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Suggestion, useSuggestions } from '../../components/ui/choosing/use-suggestions.tsx';
import { Field } from '../../components/ui/fields/field.tsx';
import { TextInput } from '../../components/ui/fields/text-input.tsx';
import { memberSearch, panelsQuery } from '../../lib/api/guild.queries.ts';
import { useShortcut } from '../../lib/keys/use-shortcut.ts';
import { useDebounced } from '../../lib/time/use-debounced.ts';
import styles from './search.module.css';
import { type Writing, withName, writingAt } from './search-text.ts';

export interface SearchLineHandle {
  focusEnd: () => void;
}

interface SearchLineProps {
  guildId: string;
  value: string;
  problem: string | undefined;
  onChange: (text: string) => void;
  /** Whoever writes has finished: by Enter, or by going elsewhere. */
  onDone: () => void;
  ref: Ref<SearchLineHandle>;
}

/** One line to write a search in. It offers people after `from:` and panels after `panel:`. */
export function SearchLine({ guildId, value, problem, onChange, onDone, ref }: SearchLineProps) {
  const t = useTranslations('search');
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState<number>();
  const writing = caret === undefined ? undefined : writingAt(value, caret);
  const options = useOffered(guildId, writing);
  // As soon as the new text is in the box: the next letter may be typed at once.
  const [moved, moveTo] = useReducer(
    (_: { place: number } | undefined, place: number) => ({ place }),
    undefined,
  );
  useLayoutEffect(() => {
    if (!moved) return;
    input.current?.focus();
    input.current?.setSelectionRange(moved.place, moved.place);
  }, [moved]);
  useImperativeHandle(ref, () => ({ focusEnd: () => moveTo(limits.search_text) }));
  useShortcut('/', () => input.current?.focus());
  const suggestions = useSuggestions({
    label: t(writing?.operator === 'panel' ? 'panels' : 'people'),
    options,
    picksFirst: true,
    onPick: (name) => {
      if (!writing) return;
      const next = withName(value, writing, name);
      onChange(next.text);
      setCaret(undefined);
      moveTo(next.caret);
    },
    onDismiss: () => setCaret(undefined),
  });
  return (
    <div className={styles.line}>
      <Field label={<span className="visually-hidden">{t('field')}</span>} error={problem}>
        <TextInput
          ref={input}
          type="search"
          role="combobox"
          aria-expanded={options.length > 0}
          enterKeyHint="search"
          icon={<Search />}
          className={styles.input}
          value={value}
          maxLength={limits.search_text}
          placeholder={t('placeholder')}
          spellCheck={false}
          onChange={(text) => {
            onChange(text);
            setCaret(input.current?.selectionStart ?? text.length);
          }}
          onKeyDown={(event) => {
            if (suggestions.takeKey(event)) return;
            if (event.key === 'Enter') onDone();
            if (event.key === 'Escape' && value) {
              event.preventDefault();
              onChange('');
            }
          }}
          onBlur={() => {
            setCaret(undefined);
            onDone();
          }}
          {...suggestions.boxProps}
        />
      </Field>
      {value ? (
        <button
          type="button"
          className={styles.clear}
          aria-label={t('clear')}
          title={t('clear')}
          onClick={() => {
            onChange('');
            moveTo(0);
          }}
        >
          <X aria-hidden="true" />
        </button>
      ) : null}
      {suggestions.list}
    </div>
  );
}

const offeredMax = 6;

/** People or panels for what is being written. */
function useOffered(guildId: string, writing: Writing | undefined): Suggestion[] {
  const t = useTranslations('search');
  const panels = useQuery({ ...panelsQuery(guildId), enabled: writing?.operator === 'panel' });
  const typed = writing?.typed.replace(/^@/, '') ?? '';
  const name = useDebounced(typed, 300);
  const { queryKey, search } = memberSearch(guildId);
  const people = useQuery({
    queryKey: [...queryKey, name],
    queryFn: ({ signal }) => search(name, signal),
    enabled: writing?.operator === 'from' && name !== '' && !/^\d+$/.test(name),
    meta: { quiet: true },
  });
  if (!writing) return [];
  if (writing.operator === 'panel')
    return (panels.data ?? [])
      .filter(({ title }) => title.toLowerCase().includes(typed.toLowerCase()) && title !== typed)
      .slice(0, offeredMax)
      .map(({ title }) => ({ value: title, label: title }));
  const me =
    'me'.startsWith(typed.toLowerCase()) && typed !== 'me'
      ? [{ value: 'me', label: 'me', detail: t('me') }]
      : [];
  const found = name === typed ? (people.data ?? []) : [];
  return [
    ...me,
    ...found
      .filter(({ username }) => username !== typed)
      .slice(0, offeredMax)
      .map(({ username, global_name }) => ({
        value: username,
        label: username,
        ...(global_name ? { detail: global_name } : {}),
      })),
  ];
}
