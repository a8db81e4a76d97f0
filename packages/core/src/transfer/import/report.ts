import type { EntityType, ImportOutcome, ImportReport } from '@tickets/contract/transfer/transfer';
import { reportItemsMax } from '@tickets/contract/transfer/transfer-limits';
import type { Item } from '../setup/items.ts';

/** The report of a check, with what it says to the import alone: how much each run has to do. */
export interface StoredReport extends ImportReport {
  runs: { DATA?: number; TRANSCRIPT?: number };
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
        name: name.slice(0, 200),
        outcome,
        reason: reason?.slice(0, 1000) ?? null,
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
