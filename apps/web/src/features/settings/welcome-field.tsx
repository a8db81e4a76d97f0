import { limits } from '@tickets/contract/limits';
import { Braces } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { TextArea } from '../../components/ui/text-area.tsx';
import type { SectionProps } from './section-props.ts';
import { Setting } from './setting.tsx';
import styles from './settings.module.css';

const fetchMenu = () => import('./placeholder-menu.tsx');
const PlaceholderMenu = lazy(async () => ({ default: (await fetchMenu()).PlaceholderMenu }));

/** The welcome message, with what can be put into it. */
export function WelcomeField({ form, patch }: Pick<SectionProps, 'form' | 'patch'>) {
  const t = useTranslations('settings');
  const area = useRef<HTMLTextAreaElement>(null);
  // The library's menus weigh as much as the form itself, so they come when somebody goes for the button.
  const [menuWanted, setMenuWanted] = useState(false);

  function insert(name: string) {
    const box = area.current;
    if (!box) return;
    const before = `${box.value.slice(0, box.selectionStart)}%${name}%`;
    const welcome_message = before + box.value.slice(box.selectionEnd);
    flushSync(() => patch({ welcome_message }));
    box.setSelectionRange(before.length, before.length);
    // The menu gives the focus back to its button when it closes; the text is gone on with.
    requestAnimationFrame(() => box.focus());
  }

  const opener = (
    <Button
      size="small"
      icon={<Braces aria-hidden="true" />}
      aria-haspopup="menu"
      onPointerEnter={fetchMenu}
      onFocus={fetchMenu}
      onClick={() => setMenuWanted(true)}
    >
      {t('insert_placeholder')}
    </Button>
  );

  return (
    <Setting name="welcome_message" required>
      <TextArea
        ref={area}
        value={form.welcome_message}
        onChange={(welcome_message) => patch({ welcome_message })}
        limit={limits.welcome_message.max}
        rows={5}
      />
      <div className={styles.insert}>
        {menuWanted ? (
          <Suspense fallback={opener}>
            <PlaceholderMenu trigger={opener} onInsert={insert} />
          </Suspense>
        ) : (
          opener
        )}
      </div>
    </Setting>
  );
}
