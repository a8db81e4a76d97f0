import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { afterPaint } from '../../../lib/time/after-paint.ts';
import { type ListView, searchOf, storedListView, storeListView, viewOf } from './list-view.ts';

/** How the list is looked at: as its address says, else as it was left. What is changed is kept in both. */
export function useListView(): [ListView, (part: Partial<ListView>) => void] {
  const navigate = useNavigate();
  const search = useSearch({ from: '/manage/$guildId/tickets' });
  const [found] = useState<ListView>(() => ({ ...storedListView(), ...viewOf({ ...search }) }));
  const [chosen, choose] = useState<Partial<ListView>>();
  const change = (part: Partial<ListView>) => {
    choose((now) => ({ ...now, ...part }));
    storeListView(part);
  };
  useEffect(() => {
    if (!chosen) return;
    // Whoever chose waits for the list, not for its address.
    return afterPaint(
      () =>
        void navigate({
          to: '.',
          search: (now: object) => ({ ...now, ...searchOf(chosen) }),
          replace: true,
          resetScroll: false,
        }),
    );
  }, [chosen, navigate]);
  return [{ ...found, ...chosen }, change];
}
