import { Search } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { ConversationMessage } from '../../../components/conversation/types.ts';
import { Button } from '../../../components/ui/button.tsx';
import { FindLine } from './find-line.tsx';
import styles from './finding.module.css';
import { GoToDate } from './go-to-date.tsx';
import type { Find } from './use-find.ts';

interface FindBarProps {
  find: Find;
  messages: readonly ConversationMessage[];
  goTo: (id: string) => void;
  /** The link named a message that is not here. */
  isPlaceMissing: boolean;
  /** What is said about the transcript as a whole. */
  children?: ReactNode;
}

/** Above the conversation: the ways to one message of it. */
export function FindBar({ find, messages, goTo, isPlaceMissing, children }: FindBarProps) {
  const t = useTranslations('transcript.find');
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // The field that had the focus is gone.
    if (wasOpen.current && !find.isOpen) button.current?.focus();
    wasOpen.current = find.isOpen;
  }, [find.isOpen]);
  useFindKeys(() => {
    // Pressed in the field itself, the keys are the browser's: its own search stays within reach.
    if (document.activeElement === box.current) return false;
    find.open();
    box.current?.select();
    return true;
  });
  return (
    <div className={styles.bar}>
      {find.isOpen ? (
        <FindLine find={find} box={box} />
      ) : (
        <Button
          ref={button}
          size="small"
          variant="ghost"
          icon={<Search aria-hidden="true" />}
          shortcut="Control+F"
          shownKey="Ctrl F"
          onClick={find.open}
        >
          {t('action')}
        </Button>
      )}
      {children}
      <GoToDate messages={messages} goTo={goTo} />
      {isPlaceMissing ? (
        <p className={styles.missing} role="status">
          {t('missing')}
        </p>
      ) : null}
    </div>
  );
}

function useFindKeys(onFind: () => boolean): void {
  const run = useEffectEvent(onFind);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isFind = event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey);
      if (!isFind || event.shiftKey || event.altKey || event.defaultPrevented) return;
      if (document.querySelector('dialog[open], [role="dialog"]')) return;
      if (run()) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
