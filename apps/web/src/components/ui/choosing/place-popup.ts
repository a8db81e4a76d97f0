const GAP = 4;
const MARGIN = 8;
/** As high and as wide as a popup becomes, in pixels. */
const WANTED = { height: 376, width: 420 };

/** Where a popup stands, by the names of its styles. */
type Placement = Record<string, string>;

/** Keeps a popup at its anchor while the page is scrolled, or the window or the anchor changes. Returns how to stop. */
export function keepPlaced(popup: HTMLElement, anchor: HTMLElement): () => void {
  const again = () => placePopup(popup, placementAt(anchor));
  const onScroll = ({ target }: Event) => {
    if (!(target instanceof Node && popup.contains(target))) again();
  };
  // A field grows with what is chosen in it.
  const resizes = window.ResizeObserver && new ResizeObserver(again);
  resizes?.observe(anchor);
  window.addEventListener('scroll', onScroll, { capture: true, passive: true });
  window.visualViewport?.addEventListener('resize', again);
  return () => {
    resizes?.disconnect();
    window.removeEventListener('scroll', onScroll, { capture: true });
    window.visualViewport?.removeEventListener('resize', again);
  };
}

export function placePopup({ style }: HTMLElement, placement: Placement): void {
  for (const [name, value] of Object.entries(placement)) style.setProperty(name, value);
}

/** Under its anchor, or above where there is more room. */
export function placementAt(anchor: HTMLElement): Placement {
  const around = anchor.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  // A keyboard on the screen takes from the window what is below.
  const visible = window.visualViewport?.height ?? clientHeight;
  const below = visible - around.bottom - GAP - MARGIN;
  const above = around.top - GAP - MARGIN;
  const isAbove = below < WANTED.height && above > below;
  const isAtEnd = around.left + Math.max(around.width, WANTED.width) > clientWidth - MARGIN;
  return {
    top: isAbove ? 'auto' : `${around.bottom + GAP}px`,
    bottom: isAbove ? `${clientHeight - around.top + GAP}px` : 'auto',
    left: isAtEnd ? 'auto' : `${around.left}px`,
    right: isAtEnd ? `${clientWidth - around.right}px` : 'auto',
    '--anchor-width': `${around.width}px`,
    '--available-height': `${isAbove ? above : below}px`,
    '--available-width': `${(isAtEnd ? around.right : clientWidth - around.left) - MARGIN}px`,
    '--transform-origin': isAbove ? 'bottom' : 'top',
  };
}
