const GAP = 4;
const MARGIN = 8;
/** As high and as wide as a popup becomes, in pixels. */
const WANTED = { height: 376, width: 420 };

/** Keeps a popup at its anchor while the page is scrolled or the window changes. Answers how to stop. */
export function keepPlaced(popup: HTMLElement, anchor: HTMLElement): () => void {
  const again = () => placePopup(popup, anchor);
  const onScroll = ({ target }: Event) => {
    if (!(target instanceof Node && popup.contains(target))) again();
  };
  window.addEventListener('scroll', onScroll, { capture: true, passive: true });
  window.visualViewport?.addEventListener('resize', again);
  return () => {
    window.removeEventListener('scroll', onScroll, { capture: true });
    window.visualViewport?.removeEventListener('resize', again);
  };
}

/** Under its anchor, or above where there is more room. */
export function placePopup({ style }: HTMLElement, anchor: HTMLElement): void {
  const around = anchor.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  // A keyboard on the screen takes from the window what is below.
  const visible = window.visualViewport?.height ?? clientHeight;
  const below = visible - around.bottom - GAP - MARGIN;
  const above = around.top - GAP - MARGIN;
  const isAbove = below < WANTED.height && above > below;
  const isAtEnd = around.left + Math.max(around.width, WANTED.width) > clientWidth - MARGIN;

  style.top = isAbove ? 'auto' : `${around.bottom + GAP}px`;
  style.bottom = isAbove ? `${clientHeight - around.top + GAP}px` : 'auto';
  style.left = isAtEnd ? 'auto' : `${around.left}px`;
  style.right = isAtEnd ? `${clientWidth - around.right}px` : 'auto';
  style.setProperty('--anchor-width', `${around.width}px`);
  style.setProperty('--available-height', `${isAbove ? above : below}px`);
  style.setProperty(
    '--available-width',
    `${(isAtEnd ? around.right : clientWidth - around.left) - MARGIN}px`,
  );
  style.setProperty('--transform-origin', isAbove ? 'bottom' : 'top');
}
