import { useVirtualizer } from '@tanstack/react-virtual';
import type { ReactNode } from 'react';

/** With a picture or a small button in it. A guess that fits spares drawing each row twice. */
const ROW_PX = 47;

interface VirtualBodyProps {
  scroller: HTMLElement | null;
  columnCount: number;
  count: number;
  /** Where it is another function, all places are worked out again. */
  keyOf: (index: number) => string | number;
  /** The row that had the focus last. */
  active: number;
  row: (index: number, isStop: boolean, measure: (element: Element | null) => void) => ReactNode;
}

/** The rows in sight of a long table, between two empty rows as high as all the others. */
export function VirtualBody({ scroller, columnCount, count, keyOf, active, row }: VirtualBodyProps) {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    getItemKey: keyOf,
    estimateSize: () => ROW_PX,
    overscan: 6,
    // A frame draws all that was scrolled since the last one.
    useFlushSync: false,
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  const stop = first && last && active >= first.index && active <= last.index ? active : first?.index;
  return (
    <tbody>
      <Gap height={first?.start ?? 0} span={columnCount} />
      {items.map(({ index }) => row(index, index === stop, virtualizer.measureElement))}
      <Gap height={virtualizer.getTotalSize() - (last?.end ?? 0)} span={columnCount} />
    </tbody>
  );
}

function Gap({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row takes no focus
    <tr aria-hidden="true">
      <td colSpan={span} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}
