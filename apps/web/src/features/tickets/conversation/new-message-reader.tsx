import { useEffect, useRef, useState } from 'react';
import type { ConversationMessage } from '../../../components/conversation/types.ts';

/** Reads out what arrives while the page is open. The list itself stays silent: older pages would be read out, too. */
export function NewMessageReader({ messages }: { messages: readonly ConversationMessage[] }) {
  const newest = messages.at(-1);
  const known = useRef(newest?.id);
  const [said, setSaid] = useState('');

  useEffect(() => {
    if (!newest || newest.id === known.current) return;
    known.current = newest.id;
    setSaid(`${newest.author.name}: ${newest.content}`);
  }, [newest]);

  return (
    <p className="visually-hidden" aria-live="polite">
      {said}
    </p>
  );
}
