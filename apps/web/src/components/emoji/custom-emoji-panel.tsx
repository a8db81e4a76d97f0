import type { Emoji } from '@tickets/contract/servers/guild';
import { type ReactElement, type RefObject, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { emojiUrl } from '../../lib/discord/cdn.ts';
import { useMedia } from '../../lib/page/use-media.ts';
import styles from './emoji.module.css';
import { PickerBody } from './picker-body.tsx';
import { PickerPopup } from './picker-popup.tsx';
import type { Picture } from './picture.tsx';

interface CustomEmojiPanelProps {
  trigger: ReactElement;
  disabled: boolean;
  emojis: readonly Emoji[];
  onPick: (emoji: Emoji) => void;
}

/** A CustomEmojiPicker from its first opening on. */
export function CustomEmojiPanel({ trigger, disabled, emojis, onPick }: CustomEmojiPanelProps) {
  const t = useTranslations('emoji');
  const search = useRef<HTMLInputElement>(null);
  return (
    <PickerPopup
      trigger={trigger}
      label={t('server_title')}
      disabled={disabled}
      side="bottom"
      search={search}
    >
      {(close) => (
        <ServerEmojis
          search={search}
          emojis={emojis}
          onPick={(emoji) => {
            close();
            onPick(emoji);
          }}
        />
      )}
    </PickerPopup>
  );
}

/** Up to this many stand in a lower popup. */
const SHORT_LIST = 27;

interface ServerEmojisProps {
  search: RefObject<HTMLInputElement | null>;
  emojis: readonly Emoji[];
  onPick: (emoji: Emoji) => void;
}

function ServerEmojis({ search, emojis, onPick }: ServerEmojisProps) {
  const t = useTranslations('emoji');
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const [text, setText] = useState('');
  const pictures = useMemo(() => {
    const wanted = text.toLowerCase();
    return emojis
      .filter(({ name }) => name.toLowerCase().includes(wanted))
      .map(({ id, name, animated }): Picture => {
        return { key: id, name, code: `:${name}:`, url: emojiUrl({ id, animated: animated && !still }) };
      });
  }, [emojis, text, still]);

  if (emojis.length === 0) return <p className={styles.empty}>{t('server_none')}</p>;
  return (
    <PickerBody
      short={emojis.length <= SHORT_LIST}
      search={search}
      text={text}
      onText={setText}
      pictures={pictures}
      title={t('server_title')}
      words={{
        search: t('search'),
        found: t('found', { count: pictures.length }),
        none: t('none'),
        hint: t('hint'),
      }}
      onPick={(picture) => {
        const emoji = emojis.find(({ id }) => id === picture.key);
        if (emoji) onPick(emoji);
      }}
    />
  );
}
