import { ExternalLink } from 'lucide-react';
import { useContext } from 'react';
import { cx } from '../class-names.ts';
import { ComponentEmoji } from '../emoji/custom-emoji.tsx';
import { EmojiText } from '../emoji/emoji-text.tsx';
import { safeUrl } from '../safe-url.ts';
import { type ComponentProps, ComponentUseContext } from './component-use.ts';
import styles from './components.module.css';
import { Inert } from './inert.tsx';

/** Styles: 1 blue, 2 grey, 3 green, 4 red, 5 link. */
export function DiscordButton({ component }: ComponentProps) {
  const isInert = useContext(ComponentUseContext) === 'inert';
  const href = component.style === 5 ? safeUrl(component.url) : undefined;
  const className = cx(
    styles.button,
    styles[`style${component.style ?? 2}`],
    component.disabled && styles.off,
  );
  const content = (
    <>
      <ComponentEmoji emoji={component.emoji} />
      <EmojiText text={component.label ?? ''} />
    </>
  );
  if (isInert && !href) return <Inert className={styles.inertButton}>{content}</Inert>;
  if (component.disabled) {
    return (
      <button type="button" className={className} disabled>
        {content}
      </button>
    );
  }
  if (!href) return <span className={className}>{content}</span>;
  return (
    <a className={className} href={href} target="_blank" rel="noreferrer nofollow">
      {content}
      <ExternalLink size={14} aria-hidden="true" />
    </a>
  );
}
