import { lazy, Suspense, useEffect, useState } from 'react';
import { afterPaint } from '../lib/time/after-paint.ts';

const DeskWatch = lazy(async () => ({
  default: (await import('../features/tickets/desk/desk-watch.tsx')).DeskWatch,
}));

/** Watches which tickets wait, once the page that was asked for is there. */
export function WatchedDesk({ guildId }: { guildId: string }) {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => afterPaint(() => setIsPainted(true)), []);
  return isPainted ? (
    <Suspense>
      <DeskWatch key={guildId} guildId={guildId} />
    </Suspense>
  ) : null;
}
