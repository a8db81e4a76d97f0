import type { MentionNames } from '@tickets/discord-ui/types';
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { ConversationMessage } from '../../../components/conversation/types.ts';
import { messageText } from './message-text.ts';

export interface Find {
  isOpen: boolean;
  typed: string;
  /** What is found now, small; undefined where nothing is looked for. */
  words: string | undefined;
  /** How many messages say it. */
  count: number;
  /** Which of them is shown, from 0; -1 where none is. */
  at: number;
  open: () => void;
  close: () => void;
  type: (text: string) => void;
  step: (by: 1 | -1) => void;
}

interface FindOptions {
  mentions: MentionNames;
  /** Goes to a message. */
  goTo: (id: string) => void;
}

/** Looks for words in all messages, also in those that are not drawn. */
export function useFind(messages: readonly ConversationMessage[], { mentions, goTo }: FindOptions): Find {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(-1);
  const texts = useMemo(
    () => (isOpen ? messages.map((message) => messageText(message, mentions)) : []),
    [isOpen, messages, mentions],
  );
  const words = useDeferredValue(typed.trim().toLowerCase());
  const found = useMemo(
    () => (words ? messages.filter((_, index) => texts[index]?.includes(words)) : []),
    [words, texts, messages],
  );
  const show = (index: number) => {
    const message = found[index];
    if (!message) return;
    setAt(index);
    goTo(message.id);
  };
  const showFirst = useEffectEvent(() => show(0));
  useEffect(() => {
    if (words) showFirst();
  }, [words]);
  return {
    isOpen,
    typed,
    words: isOpen && words ? words : undefined,
    count: found.length,
    at: at < found.length ? at : -1,
    open: () => setOpen(true),
    close: () => {
      setOpen(false);
      setAt(-1);
    },
    type: (text) => {
      setTyped(text);
      setAt(-1);
    },
    step: (by) => {
      if (!found.length) return;
      show(at < 0 && by < 0 ? found.length - 1 : (at + by + found.length) % found.length);
    },
  };
}
