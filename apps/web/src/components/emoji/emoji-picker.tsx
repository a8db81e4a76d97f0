import { Smile } from 'lucide-react';
import { lazy } from 'react';
import { useTranslations } from 'use-intl';
import { loadMessages } from '../../lib/page/messages.ts';
import { IconButton } from '../ui/button.tsx';
import { LatePopup } from '../ui/overlays/late-popup.tsx';

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
  const t = useTranslations('editors.emoji');
  const trigger = (
    <IconButton label={t('pick')} disabled={disabled} className={className} aria-haspopup="dialog">
      <Smile aria-hidden="true" />
    </IconButton>
  );
  return (
    <LatePopup opener={trigger} fetchPopup={fetchPanel}>
      <EmojiPanel trigger={trigger} disabled={disabled} storageKey={storageKey} onPick={onPick} />
    </LatePopup>
  );
}
