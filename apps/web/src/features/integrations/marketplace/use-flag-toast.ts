import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { toast } from '../../../lib/page/toast.ts';

/** Tells what the page before did, once: this entry of the history knows afterwards that it was told. */
export function useFlagToast(text: string | undefined): void {
  const navigate = useNavigate();
  const told = useLocation({ select: ({ state }) => state.told === true });
  useEffect(() => {
    if (told || !text) return;
    toast.success(text);
    void navigate({ to: '.', search: true, state: { told: true }, replace: true, resetScroll: false });
  }, [told, text, navigate]);
}
