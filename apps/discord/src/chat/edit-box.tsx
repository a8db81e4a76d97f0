import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useClient } from '../client/client.ts';
import { focusComposer, messagePath } from '../client/messages.ts';
import { wordsOf } from '../simulator/refused.ts';
import type { Message } from '../simulator/types.ts';
import { Problem } from '../ui/text-field.tsx';
import styles from './message.module.css';

const ROWS_MAX = 12;

/** One's own message, being changed. */
export function EditBox({ message }: { message: Message }) {
  const client = useClient();
  const box = useRef<HTMLTextAreaElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    box.current?.focus();
    box.current?.setSelectionRange(message.content.length, message.content.length);
  }, [message.content]);
  const stop = () => {
    client.set({ editingId: null });
    focusComposer();
  };
  const save = async () => {
    const content = box.current?.value.trim() ?? '';
    if (content === message.content) return stop();
    try {
      await client.api.discord('PATCH', messagePath(message), { content });
      stop();
    } catch (error) {
      setProblem(wordsOf(error));
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') stop();
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      void save();
    }
  };
  return (
    <div className={styles.edit}>
      <textarea
        ref={box}
        aria-label="Edit message"
        rows={Math.min(ROWS_MAX, message.content.split('\n').length)}
        defaultValue={message.content}
        onKeyDown={onKeyDown}
      />
      <Problem text={problem} />
      <p className={styles.hint}>
        Escape to{' '}
        <button type="button" className={styles.link} onClick={stop}>
          cancel
        </button>{' '}
        • Enter to{' '}
        <button type="button" className={styles.link} onClick={() => void save()}>
          save
        </button>
      </p>
    </div>
  );
}
