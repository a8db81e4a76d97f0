import { useEffect, useEffectEvent, useState } from 'react';
import type { DraftFile } from '../reply/reply-files.ts';
import type { useReplies } from '../reply/use-replies.ts';

/**
 * Sends a reply after which the ticket is to be closed, and tells when it and all others have arrived. One that is
 * refused, or is taken back, leaves the ticket open.
 */
export function useLastWord(replies: ReturnType<typeof useReplies>, onArrived: () => void) {
  const [awaited, setAwaited] = useState<string>();
  const { progress } = replies;
  const look = useEffectEvent(() => {
    if (awaited === undefined) return;
    const state = progress(awaited);
    if (state === 'under way') return;
    setAwaited(undefined);
    if (state === 'all sent') onArrived();
  });
  // The replies are drawn anew with each step of theirs.
  useEffect(() => look());
  return {
    send: (content: string, files: readonly DraftFile[]) => setAwaited(replies.send(content, files)),
    /** Whoever takes a reply back has more to say: the ticket stays open. */
    callOff: () => setAwaited(undefined),
  };
}
