/** As a ref: brings the focus to an element that stands in the place of the one that had it. */
export function focusOnce(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
