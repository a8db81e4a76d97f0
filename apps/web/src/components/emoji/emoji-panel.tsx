import { Tabs } from '@base-ui/react/tabs';
import {
  Apple,
  Clock,
  Flag,
  Heart,
  Lightbulb,
  type LucideIcon,
  PawPrint,
  Plane,
  Smile,
  Trophy,
} from 'lucide-react';
import { type ReactElement, type RefObject, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import styles from './emoji.module.css';
import {
  type EmojiEntry,
  type EmojiVariant,
  emojisByKey,
  readEmojiLines,
  searchEmojis,
  type TabCategory,
  tabCategories,
} from './emoji.ts';
import { emojiLines } from './emoji-lines.ts';
import { PickerBody } from './picker-body.tsx';
import { PickerPopup } from './picker-popup.tsx';
import type { Picture } from './picture.tsx';
import { addRecent, readRecent } from './recent-emojis.ts';
import { SkinTones } from './skin-tones.tsx';

interface EmojiPanelProps {
  trigger: ReactElement;
  disabled: boolean;
  storageKey: string;
  onPick: (emoji: string) => void;
}

/** An EmojiPicker from its first opening on. It comes with the data, which weighs more than a whole screen. */
export function EmojiPanel({ trigger, disabled, storageKey, onPick }: EmojiPanelProps) {
  const t = useTranslations('emoji');
  const search = useRef<HTMLInputElement>(null);
  return (
    <PickerPopup trigger={trigger} label={t('title')} disabled={disabled} side="right" search={search}>
      {(close) => (
        <EmojiTabs
          search={search}
          storageKey={storageKey}
          onPick={({ key, emoji }) => {
            addRecent(storageKey, key);
            close();
            onPick(emoji);
          }}
        />
      )}
    </PickerPopup>
  );
}

const entries = readEmojiLines(emojiLines);
const byKey = emojisByKey(entries);

const RECENT = 'Recently Used';
type Tab = TabCategory | typeof RECENT;
const tabs: readonly Tab[] = [RECENT, ...tabCategories];
const icons: Record<Tab, LucideIcon> = {
  'Recently Used': Clock,
  'Smileys & People': Smile,
  'Animals & Nature': PawPrint,
  'Food & Drink': Apple,
  Activities: Trophy,
  'Travel & Places': Plane,
  Objects: Lightbulb,
  Symbols: Heart,
  Flags: Flag,
};

interface EmojiTabsProps {
  search: RefObject<HTMLInputElement | null>;
  storageKey: string;
  onPick: (emoji: EmojiVariant) => void;
}

function EmojiTabs({ search, storageKey, onPick }: EmojiTabsProps) {
  const t = useTranslations('emoji');
  const [recent] = useState(() => readRecent(storageKey).flatMap((key) => byKey.get(key) ?? []));
  const [tab, setTab] = useState<Tab>(recent.length > 0 ? RECENT : tabCategories[0]);
  const [text, setText] = useState('');
  const [toned, setToned] = useState<{ entry: EmojiEntry; anchor: HTMLElement }>();
  const pictures = useMemo(() => {
    if (text) return searchEmojis(entries, text).map(pictureOf);
    if (tab === RECENT) return recent.map(pictureOf);
    return entries.filter(({ category }) => category === tab).map(pictureOf);
  }, [text, tab, recent]);

  return (
    <Tabs.Root
      value={text ? null : tab}
      onValueChange={(chosen: Tab) => {
        setText('');
        setTab(chosen);
      }}
    >
      <PickerBody
        search={search}
        text={text}
        onText={setText}
        pictures={pictures}
        title={t(`category.${tab}`)}
        words={{
          search: t('search'),
          found: t('found', { count: pictures.length }),
          none: t('none'),
          hint: t('hint'),
        }}
        empty={t('no_recent')}
        tabs={
          <Tabs.List className={styles.tabs} aria-label={t('categories')} activateOnFocus>
            {tabs.map((value) => {
              const Icon = icons[value];
              const name = t(`category.${value}`);
              return (
                <Tabs.Tab key={value} value={value} className={styles.tab} aria-label={name} title={name}>
                  <Icon aria-hidden="true" />
                </Tabs.Tab>
              );
            })}
          </Tabs.List>
        }
        panel={(grid) =>
          text ? (
            grid
          ) : (
            <Tabs.Panel value={tab} tabIndex={-1} className={styles.panel}>
              {grid}
            </Tabs.Panel>
          )
        }
        onPick={(picture, anchor) => {
          const emoji = byKey.get(picture.key);
          if (!emoji) return;
          if (hasVariants(emoji)) setToned({ entry: emoji, anchor });
          else onPick(emoji);
        }}
        onScroll={() => setToned(undefined)}
      />
      {toned ? <SkinTones {...toned} onPick={onPick} onClose={() => setToned(undefined)} /> : null}
    </Tabs.Root>
  );
}

function pictureOf(emoji: EmojiVariant | EmojiEntry): Picture {
  return {
    key: emoji.key,
    name: emoji.name,
    code: `:${emoji.key}:`,
    glyph: emoji.emoji,
    hasTones: hasVariants(emoji),
  };
}

function hasVariants(emoji: EmojiVariant | EmojiEntry): emoji is EmojiEntry {
  return 'variants' in emoji;
}
