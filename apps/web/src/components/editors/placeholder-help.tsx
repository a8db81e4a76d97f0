import { Braces } from 'lucide-react';
import { createContext, lazy, type RefObject, use } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { loadMessages } from '../../lib/page/messages.ts';
import { Button } from '../ui/button.tsx';
import { LatePopup } from '../ui/overlays/late-popup.tsx';

async function fetchMenu() {
  const [menu] = await Promise.all([import('./placeholder-menu.tsx'), loadMessages('placeholders')]);
  return menu;
}
const PlaceholderMenu = lazy(async () => ({ default: (await fetchMenu()).PlaceholderMenu }));
const GreetingMenu = lazy(async () => ({ default: (await fetchMenu()).GreetingPlaceholderMenu }));

/** Whether what is written greets in a new ticket: then integrations have their say, too. */
export const GreetingContext = createContext(false);

interface PlaceholderHelpProps {
  /** The box whose text is written: what is chosen goes in where its caret is. */
  target: RefObject<HTMLTextAreaElement | null>;
  onChange: (text: string) => void;
  /** Which box it is, where there are several. Read aloud after what the button does. */
  of?: string;
}

/** A button for what can be put into a welcome message. */
export function PlaceholderHelp({ target, onChange, of }: PlaceholderHelpProps) {
  const t = useTranslations('editors');
  const Menu = use(GreetingContext) ? GreetingMenu : PlaceholderMenu;

  function insert(name: string) {
    const box = target.current;
    if (!box) return;
    const before = `${box.value.slice(0, box.selectionStart)}%${name}%`;
    const after = box.value.slice(box.selectionEnd);
    flushSync(() => onChange(before + after));
    box.setSelectionRange(before.length, before.length);
    // The menu gives the focus back to its button when it closes; the text is gone on with.
    requestAnimationFrame(() => box.focus());
  }

  const opener = (
    <Button
      size="small"
      icon={<Braces aria-hidden="true" />}
      aria-haspopup="menu"
      aria-label={of && `${t('insert_placeholder')}: ${of}`}
    >
      {t('insert_placeholder')}
    </Button>
  );

  return (
    <LatePopup opener={opener} fetchPopup={fetchMenu}>
      <Menu trigger={opener} onInsert={insert} />
    </LatePopup>
  );
}
