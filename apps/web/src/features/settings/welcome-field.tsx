import { limits } from '@tickets/contract/limits';
import { useRef } from 'react';
import { PlaceholderHelp } from '../../components/editors/placeholder-help.tsx';
import { TextArea } from '../../components/ui/text-area.tsx';
import type { SectionProps } from './section-props.ts';
import { Setting } from './setting.tsx';
import styles from './settings.module.css';

/** The welcome message, with what can be put into it. */
export function WelcomeField({ form, patch }: Pick<SectionProps, 'form' | 'patch'>) {
  const area = useRef<HTMLTextAreaElement>(null);
  const write = (welcome_message: string) => patch({ welcome_message });
  return (
    <Setting name="welcome_message" required>
      <TextArea
        ref={area}
        value={form.welcome_message}
        onChange={write}
        limit={limits.welcome_message.max}
        rows={5}
      />
      <div className={styles.insert}>
        <PlaceholderHelp target={area} onChange={write} />
      </div>
    </Setting>
  );
}
