import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type ListView, searchOf, storedListView, storeListView, viewOf } from './list-view.ts';

/** How the list is looked at: as its address says, else as it was left. What is changed is kept in both. */
export function useListView(): [ListView, (part: Partial<ListView>) => void] {
  const navigate = useNavigate();
  const search = useSearch({ from: '/manage/$guildId/tickets' });
  const [view, setView] = useState<ListView>(() => ({ ...storedListView(), ...viewOf(search) }));
  const change = (part: Partial<ListView>) => {
    setView((now) => ({ ...now, ...part }));
    storeListView(part);
    void navigate({
      to: '.',
      search: (now: object) => ({ ...now, ...searchOf(part) }),
      replace: true,
      resetScroll: false,
    });
  };
  return [view, change];
}
