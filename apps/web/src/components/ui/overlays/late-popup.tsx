import { cloneElement, type ReactElement, type ReactNode, Suspense, useState } from 'react';

interface Opener {
  'aria-expanded'?: boolean;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  onClick?: () => void;
}

interface LatePopupProps {
  /** The button that opens it. */
  opener: ReactElement<Opener>;
  /** Fetches what the popup is made of. */
  fetchPopup: () => Promise<unknown>;
  /** The popup with its opener, made of what was fetched. */
  children: ReactNode;
}

/** A popup that is fetched when someone goes for its button: the library's weigh as much as a form. */
export function LatePopup({ opener, fetchPopup, children }: LatePopupProps) {
  const [wanted, setWanted] = useState(false);
  const fetchAhead = () => void fetchPopup();
  const closed = cloneElement(opener, {
    'aria-expanded': false,
    onPointerEnter: fetchAhead,
    onFocus: fetchAhead,
    onClick: () => setWanted(true),
  });
  return wanted ? <Suspense fallback={closed}>{children}</Suspense> : closed;
}
