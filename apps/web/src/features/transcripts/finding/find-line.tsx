import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../../components/ui/button.tsx';
import { TextInput } from '../../../components/ui/fields/text-input.tsx';
import styles from './finding.module.css';
import type { Find } from './use-find.ts';

interface FindLineProps {
  find: Find;
  box: RefObject<HTMLInputElement | null>;
}

/** Words to look for in the transcript. Enter goes to the next message that says them, with Shift to the one before. */
export function FindLine({ find, box }: FindLineProps) {
  const t = useTranslations('transcript.find');
  useEffect(() => box.current?.focus(), [box]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') find.close();
    if (event.key !== 'Enter') return;
    event.preventDefault();
    find.step(event.shiftKey ? -1 : 1);
  };
  const { count, at, words } = find;
  return (
    <search className={styles.find}>
      <TextInput
        ref={box}
        aria-label={t('label')}
        placeholder={t('label')}
        icon={<Search aria-hidden="true" />}
        value={find.typed}
        onChange={find.type}
        onKeyDown={onKeyDown}
      />
      <span className={styles.count} role="status">
        {words === undefined
          ? null
          : count === 0
            ? t('none')
            : at < 0
              ? t('count', { count })
              : t('place', { place: at + 1, count })}
      </span>
      <IconButton size="small" label={t('previous')} disabled={!count} onClick={() => find.step(-1)}>
        <ChevronUp aria-hidden="true" />
      </IconButton>
      <IconButton size="small" label={t('next')} disabled={!count} onClick={() => find.step(1)}>
        <ChevronDown aria-hidden="true" />
      </IconButton>
      <IconButton size="small" label={t('close')} onClick={find.close}>
        <X aria-hidden="true" />
      </IconButton>
    </search>
  );
}
