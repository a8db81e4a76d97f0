import { lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import type { ControlProps } from './field.tsx';
import { TextInput } from './text-input.tsx';

export interface FoundPerson {
  id: string;
  username: string;
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
}

const Box = lazy(async () => ({ default: (await import('./person-search-box.tsx')).PersonSearchBox }));

/** One person, found by typing the beginning of their name. What it is made of is fetched when it appears first. */
export function PersonSearch(props: PersonSearchProps) {
  const t = useTranslations('common.person_search');
  const { id, disabled, required } = props;
  const waiting = (
    <TextInput
      {...{ id, disabled, required }}
      value={props.value?.username ?? ''}
      placeholder={t('placeholder')}
      onChange={() => undefined}
    />
  );
  return (
    <Suspense fallback={waiting}>
      <Box {...props} />
    </Suspense>
  );
}
