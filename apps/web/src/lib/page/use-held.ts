import { useState } from 'react';

/** What was found last, also once it is gone: what was typed about it is not to go with it. */
export function useHeld<T>(found: T | undefined): T | undefined {
  const [held, setHeld] = useState(found);
  if (found !== undefined && found !== held) setHeld(found);
  return found ?? held;
}
