import { limits } from '@tickets/contract/platform/limits';
import { useRef } from 'react';
import { GreetingContext, PlaceholderHelp } from '../../components/editors/placeholder-help.tsx';
import { TextArea } from '../../components/ui/fields/text-area.tsx';
import type { SectionProps } from './section-props.ts';
import { Setting } from './setting.tsx';

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
        actions={
          <GreetingContext value={true}>
            <PlaceholderHelp target={area} onChange={write} />
          </GreetingContext>
        }
      />
    </Setting>
  );
}
