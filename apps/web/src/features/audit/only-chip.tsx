import { X } from 'lucide-react';
import styles from './audit.module.css';
import { kindOf } from './audit-filter.ts';
import type { AuditSearch } from './audit-search.ts';
import { nameOfThing, type ReadEntry } from './wording/sentences.ts';
import type { Words } from './wording/words.ts';

interface OnlyChipProps {
  search: AuditSearch;
  entries: readonly ReadEntry[];
  words: Words;
  onChange: (search: AuditSearch) => void;
}

/** Says that the log tells of one thing alone, and takes that back when pressed. */
export function OnlyChip({ search: { id, ...rest }, entries, words, onChange }: OnlyChipProps) {
  const { t } = words;
  const kind = kindOf(rest);
  if (!kind || !id) return null;
  const found = entries.find(({ entry }) => entry.resource_id === id);
  const name = found ? nameOfThing(found, words) : knownName(kind, id, words);
  const thing =
    kind === 'settings' ? t('audit.thing.settings') : t(`audit.thing.${kind}`, { name: name ?? id });
  const label = t('audit.filter.only', { thing });
  return (
    <button
      type="button"
      className={styles.chip}
      aria-label={t('audit.filter.remove', { filter: label })}
      onClick={() => onChange(rest)}
    >
      <span className={styles.chipText}>{label}</span>
      <X aria-hidden="true" />
    </button>
  );
}

function knownName(kind: string, id: string, { names }: Words): string | undefined {
  if (kind === 'panel') return names.panels.get(Number(id));
  if (kind === 'multi_panel') return names.multiPanels.get(Number(id)) || undefined;
  if (kind === 'form') return names.forms.get(Number(id));
  return kind === 'team' ? names.teams.get(Number(id)) : undefined;
}
