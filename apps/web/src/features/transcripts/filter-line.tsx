import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSuggestions } from '../../components/ui/choosing/use-suggestions.tsx';
import styles from './filter-line.module.css';
import type { TranscriptFilterForm } from './transcript-filter.ts';
import { type Chip, useChips } from './use-chips.tsx';
import { splitChoice, useFilterSuggestions } from './use-filter-suggestions.tsx';

interface FilterLineProps {
  guildId: string;
  filter: TranscriptFilterForm;
  panels: readonly { panel_id: number; title: string }[];
  onChange: (field: keyof TranscriptFilterForm, value: string) => void;
}

/** One line to look for closed tickets in: what is typed is offered as people, panels, dates and words; what was chosen is a chip. */
export function FilterLine({ guildId, filter, panels, onChange }: FilterLineProps) {
  const t = useTranslations('transcripts.line');
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const chips = useChips(guildId, filter, panels);
  const offered = useFilterSuggestions(guildId, isOpen ? text : undefined, panels);
  const suggestions = useSuggestions({
    label: t('suggestions'),
    options: offered,
    side: 'below',
    picksFirst: text.trim() !== '',
    onPick: (choice) => {
      const [field, value] = splitChoice(choice);
      setText('');
      setOpen(false);
      onChange(field, value);
    },
    onDismiss: () => setOpen(false),
  });
  const last = chips.at(-1);
  const onKeyDown = (event: KeyboardEvent) => {
    if (suggestions.takeKey(event)) return;
    if (event.key === 'ArrowDown') setOpen(true);
    if (event.key === 'Backspace' && text === '' && last) onChange(last.field, '');
  };
  return (
    <div className={styles.line}>
      <div className={styles.box}>
        <Search className={styles.icon} aria-hidden="true" />
        {chips.map((chip) => (
          <ChipButton key={chip.field} chip={chip} onRemove={() => onChange(chip.field, '')} />
        ))}
        <input
          type="text"
          role="combobox"
          aria-expanded={isOpen && offered.length > 0}
          aria-label={t('label')}
          className={styles.input}
          placeholder={chips.length ? t('more') : t('placeholder')}
          value={text}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          {...suggestions.boxProps}
          onChange={({ target }) => {
            setText(target.value);
            setOpen(true);
          }}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
      </div>
      {suggestions.list}
    </div>
  );
}

function ChipButton({ chip, onRemove }: { chip: Chip; onRemove: () => void }) {
  const t = useTranslations('transcripts.line');
  return (
    <button
      type="button"
      className={styles.chip}
      aria-label={t('remove', { filter: chip.label })}
      onClick={onRemove}
    >
      {chip.mark}
      <span className={styles.chipText}>{chip.label}</span>
      <X aria-hidden="true" />
    </button>
  );
}
