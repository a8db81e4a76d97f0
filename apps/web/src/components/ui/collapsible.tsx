import { ChevronDown } from 'lucide-react';
import { type ReactNode, use, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { cx } from './class-names.ts';
import styles from './collapsible.module.css';
import { FormContext } from './fields/form.tsx';
import { useWasOpen } from './overlays/lazy-modal.tsx';

export interface CollapsibleProps {
  title: ReactNode;
  /** Beside the title, for instance a badge. */
  aside?: ReactNode;
  /** Where the in-page index jumps to. */
  id?: string;
  defaultOpen?: boolean;
  /** Opens it from outside (a search hit, a field with an error); it can still be closed by hand. */
  forceOpen?: boolean;
  /** A group inside a section or a card: smaller, and no heading of the page. */
  nested?: boolean;
  /** Draws its content only once it is first opened, for content that has to be fetched. Whoever sets it must open it where a field is wrong. */
  late?: boolean;
  children: ReactNode;
}

/**
 * A section that folds in 300 ms. What is inside stays in the page, so nothing typed is lost. What is inside a closed one is
 * drawn after everything that is in sight.
 */
export function Collapsible({
  title,
  aside,
  id,
  defaultOpen = false,
  forceOpen = false,
  nested = false,
  late = false,
  children,
}: CollapsibleProps) {
  const [open, setOpen] = useState(defaultOpen || forceOpen);
  const inSight = useDeferredValue(true, open);
  const wasOpen = useWasOpen(open);
  const drawn = late ? wasOpen : inSight || open;
  const section = useRef<HTMLElement>(null);
  const panelId = useId();
  const buttonId = useId();
  const Heading = nested ? 'div' : 'h3';
  // Groups are many, so only whole sections are landmarks of the page.
  const Panel = nested ? 'div' : 'section';

  useEffect(() => {
    if (forceOpen) setOpen(true);
  }, [forceOpen]);

  // What is inside may learn of new problems while nothing around it is drawn again.
  use(FormContext);
  // A field that was found wrong must be seen, also inside a closed section.
  useEffect(() => {
    if (open || !section.current?.querySelector('[aria-invalid="true"]')) return;
    setOpen(true);
  });

  return (
    <section
      ref={section}
      id={id}
      className={cx(styles.collapsible, nested && styles.nested)}
      data-open={open || undefined}
    >
      <Heading className={styles.heading}>
        <button
          type="button"
          id={buttonId}
          className={styles.trigger}
          aria-expanded={open}
          aria-controls={panelId}
          onClick={() => setOpen(!open)}
        >
          <ChevronDown className={styles.chevron} aria-hidden="true" />
          <span className={styles.title}>{title}</span>
          {aside}
        </button>
      </Heading>
      <Panel
        id={panelId}
        className={styles.panel}
        role={nested ? 'group' : undefined}
        aria-labelledby={buttonId}
        inert={!open}
      >
        <div className={styles.clip}>
          <div className={styles.content}>{drawn ? children : null}</div>
        </div>
      </Panel>
    </section>
  );
}
