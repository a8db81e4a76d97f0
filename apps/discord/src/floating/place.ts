import type { MouseEvent } from 'react';
import type { Place } from '../client/state.ts';

const EDGE_PX = 8;

/** Where a menu opens: at the pointer, or under what was used by keyboard. */
export function menuPlace({ clientX, clientY, currentTarget }: MouseEvent): Place {
  if (clientX || clientY) return { x: clientX, y: clientY };
  const { left, bottom } = currentTarget.getBoundingClientRect();
  return { x: left, y: bottom };
}

/** Puts a floating thing next to its point, inside the window. */
export function placeNear(element: HTMLElement, { x, y, above = false }: Place): void {
  const { offsetWidth: width, offsetHeight: height } = element;
  const left = Math.min(x, innerWidth - width - EDGE_PX);
  const top = above ? y - height : Math.min(y, innerHeight - height - EDGE_PX);
  element.style.left = `${Math.max(EDGE_PX, left)}px`;
  element.style.top = `${Math.max(EDGE_PX, top)}px`;
}
