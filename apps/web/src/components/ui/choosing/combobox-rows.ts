import type { ReactNode } from 'react';
export interface ComboboxOption {
  value: string;
  label: string;
  /** Drawn before the label: `#`, a colour dot, an avatar (see option-marks.tsx). */
  mark?: ReactNode;
  /** Options of one group stand together under its name, in the order of their first. */
  group?: string;
}

/** The heading of a group, or an option with its place among the options. */
export type Row = { group: string } & ({ option: ComboboxOption; index: number } | { option?: undefined });

/** What is drawn of a group. Its heading may have been scrolled away. */
export interface DrawnGroup {
  name: string;
  isHeaded: boolean;
  options: { option: ComboboxOption; index: number }[];
}

/** A list of this length is drawn whole, so that whatever reads the page finds all of it. */
const WHOLE = 60;
/** Of a longer one, more than the list is high, and some that a quick hand scrolls in. */
const DRAWN = 18;
const BEFORE = 4;

/** Those of one group together, groups in the order of their first option. */
export function byGroup(options: readonly ComboboxOption[]): ComboboxOption[] {
  return [...Map.groupBy(options, ({ group }) => group ?? '').values()].flat();
}

/**
 * Options whose label has `query` in it, whatever the case and the accents: the one of that very name first, then those
 * that begin so, because Enter takes the first.
 */
export function matching(options: readonly ComboboxOption[], query: string): readonly ComboboxOption[] {
  const wanted = plain(query.trim());
  if (!wanted) return options;
  const rank = (label: string) => (label === wanted ? 0 : label.startsWith(wanted) ? 1 : 2);
  const found = options
    .map((option) => ({ option, label: plain(option.label) }))
    .filter(({ label }) => label.includes(wanted))
    .toSorted((a, b) => rank(a.label) - rank(b.label));
  return byGroup(found.map(({ option }) => option));
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The rows of grouped options, and of each option the row that it stands in. */
export function rowsOf(options: readonly ComboboxOption[]): { rows: Row[]; at: number[] } {
  const rows: Row[] = [];
  const at: number[] = [];
  let last = '';
  for (const [index, option] of options.entries()) {
    const group = option.group ?? '';
    if (group && group !== last) rows.push({ group });
    last = group;
    at.push(rows.length);
    rows.push({ group, option, index });
  }
  return { rows, at };
}

/** The rows to draw when `top` is the first in sight, and the number of the first of them. */
export function inSight(rows: readonly Row[], top: number): { first: number; groups: DrawnGroup[] } {
  const count = rows.length <= WHOLE ? rows.length : DRAWN;
  const first = Math.max(0, Math.min(top - BEFORE, rows.length - count));
  const groups: DrawnGroup[] = [];
  for (const row of rows.slice(first, first + count)) {
    let group = groups.at(-1);
    if (group?.name !== row.group) {
      group = { name: row.group, isHeaded: !row.option, options: [] };
      groups.push(group);
    }
    if (row.option) group.options.push(row);
  }
  return { first, groups };
}
