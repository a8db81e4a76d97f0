import { Search } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { TextInput } from '../../components/ui/fields/text-input.tsx';
import styles from './settings.module.css';
import type { SectionId } from './settings-sections.ts';

interface SettingsIndexProps {
  wanted: string;
  onWanted: (text: string) => void;
  shown: readonly SectionId[];
}

/** The filter box, and at wide widths the sections to jump to. */
export function SettingsIndex({ wanted, onWanted, shown }: SettingsIndexProps) {
  const t = useTranslations('settings');
  return (
    <div className={styles.index}>
      <TextInput
        type="search"
        icon={<Search />}
        value={wanted}
        onChange={onWanted}
        onKeyDown={(event) => event.key === 'Escape' && onWanted('')}
        placeholder={t('find')}
        aria-label={t('find')}
      />
      {/* For the pointer: the heads of the sections are headings and stops of the keyboard themselves. */}
      <ul className={styles.jumps} aria-hidden="true">
        {shown.map((id) => (
          <li key={id}>
            <button type="button" tabIndex={-1} className={styles.jump} onClick={() => jumpTo(id)}>
              {t(`sections.${id}`)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Opens the section and brings its head into view. A link to it would be a step in the history, which asks about unsaved changes. */
function jumpTo(id: SectionId) {
  const section = document.getElementById(`settings-${id}`);
  const head = section?.querySelector<HTMLButtonElement>('button[aria-expanded]');
  if (head?.getAttribute('aria-expanded') === 'false') head.click();
  section?.scrollIntoView({ block: 'start', behavior: 'smooth' });
  head?.focus({ preventScroll: true });
}
