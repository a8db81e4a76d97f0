import { lazy, Suspense } from 'react';
import { useIsLetIn } from '../../lib/page/let-in.ts';
import { loadMessages } from '../../lib/page/messages.ts';

const LetInBanner = lazy(async () => {
  const [module] = await Promise.all([import('./let-in-banner.tsx'), loadMessages('connection')]);
  return { default: module.LetInBanner };
});

/** For those whom a staff override lets in; hardly anybody else fetches what it says. */
export function LetInNotice() {
  return useIsLetIn() ? (
    <Suspense>
      <LetInBanner />
    </Suspense>
  ) : null;
}
