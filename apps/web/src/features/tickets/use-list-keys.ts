import { type RefObject, useEffect } from 'react';

/** J and K reach into the list from anywhere on the page where nothing has the focus: to the row that had it last. */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.target !== document.body || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!['j', 'k'].includes(event.key.toLowerCase())) return;
      const row = list.current?.querySelector<HTMLElement>('tr[tabindex="0"]');
      if (!row) return;
      event.preventDefault();
      row.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [list]);
}
