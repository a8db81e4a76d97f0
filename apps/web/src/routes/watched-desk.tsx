import { lazy, Suspense, useEffect, useState } from 'react';
import { afterPaint } from '../lib/after-paint.ts';
import { loadMessages } from '../lib/messages.ts';

const DeskWatch = lazy(async () => {
  const [module] = await Promise.all([
    import('../features/tickets/desk/desk-watch.tsx'),
    loadMessages('desk'),
  ]);
  return { default: module.DeskWatch };
});

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
