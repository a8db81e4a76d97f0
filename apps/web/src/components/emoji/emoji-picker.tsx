import { Smile } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { loadMessages } from '../../lib/page/messages.ts';
import { IconButton } from '../ui/button.tsx';

export interface EmojiPickerProps {
  /** Gets the character itself. */
  onPick: (emoji: string) => void;
  /** Where this browser keeps what was picked here lately. */
  storageKey: string;
  disabled?: boolean;
  className?: string;
}

const fetchPanel = async () => {
  const [module] = await Promise.all([import('./emoji-panel.tsx'), loadMessages('emoji')]);
  return { default: module.EmojiPanel };
};
const EmojiPanel = lazy(fetchPanel);

/** A button that opens all standard emojis. They are fetched when someone goes for the button. */
export function EmojiPicker({ onPick, storageKey, disabled = false, className }: EmojiPickerProps) {
  const t = useTranslations('common.emoji');
  const [wanted, setWanted] = useState(false);
  const trigger = (
    <IconButton label={t('pick')} disabled={disabled} className={className} aria-haspopup="dialog">
      <Smile aria-hidden="true" />
    </IconButton>
  );
  const closed = (
    <IconButton
      {...trigger.props}
      aria-expanded={false}
      onPointerEnter={() => void fetchPanel()}
      onFocus={() => void fetchPanel()}
      onClick={() => setWanted(true)}
    />
  );
  if (!wanted) return closed;
  return (
    <Suspense fallback={closed}>
      <EmojiPanel trigger={trigger} disabled={disabled} storageKey={storageKey} onPick={onPick} />
    </Suspense>
  );
}
