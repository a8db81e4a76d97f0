import { lazy, Suspense } from 'react';
import { loadMessages } from '../lib/page/messages.ts';

/** With all that it takes to put a change into words. */
const OverrideLog = lazy(async () => {
  const [module] = await Promise.all([
    import('../features/audit/through-override/override-log.tsx'),
    loadMessages('audit', 'settings', 'panels', 'tags', 'forms', 'editors', 'webhooks'),
  ]);
  return { default: module.OverrideLog };
});

/** What people changed whom a staff override let in, on the page of overrides. */
export function OverrideChanges({ guildId }: { guildId: string }) {
  return (
    <Suspense>
      <OverrideLog guildId={guildId} />
    </Suspense>
  );
}
