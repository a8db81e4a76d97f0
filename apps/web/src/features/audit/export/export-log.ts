import type { AuditEntry } from '@tickets/contract/audit/audit';
import { call } from '../../../lib/api/api.ts';
import { waitOf } from '../../../lib/api/query-client.ts';
import { payloadOf } from '../audit-filter.ts';
import type { AuditSearch } from '../audit-search.ts';
import { fieldAt } from '../wording/fields.ts';
import {
  fieldName,
  nameOfThing,
  plainSentence,
  type ReadEntry,
  readEntry,
  whoDid,
} from '../wording/sentences.ts';
import { plainValue } from '../wording/values.ts';
import type { Words } from '../wording/words.ts';
import { csvOf } from './csv.ts';

const PER_PAGE = 500;

export interface Progress {
  done: number;
  all: number;
}

interface Exporting {
  guildId: string;
  search: AuditSearch;
  words: Words;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/** All entries of a filter as CSV, a line for each field that changed. */
export async function exportLog({ words, ...reading }: Exporting): Promise<{ csv: string; count: number }> {
  const entries = await readAll(reading);
  const head = columns.map((column) => words.t(`audit.export.column.${column}`));
  return {
    csv: csvOf([head, ...entries.flatMap((entry) => rowsOf(readEntry(entry), words))]),
    count: entries.length,
  };
}

async function readAll({
  guildId,
  search,
  signal,
  onProgress,
}: Omit<Exporting, 'words'>): Promise<AuditEntry[]> {
  const { older_than: _, newer_than: __, ...filter } = search;
  const entries: AuditEntry[] = [];
  for (;;) {
    const last = entries.at(-1);
    const body = { ...payloadOf(filter), per_page: PER_PAGE, ...(last && { older_than: last.id }) };
    const page = await whenAllowed(signal, () =>
      call('audit.list', { params: { guild_id: guildId }, body }, { signal, track: false }),
    );
    entries.push(...page.entries);
    onProgress({ done: entries.length, all: Math.max(page.total_count, entries.length) });
    if (!page.has_older || !page.entries.length) return entries;
  }
}

/** A long log is more than the server answers one person at once: then it says when to ask again. */
async function whenAllowed<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const wait = waitOf(error);
      if (wait === undefined) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
      signal.throwIfAborted();
    }
  }
}

const columns = [
  'time',
  'who',
  'user_id',
  'source',
  'what',
  'kind',
  'name',
  'resource_id',
  'field',
  'before',
  'after',
  'because',
  'undo_of',
  'undone_by',
  'entry',
] as const;

/** The lines of one entry, in the order of the columns. */
export function rowsOf(read: ReadEntry, words: Words): string[][] {
  const { entry, resource, lines } = read;
  const { t } = words;
  const about = [
    entry.created_at,
    whoDid(entry, t),
    entry.user_id ?? '',
    t(`audit.source.${entry.source}`),
    plainSentence(read, words),
    resource ? t(`audit.kind.${resource}`) : t('audit.something', { code: entry.resource_type }),
    nameOfThing(read, words),
    entry.resource_id ?? '',
  ];
  const numberOf = (id: number | null) => (id === null ? '' : String(id));
  const end = [entry.because ?? '', numberOf(entry.undo_of), numberOf(entry.undone_by), String(entry.id)];
  if (!lines.length) return [[...about, '', '', '', ...end]];
  return lines.map(({ path, before, after }) => {
    const kind = fieldAt(resource, path)?.kind ?? 'unknown';
    const text = (value: typeof before) => (value === undefined ? '' : plainValue(kind, value, words));
    return [...about, fieldName(resource, path, t), text(before), text(after), ...end];
  });
}
