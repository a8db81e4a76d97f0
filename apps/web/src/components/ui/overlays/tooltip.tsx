import { cloneElement, type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './tooltip.module.css';

export interface TooltipProps {
  text: ReactNode;
  /** One element that can hold the focus. */
  children: ReactElement<{ 'aria-describedby'?: string }>;
}

const HOVER_DELAY_MS = 250;

/** Says more about something on hover and on focus. Stays while the pointer is on it; Escape closes it. */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);
  const timer = useRef<number>(undefined);

  const show = (afterMs: number) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setOpen(true), afterMs);
  };
  const hide = () => {
    window.clearTimeout(timer.current);
    setOpen(false);
  };

  useEffect(() => () => window.clearTimeout(timer.current), []);

  useEffect(() => {
    const tip = bubble.current;
    if (!open || !tip) return;
    // The top layer keeps it above dialogs and out of scrolling boxes. Missing only in test environments.
    tip.showPopover?.();
    place(tip, anchor.current?.firstElementChild?.getBoundingClientRect());
    const close = () => setOpen(false);
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    document.addEventListener('keydown', closeOnEscape);
    window.addEventListener('scroll', close, { capture: true, passive: true });
    return () => {
      document.removeEventListener('keydown', closeOnEscape);
      window.removeEventListener('scroll', close, { capture: true });
    };
  }, [open]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the control inside
    <span
      ref={anchor}
      className={styles.anchor}
      onPointerEnter={(event) => event.pointerType === 'mouse' && show(HOVER_DELAY_MS)}
      onPointerLeave={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show(0)}
      onBlur={hide}
    >
      {cloneElement(children, { 'aria-describedby': id })}
      {open ? (
        <span ref={bubble} id={id} role="tooltip" popover="manual" className={styles.tooltip}>
          {text}
        </span>
      ) : (
        <span id={id} hidden>
          {text}
        </span>
      )}
    </span>
  );
}

const GAP = 6;
const MARGIN = 8;

/** Above the control where there is room, else below it, and never past the edge of the window. */
function place(tip: HTMLElement, around: DOMRect | undefined) {
  if (!around) return;
  const { width, height } = tip.getBoundingClientRect();
  const above = around.top - height - GAP;
  const left = around.left + around.width / 2 - width / 2;
  tip.style.top = `${above >= MARGIN ? above : around.bottom + GAP}px`;
  tip.style.left = `${Math.max(MARGIN, Math.min(left, document.documentElement.clientWidth - width - MARGIN))}px`;
}
