import { useLayoutEffect, useRef } from 'react';
import { useClient } from '../client/client.ts';
import type { Place } from '../client/state.ts';
import { placeNear } from './place.ts';

/** A floating box: placed at its point, gone on a click elsewhere or Escape, and the focus goes back. */
export function useFloating<E extends HTMLElement>(place: Place) {
  const client = useClient();
  const box = useRef<E>(null);
  useLayoutEffect(() => {
    if (box.current) placeNear(box.current, place);
  });
  // Keys pressed right after the one that opened it are already meant for it.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const before = document.activeElement;
    const first = element.querySelector<HTMLElement>('input, [role=menuitem], [data-first]');
    (first ?? element).focus();
    const close = () => client.set({ menu: null });
    const outside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !element.contains(target)) close();
    };
    const onEscape = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') close();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('keydown', onEscape);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('keydown', onEscape);
      const { activeElement } = document;
      const isFree = activeElement === document.body || element.contains(activeElement);
      if (isFree && before instanceof HTMLElement) before.focus();
    };
  }, [client]);
  return box;
}
