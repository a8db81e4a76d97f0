import type { EntityType, ImportOutcome, ImportReport } from '@tickets/contract/transfer/transfer';
import { reportBytesMax, reportItemsMax, unmatchedLimits } from '@tickets/contract/transfer/transfer-limits';
import { jsonBytes, withinBytes } from '../../platform/within-bytes.ts';
import type { Item } from '../setup/items.ts';

/** The report of a check, with what it says to the import alone: how much each run has to do. */
export interface StoredReport extends ImportReport {
  runs: { DATA?: number; TRANSCRIPT?: number };
}

/** Not in the middle of a character, which the database would refuse. */
const cut = (text: string, length: number): string => text.slice(0, length).toWellFormed();

/**
 * Leaves out of a report what makes it longer than what is answered at once, and counts it. Channels and roles that are missing
 * come first, up to half of it: something is chosen for them.
 */
export function boundedReport<R extends ImportReport>(report: R): R {
  const { places, used_by, name: length } = unmatchedLimits;
  const named = report.unmatched.slice(0, places).map((one) => ({
    ...one,
    name: one.name === null ? null : cut(one.name, length),
    used_by: one.used_by.slice(0, used_by).map((thing) => cut(thing, length)),
  }));
  const unmatched = withinBytes(named, reportBytesMax / 2);
  const unmatched_left_out = report.unmatched_left_out + report.unmatched.length - unmatched.length;
  const frame = jsonBytes({ ...report, unmatched, unmatched_left_out, items: [] });
  // As many more digits as the count of what is left out may take.
  const items = withinBytes(report.items, reportBytesMax - frame - 8);
  const items_left_out = report.items_left_out + report.items.length - items.length;
  return { ...report, unmatched, unmatched_left_out, items, items_left_out };
}

/** Counts what would become of things, and names those of which there is something to say. */
export class ReportWriter {
  readonly #counts = new Map<EntityType, Record<ImportOutcome, number>>();
  readonly #items: ImportReport['items'] = [];
  #left_out = 0;

  add({ entity, name, outcome, reason, many = 1, fields = [] }: Omit<Item, 'apply'>): void {
    this.count(entity, outcome, many);
    if (this.#items.length < reportItemsMax)
      this.#items.push({
        entity_type: entity,
        name: cut(name, 200),
        outcome,
        reason: reason === undefined ? null : cut(reason, 1000),
        fields: fields.slice(0, 50),
      });
    else this.#left_out += 1;
  }

  count(entity: EntityType, outcome: ImportOutcome, number: number): void {
    const counts = this.#counts.get(entity) ?? { create: 0, change: 0, same: 0, skip: 0 };
    counts[outcome] += number;
    this.#counts.set(entity, counts);
  }

  get size(): number {
    return this.#items.length + this.#left_out;
  }

  done(): Pick<ImportReport, 'entities' | 'items' | 'items_left_out'> {
    return {
      entities: [...this.#counts].map(([entity_type, counts]) => ({ entity_type, ...counts })),
      items: this.#items,
      items_left_out: this.#left_out,
    };
  }
}
