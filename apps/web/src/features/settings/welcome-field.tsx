import { limits } from '@tickets/contract/limits';
import { lazy, Suspense, useRef } from 'react';
import { flushSync } from 'react-dom';
import { TextArea } from '../../components/ui/text-area.tsx';
import type { SectionProps } from './section-props.ts';
import { Setting } from './setting.tsx';
import styles from './settings.module.css';

const PlaceholderMenu = lazy(async () => ({
  default: (await import('./placeholder-menu.tsx')).PlaceholderMenu,
}));

/** The welcome message, with what can be put into it. */
export function WelcomeField({ form, patch }: Pick<SectionProps, 'form' | 'patch'>) {
  const area = useRef<HTMLTextAreaElement>(null);

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
        <Suspense>
          <PlaceholderMenu onInsert={insert} />
        </Suspense>
      </div>
    </Setting>
  );
}
