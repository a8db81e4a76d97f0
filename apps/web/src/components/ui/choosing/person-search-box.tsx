import { Combobox } from '@base-ui/react/combobox';
import { useQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { errorText, retryOutage } from '../../../lib/api/query-client.ts';
import { avatarUrl } from '../../../lib/discord/cdn.ts';
import { toast } from '../../../lib/page/toast.ts';
import { useDebounced } from '../../../lib/time/use-debounced.ts';
import { Avatar } from '../avatar.tsx';
import { cx } from '../class-names.ts';
import { useControl } from '../fields/field.tsx';
import inputs from '../fields/input.module.css';
import comboboxes from './combobox.module.css';
import { nameIn, personName } from './person-name.ts';
import styles from './person-search.module.css';
import type { Early, FoundPerson, PersonSearchProps } from './person-search-props.ts';
import popup from './popup.module.css';

const DEBOUNCE_MS = 500;
/** The server takes no longer words. */
const LONGEST = 32;

export interface PersonSearchBoxProps extends PersonSearchProps {
  early: Early;
}

export function PersonSearchBox(props: PersonSearchBoxProps) {
  const { value, onChange, search, queryKey, names, noteOf, isBarred, nobody, inputRef, early, ...rest } =
    props;
  const nameOf = nameIn(names);
  const t = useTranslations('common.person_search');
  const control = useControl(rest, value?.id ?? null);
  const [text, setText] = useState(early.text || (value ? nameOf(value) : ''));
  /** What was typed. The name of someone who was chosen is no search. */
  const [typed, setTyped] = useState(early.text);
  const [open, setOpen] = useState(early.text !== '' || early.isPressed);
  const highlighted = useRef<FoundPerson>(undefined);
  const words = useDebounced(typed.trim(), DEBOUNCE_MS);
  const found = useQuery({
    queryKey: [...queryKey, words],
    queryFn: ({ signal }) => search(words, signal),
    meta: { quiet: true },
    retry: retryOutage,
    staleTime: 60_000,
    enabled: open && !control.disabled,
  });
  const { error } = found;
  const isSearching = found.isLoading || words !== typed.trim();
  const isNobody = typed.trim() !== '' && !error && !isSearching && found.data?.length === 0;
  // That nobody was found is said below the box: a list would cover the buttons of a dialog.
  const isOpen = open && !isNobody;

  useEffect(() => {
    if (error) toast.error(errorText(error, { too_fast: true }));
  }, [error]);

  /** Those who were found for other words are not offered: Enter would take the first of them. */
  const offered = error || isSearching ? [] : (found.data ?? []);

  const choose = (person: FoundPerson | null) => {
    setText(person ? nameOf(person) : '');
    setTyped('');
    onChange(person);
  };

  return (
    <Combobox.Root<FoundPerson>
      items={offered}
      filter={null}
      value={value}
      onValueChange={choose}
      isItemEqualToValue={(a, b) => a.id === b.id}
      itemToStringLabel={nameOf}
      inputValue={text}
      onInputValueChange={(next, { reason }) => {
        if (reason !== 'input-change') return;
        setText(next);
        setTyped(next);
        if (value) onChange(null);
      }}
      open={isOpen}
      onOpenChange={setOpen}
      disabled={control.disabled}
      autoHighlight
      onItemHighlighted={(person) => {
        highlighted.current = person;
      }}
    >
      <div className={styles.box}>
        <Search className={styles.icon} aria-hidden="true" />
        <Combobox.Input
          {...control}
          ref={inputRef}
          // The focus was here already, in the box that this one replaces.
          autoFocus={early.hasFocus}
          onBlur={() => isNobody && setOpen(false)}
          onKeyDown={(event) => {
            // Without an open list Escape is for what is around it, and lets go of nobody.
            if (event.key === 'Escape' && !isOpen) event.preventBaseUIHandler();
            if (event.key !== 'Enter' || !open) return;
            // For what was typed before this box was there, the list highlights nobody by itself.
            const isFirstMeant = typed.trim() !== '' && !highlighted.current;
            const first = isFirstMeant ? offered.find((person) => !isBarred?.(person)) : undefined;
            // Where nobody is found yet, there is nothing to choose or to send.
            if (!first && !isSearching) return;
            event.preventDefault();
            event.preventBaseUIHandler();
            if (!first) return;
            choose(first);
            setOpen(false);
          }}
          aria-label={rest['aria-label']}
          className={cx(inputs.input, styles.input)}
          placeholder={t('placeholder')}
          maxLength={LONGEST}
          autoComplete="off"
        />
        {text && !control.disabled ? (
          <button
            type="button"
            className={styles.clear}
            aria-label={t('clear')}
            title={t('clear')}
            onClick={() => choose(null)}
          >
            <X aria-hidden="true" />
          </button>
        ) : null}
      </div>
      <p role="status" className={isNobody ? styles.nobody : 'visually-hidden'}>
        {isNobody ? (nobody ?? t('nobody')) : null}
      </p>
      <Combobox.Portal>
        <Combobox.Positioner className={popup.positioner} sideOffset={4} align="start">
          <Combobox.Popup
            role="region"
            className={cx(popup.popup, comboboxes.popup)}
            aria-label={t('options')}
          >
            <Combobox.Status
              className={comboboxes.empty}
              hidden={!error && !isSearching && found.data?.length !== 0}
            >
              {error
                ? errorText(error, { too_fast: true })
                : isSearching
                  ? t('searching')
                  : found.data?.length === 0
                    ? (nobody ?? t('nobody'))
                    : null}
            </Combobox.Status>
            <Combobox.List className={comboboxes.list} aria-label={t('options')}>
              {(person: FoundPerson) => (
                <Combobox.Item
                  key={person.id}
                  value={person}
                  className={popup.item}
                  disabled={isBarred?.(person) ?? false}
                >
                  <Avatar src={avatarUrl(person, 64)} name={nameOf(person)} size={20} />
                  <span className={comboboxes.label}>
                    {nameOf(person)}
                    {nameOf(person) === personName(person) ? null : (
                      <>
                        {' '}
                        <span className={styles.username}>@{personName(person)}</span>
                      </>
                    )}
                  </span>{' '}
                  {noteOf?.(person) ? <span className={styles.note}>{noteOf(person)}</span> : null}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
