import { cx } from '../class-names.ts';
import type { ComponentProps } from '../components/component-use.ts';
import styles from '../components/components.module.css';
import { DiscordButton } from '../components/discord-button.tsx';
import { ComponentEmoji } from '../emoji/custom-emoji.tsx';
import { EmojiText } from '../emoji/emoji-text.tsx';
import { Dots } from './dots.tsx';
import { usePress } from './press.ts';

const LINK = 5;

/** A button that can be pressed. One press waits for its answer before the next. */
export function LiveButton({ component }: ComponentProps) {
  const { press, isBusy } = usePress();
  const { custom_id = '', style = 2, label, emoji, disabled = false } = component;
  if (style === LINK) return <DiscordButton component={component} />;
  const busy = isBusy(custom_id);
  // Without words it is called what it shows.
  const name = label ? undefined : ((typeof emoji === 'string' ? emoji : emoji?.name) ?? custom_id);
  return (
    <button
      type="button"
      className={cx(styles.button, styles[`style${style}`], styles.live, disabled && styles.off)}
      aria-label={name}
      aria-busy={busy || undefined}
      disabled={disabled}
      onClick={() => {
        if (!busy) press(custom_id);
      }}
    >
      <ComponentEmoji emoji={emoji} mute />
      <EmojiText text={label ?? ''} />
      {busy ? <Dots /> : null}
    </button>
  );
}
