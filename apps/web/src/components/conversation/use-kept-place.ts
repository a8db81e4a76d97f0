import { type RefObject, useLayoutEffect } from 'react';

interface KeptPlaceOptions {
  isOn: boolean;
  isAtEnd: () => boolean;
}

/**
 * What is being read stays where it is when something above it comes in or grows, such as older messages or a picture; and
 * so does the end.
 */
export function useKeptPlace(
  scroller: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  { isOn, isAtEnd }: KeptPlaceOptions,
): void {
  useLayoutEffect(() => {
    const [box, rows] = [scroller.current, list.current];
    if (!isOn || !box || !rows || !window.ResizeObserver) return;
    const topOf = (element: Element) => element.getBoundingClientRect().top - box.getBoundingClientRect().top;
    let place: { message: Element; top: number } | undefined;
    const note = () => {
      // The first one loses its author's name to what comes above it.
      const [, ...messages] = rows.querySelectorAll('article');
      const message = messages.find((candidate) => topOf(candidate) >= 0);
      place = message && { message, top: topOf(message) };
    };
    const observer = new ResizeObserver(() => {
      if (isAtEnd()) box.scrollTop = box.scrollHeight;
      else if (place?.message.isConnected) box.scrollTop += topOf(place.message) - place.top;
      note();
    });
    observer.observe(rows);
    box.addEventListener('scroll', note, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', note);
    };
  }, [isOn, isAtEnd, scroller, list]);
}
