import { useEffect, useState } from 'react';
import { readSession, unsavedKey } from '../session/session.ts';
import { LEAVING_TO_SIGN_IN } from '../session/sign-in.ts';
import { loadMessages } from './messages.ts';
import { toast } from './toast.ts';
import { translate } from './translate.ts';

/** Whose form it is, and on which page. */
interface Place {
  key: string;
  path: string;
}

interface Unsaved<T> {
  path: string;
  typed: T;
}

/** The place of a form on the page that is open. It stays when the address goes on while the form is still there. */
export function useUnsavedPlace(): Place {
  const [place] = useState(() => ({
    key: unsavedKey(readSession()?.user_data.id ?? ''),
    path: location.pathname + location.search,
  }));
  return place;
}

/** What was typed in the form before the page was left to sign in again. */
export function findUnsaved<T>({ key, path }: Place): T | undefined {
  const text = sessionStorage.getItem(key);
  if (text === null) return undefined;
  // Only useKeepUnsaved() writes there, and a page has one form.
  const unsaved = JSON.parse(text) as Unsaved<T>;
  return unsaved.path === path ? unsaved.typed : undefined;
}

/**
 * Keeps what is typed, in this tab, when the session has ended and the page is left to sign in. Not on every key: who
 * leaves a form by themselves is asked, and means to let it go. `isFound`: the form began with what was kept.
 */
export function useKeepUnsaved<T>({ key, path }: Place, typed: T | undefined, isFound: boolean): void {
  useEffect(() => {
    if (typed === undefined) return;
    const keep = () => {
      const unsaved: Unsaved<T> = { path, typed };
      sessionStorage.setItem(key, JSON.stringify(unsaved));
    };
    window.addEventListener(LEAVING_TO_SIGN_IN, keep);
    return () => window.removeEventListener(LEAVING_TO_SIGN_IN, keep);
  }, [key, path, typed]);

  useEffect(() => {
    // A form that is drawn has it now.
    if (isFound && sessionStorage.getItem(key) !== null) {
      sessionStorage.removeItem(key);
      void tellFound();
    }
  }, [key, isFound]);
}

async function tellFound() {
  await loadMessages('meanwhile');
  toast.success(translate('meanwhile.signed_in_again'));
}
