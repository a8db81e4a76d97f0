import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { toast } from '../../../lib/page/toast.ts';

/** So long the address keeps the flag with which one came. */
const flagStaysMs = 3_000;

/**
 * Tells what the page before did, once: this entry of the history knows at once that it was told. The flag goes from its
 * address a little later, so that an address that is copied or gone back to tells nothing.
 */
export function useFlagToast(text: string | undefined): void {
  const navigate = useNavigate();
  const told = useLocation({ select: ({ state }) => state.told === true });
  useEffect(() => {
    if (!text) return;
    const here = { to: '.', state: { told: true }, replace: true, resetScroll: false } as const;
    if (!told) {
      toast.success(text);
      void navigate({ ...here, search: true });
      return;
    }
    const drop = () =>
      void navigate({
        ...here,
        search: (search) => ({ ...search, added: undefined, removed: undefined, created: undefined }),
      });
    const timer = setTimeout(drop, flagStaysMs);
    return () => clearTimeout(timer);
  }, [told, text, navigate]);
}
