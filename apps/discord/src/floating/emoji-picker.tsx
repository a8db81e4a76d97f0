import { cx } from '@tickets/discord-ui/class-names';
import { EmojiPicture } from '@tickets/discord-ui/emoji/emoji-text.tsx';
import { type ReactNode, useState } from 'react';
import { useClient, useSelected } from '../client/client.ts';
import { openServer, type PickedEmoji, type Place } from '../client/state.ts';
import { emojiList } from '../composer/emoji-list.ts';
import ui from '../ui/ui.module.css';
import styles from './floating.module.css';
import { useFloating } from './use-floating.ts';

interface EmojiPickerProps {
  place: Place;
  onPick: (emoji: PickedEmoji) => void;
}

export function EmojiPicker({ place, onPick }: EmojiPickerProps) {
  const client = useClient();
  const server = useSelected(openServer);
  const box = useFloating<HTMLDivElement>(place);
  const [query, setQuery] = useState('');
  const fits = (words: string) => words.toLowerCase().includes(query.toLowerCase());
  const own = (server?.emojis ?? []).filter(({ name }) => fits(name));
  const common = emojiList.filter(({ words }) => fits(words));
  const pick = (emoji: PickedEmoji) => {
    client.set({ menu: null });
    onPick(emoji);
  };
  return (
    <div className={cx(styles.floating, styles.emojiPicker)} role="dialog" aria-label="Emoji" ref={box}>
      <input
        type="text"
        className={ui.search}
        placeholder="Find an emoji"
        aria-label="Find an emoji"
        value={query}
        onChange={({ currentTarget }) => setQuery(currentTarget.value)}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: buttons beside each other, not the fields of a form */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <div className={styles.emojiScroll} tabIndex={0} role="group" aria-label="Emojis">
        <Group title={server?.name ?? ''}>
          {own.map((emoji) => (
            <EmojiButton key={emoji.id} name={emoji.name} onPick={() => pick(emoji)}>
              <img className={styles.emoji} src={emoji.url} alt="" />
            </EmojiButton>
          ))}
        </Group>
        <Group title="Common">
          {common.map(({ emoji, words }) => (
            <EmojiButton key={emoji} name={words} onPick={() => pick({ name: emoji })}>
              <EmojiPicture emoji={emoji} mute />
            </EmojiButton>
          ))}
        </Group>
        {own.length + common.length === 0 ? <p className={styles.none}>No emoji is called that.</p> : null}
      </div>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <>
      <p className={styles.menuTitle}>{title}</p>
      <div className={styles.emojiGrid}>{children}</div>
    </>
  );
}

interface EmojiButtonProps {
  name: string;
  onPick: () => void;
  children: ReactNode;
}

function EmojiButton({ name, onPick, children }: EmojiButtonProps) {
  return (
    <button type="button" aria-label={name} title={name} onClick={onPick}>
      {children}
    </button>
  );
}
