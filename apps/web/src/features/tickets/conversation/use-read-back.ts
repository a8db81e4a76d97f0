import { useEffect, useEffectEvent } from 'react';
import type { LiveMessages } from './live-messages.ts';
import { compareIds } from './snowflakes.ts';

/** Nobody waits until a longer conversation has been read back. */
const MOST_MESSAGES = 2000;

/** Reads older messages until one of them is there. Says whether it will not be. */
export function useReadBack(
  id: string | undefined,
  { messages, has_more }: LiveMessages,
  older: { mutate: () => void; isPending: boolean; isError: boolean },
): boolean {
  const oldest = messages[0]?.id;
  const isWanted = id !== undefined && messages.every((message) => message.id !== id);
  const isOlder = isWanted && oldest !== undefined && compareIds(id, oldest) < 0;
  const goesOn = isOlder && has_more && messages.length < MOST_MESSAGES;
  const readOn = useEffectEvent(() => {
    if (!older.isPending) older.mutate();
  });
  useEffect(() => {
    // Once for each page that came: one that cannot be read is not asked for again and again.
    if (goesOn && oldest) readOn();
  }, [goesOn, oldest]);
  return isWanted && (!goesOn || older.isError);
}
