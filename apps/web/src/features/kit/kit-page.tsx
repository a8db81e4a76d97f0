import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { Field } from '../../components/ui/fields/field.tsx';
import { RadioGroup } from '../../components/ui/fields/radio-group.tsx';
import { chooseTheme, type Theme, useTheme } from '../../lib/page/theme.ts';
import { ControlsSection } from './controls-section.tsx';
import { DiscordSection } from './discord-section.tsx';
import { EditorsSection } from './editors-section.tsx';
import { EmojiSection } from './emoji-section.tsx';
import { FeedbackSection } from './feedback-section.tsx';
import { ListsSection } from './lists-section.tsx';

/** For people who build screens: the pieces, and what each looks like when it is empty, wrong, busy or off. */
export function KitPage() {
  const t = useTranslations('kit');
  const theme = useTheme();
  return (
    <main>
      <Page title={t('title')} purpose={t('purpose')} width="table">
        <Field group label="Theme">
          <RadioGroup<Theme>
            value={theme}
            onChange={chooseTheme}
            options={[
              { value: 'system', label: 'System' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
          />
        </Field>
        <ControlsSection />
        <EmojiSection />
        <EditorsSection />
        <FeedbackSection />
        <ListsSection />
        <DiscordSection />
      </Page>
    </main>
  );
}
