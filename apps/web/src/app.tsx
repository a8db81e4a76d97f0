import { Outlet, useRouter } from '@tanstack/react-router';
import { EmojiPictures } from '@tickets/discord-ui/emoji/emoji-pictures';
import { lazy, Suspense, useEffect, useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import { type IntlError, IntlErrorCode, IntlProvider } from 'use-intl';
import { LoadingOverlay } from './components/ui/overlays/loading-overlay.tsx';
import { Toaster } from './components/ui/overlays/toaster.tsx';
import { emojiPictureUrl } from './lib/discord/emoji-picture.ts';
import { listenToShortcuts, useOpened } from './lib/keys/shortcuts.ts';
import { loadMessages, useMessages } from './lib/page/messages.ts';
import { noteOwnerOfTab, readSession } from './lib/session/session.ts';

const Opened = lazy(async () => {
  const [module] = await Promise.all([import('./features/palette/opened.tsx'), loadMessages('palette')]);
  return { default: module.Opened };
});

/** Everything that stands around the pages. */
export function App() {
  const messages = useMessages();
  const opened = useOpened();
  // Before the first page can be seen, and keys pressed at once.
  useLayoutEffect(listenToShortcuts, []);
  useFocusOnNewPage();
  useSignOutElsewhere();
  return (
    <IntlProvider locale="en" messages={messages} onError={tell}>
      <EmojiPictures value={emojiPictureUrl}>
        <Outlet />
        <Suspense>{opened ? <Opened what={opened} /> : null}</Suspense>
      </EmojiPictures>
      {/* Beside the page and the modals, which stand above the page, so that both can be above either. */}
      {createPortal(
        <>
          <Toaster />
          <LoadingOverlay />
        </>,
        document.body,
      )}
    </IntlProvider>
  );
}

/**
 * Times are told in the browser's own time zone, which is what a formatter without one takes. To ask for its name, before
 * anything is drawn, takes a slow machine a tenth of a second.
 */
function tell(error: IntlError) {
  if (error.code !== IntlErrorCode.ENVIRONMENT_FALLBACK) console.error(error);
}

/** Someone who signs out in another tab is signed out in this one: its page is entered again, and asks who one is. */
function useSignOutElsewhere() {
  const router = useRouter();
  useEffect(() => {
    noteOwnerOfTab();
    // The event comes from other tabs only.
    const listen = () => {
      noteOwnerOfTab();
      if (!readSession()) void router.invalidate();
    };
    window.addEventListener('storage', listen);
    return () => window.removeEventListener('storage', listen);
  }, [router]);
}

/** Moves the focus to the title of a new page, so that a screen reader says where one is. */
function useFocusOnNewPage() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        // Whoever has opened the palette while the page was on its way goes on typing there.
        if (document.activeElement?.closest('[role="dialog"]')) return;
        document.querySelector<HTMLElement>('h1[tabindex="-1"]')?.focus({ preventScroll: true });
      }),
    [router],
  );
}
