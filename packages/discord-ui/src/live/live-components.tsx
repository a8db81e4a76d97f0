import type { ComponentProps, Drawers } from '../components/component-use.ts';
import styles from '../components/components.module.css';
import { DiscordComponents } from '../components/discord-components.tsx';
import { Picture } from '../pictures/picture.tsx';
import { LiveButton } from './live-button.tsx';
import { LiveSelect } from './live-select.tsx';

/** Components that work. They stand in a PressContext, which says what they do. */
export const liveComponents: Drawers = {
  2: LiveButton,
  3: LiveSelect,
  5: LiveSelect,
  6: LiveSelect,
  7: LiveSelect,
  8: LiveSelect,
  9: Section,
  11: Thumbnail,
};

/** Texts with something beside them. */
function Section({ component, mentions }: ComponentProps) {
  return (
    <div className={styles.section}>
      <div>
        <DiscordComponents components={component.components ?? []} mentions={mentions} />
      </div>
      {component.accessory ? (
        <DiscordComponents components={[component.accessory]} mentions={mentions} />
      ) : null}
    </div>
  );
}

function Thumbnail({ component }: ComponentProps) {
  return <Picture picture={component.media} className={styles.thumbnail} alt={component.description ?? ''} />;
}
