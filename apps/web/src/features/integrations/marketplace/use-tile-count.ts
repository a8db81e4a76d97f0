import { useEffect, useState } from 'react';
import { rememberedRows, rememberRows } from '../../../lib/page/row-counts.ts';

/** How many grey tiles stand in for a list: as many as it had last. */
export function useTileCount(list: string, count: number | undefined, usual: number): number {
  const [remembered] = useState(() => rememberedRows(`integrations ${list}`));
  useEffect(() => {
    if (count !== undefined) rememberRows(`integrations ${list}`, count);
  }, [list, count]);
  return Math.max(1, remembered ?? usual);
}
