import { Popover } from '@base-ui/react/popover';
import { EmojiPicture } from '@tickets/discord-ui/emoji/emoji-text.tsx';
import { X } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../ui/button.tsx';
import popup from '../ui/choosing/popup.module.css';
import { cx } from '../ui/class-names.ts';
import styles from './emoji.module.css';
import type { EmojiEntry, EmojiVariant } from './emoji.ts';
import { nextIndex } from './grid-keys.ts';

interface SkinTonesProps {
  entry: EmojiEntry;
  /** The cell that was pressed. */
  anchor: HTMLElement;
  onPick: (emoji: EmojiVariant) => void;
  onClose: () => void;
}

/** Offers an emoji as it is, and in its five skin tones. */
export function SkinTones({ entry, anchor, onPick, onClose }: SkinTonesProps) {
  const t = useTranslations('emoji');
  const row = useRef<HTMLDivElement>(null);
  const choices: EmojiVariant[] = [entry, ...Object.values(entry.variants ?? {})];
  const buttons = () => [...(row.current?.querySelectorAll('button') ?? [])];

  function onKeyDown(event: KeyboardEvent) {
    const all = buttons();
    const index = all.indexOf(event.target as HTMLButtonElement);
    const next = nextIndex(event, { index, columns: all.length, count: all.length, page: 0 });
    if (next === undefined) return;
    event.preventDefault();
    all[next]?.focus();
  }

  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Portal>
        <Popover.Positioner
          className={popup.positioner}
          anchor={anchor}
          side="bottom"
          align="start"
          sideOffset={4}
          // It stays over its picker.
          collisionBoundary={anchor.closest('[role="dialog"]') ?? 'clipping-ancestors'}
          collisionPadding={8}
          collisionAvoidance={{ side: 'flip', align: 'shift' }}
        >
          <Popover.Popup
            className={cx(popup.popup, styles.tones)}
            aria-label={t('tones.title', { name: entry.name })}
            initialFocus={() => buttons()[0] ?? null}
            finalFocus={() => anchor}
          >
            <div className={styles.tonesHead}>
              <span>{t('tones.heading')}</span>
              <IconButton size="small" label={t('tones.close')} onClick={onClose}>
                <X aria-hidden="true" />
              </IconButton>
            </div>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: it moves the focus between the buttons inside */}
            <div ref={row} className={styles.toneRow} onKeyDown={onKeyDown}>
              {choices.map((choice) => (
                <button
                  key={choice.key}
                  type="button"
                  className={cx(styles.cell, styles.tone)}
                  aria-label={choice === entry ? t('tones.none', { name: entry.name }) : choice.name}
                  title={choice.name}
                  onClick={() => onPick(choice)}
                >
                  <EmojiPicture emoji={choice.emoji} />
                </button>
              ))}
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
