import { useEffect, useEffectEvent, useState } from 'react';
import type { DraftFile } from '../reply/reply-files.ts';
import type { useReplies } from '../reply/use-replies.ts';

/**
 * Sends a reply after which the ticket is to be closed, and tells when it and all before it have arrived. One that is
 * refused leaves the ticket open.
 */
export function useLastWord(replies: ReturnType<typeof useReplies>, onArrived: () => void) {
  const [isAwaited, setAwaited] = useState(false);
  const { progress } = replies;
  const look = useEffectEvent(() => {
    const state = progress();
    if (state === 'under way') return;
    setAwaited(false);
    if (state === 'all sent') onArrived();
  });
  // The replies are drawn anew with each step of theirs.
  useEffect(() => {
    if (isAwaited) look();
  });
  return (content: string, files: readonly DraftFile[]) => {
    replies.send(content, files);
    setAwaited(true);
  };
}
