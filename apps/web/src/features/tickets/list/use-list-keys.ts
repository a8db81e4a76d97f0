import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isTyping } from '../../../lib/keys/shortcuts.ts';

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

/** J and K go to the next and the previous ticket from anywhere on a ticket's page where no text is being written. */
export function useStepKeys(onStep: (by: 1 | -1) => void): void {
  const step = useEffectEvent(onStep);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.repeat || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const key = event.key.toLowerCase();
      if ((key !== 'j' && key !== 'k') || isTyping(event.target) || isInPopup(event.target)) return;
      event.preventDefault();
      step(key === 'j' ? 1 : -1);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

const isInPopup = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('dialog, [role="dialog"], [role="listbox"], [role="menu"]') !== null;
