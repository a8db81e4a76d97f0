import { ChevronDown } from 'lucide-react';
import { useContext } from 'react';
import { ComponentEmoji } from '../emoji/custom-emoji.tsx';
import { EmojiText } from '../emoji/emoji-text.tsx';
import type { DiscordComponent } from '../types.ts';
import { ComponentUseContext } from './component-use.ts';
import styles from './components.module.css';
import { Inert } from './inert.tsx';

interface SelectPictureProps {
  component: DiscordComponent;
  /** Where it has no words of its own. */
  fallback: string;
}

/** A menu that does not open. */
export function SelectPicture({ component, fallback }: SelectPictureProps) {
  const isInert = useContext(ComponentUseContext) === 'inert';
  const chosen = component.options?.find((option) => option.default)?.label;
  const content = (
    <>
      <EmojiText text={chosen ?? component.placeholder ?? fallback} />
      <ChevronDown aria-hidden="true" />
    </>
  );
  return (
    <>
      {isInert ? (
        <Inert className={styles.inertSelect}>{content}</Inert>
      ) : (
        <span className={styles.select}>{content}</span>
      )}
      {component.open && !isInert && component.options?.length ? (
        <ul className={styles.options}>
          {component.options.map((option, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: options have no identity but their place
            <li key={index} className={styles.option}>
              <ComponentEmoji emoji={option.emoji} />
              <span>
                <EmojiText text={option.label} />
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
