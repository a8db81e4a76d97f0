import { DiscordModal } from '../../components/discord/discord-modal.tsx';
import { DiscordPreview } from '../../components/discord/discord-preview.tsx';
import { Card } from '../../components/ui/card.tsx';
import styles from './kit.module.css';
import { components, embed, questions } from './samples.ts';

const mentions = { users: { '80351110224678912': 'Nelly' } };

export function DiscordSection() {
  return (
    <Card title="Discord">
      <div className={styles.stack}>
        {(['light', 'dark'] as const).map((theme) => (
          <DiscordPreview
            key={theme}
            theme={theme}
            content="Hello <@80351110224678912>, *this* is `code`, and ~~this~~ is __formatted__."
            embeds={[embed]}
            components={components}
            mentions={mentions}
            caption="Placeholders are filled with sample values."
          />
        ))}
        {(['light', 'dark'] as const).map((theme) => (
          <DiscordModal
            key={theme}
            theme={theme}
            title="Report a player"
            inputs={questions}
            activeKey="what"
          />
        ))}
      </div>
    </Card>
  );
}
