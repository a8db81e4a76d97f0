import { Combobox } from '@base-ui/react/combobox';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useState } from 'react';
import styles from './combobox.module.css';
import type { ComboboxOption } from './combobox.tsx';
import type { ComboboxGroup } from './combobox-list.tsx';
import { OptionRow } from './combobox-option.tsx';

const ROW = 34;

type Row = { heading: string } | { option: ComboboxOption; index: number };

/** The list of a long combobox: only the rows in sight, and the one that the keyboard reached, are in the page. */
export function VirtualList({ reached }: { reached: ComboboxOption | undefined }) {
  const groups = Combobox.useFilteredItems<ComboboxGroup>();
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const { rows, count } = useMemo(() => flatten(groups), [groups]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => ROW,
    overscan: 12,
    paddingStart: 4,
    paddingEnd: 4,
    scrollPaddingStart: 4,
    scrollPaddingEnd: 12,
  });

  useEffect(() => {
    const index = rows.findIndex((row) => 'option' in row && row.option === reached);
    if (index >= 0) virtualizer.scrollToIndex(index);
  }, [reached, rows, virtualizer]);

  return (
    <div ref={setScroller} className={styles.list}>
      <Combobox.List style={{ position: 'relative', height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          const style = { position: 'absolute', insetInline: 0, top: item.start, height: item.size } as const;
          return 'heading' in row ? (
            <div key={item.key} className={styles.group} style={style} role="presentation">
              {row.heading}
            </div>
          ) : (
            <OptionRow key={item.key} option={row.option} index={row.index} count={count} style={style} />
          );
        })}
      </Combobox.List>
    </div>
  );
}

function flatten(groups: readonly ComboboxGroup[]): { rows: Row[]; count: number } {
  let count = 0;
  const rows = groups.flatMap((group): Row[] => [
    ...(group.value ? [{ heading: group.value }] : []),
    ...group.items.map((option) => ({ option, index: count++ })),
  ]);
  return { rows, count };
}
