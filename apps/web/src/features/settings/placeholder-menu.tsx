import { placeholders } from '@tickets/contract/placeholders';
import { Braces } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { Menu } from '../../components/ui/menu.tsx';

/** A button that lists what can be put into a welcome message. Loaded when the form already stands. */
export function PlaceholderMenu({ onInsert }: { onInsert: (name: string) => void }) {
  const t = useTranslations('settings');
  return (
    <Menu
      align="start"
      trigger={
        <Button size="small" icon={<Braces aria-hidden="true" />}>
          {t('insert_placeholder')}
        </Button>
      }
      items={placeholders.map((name) => ({
        label: t(`placeholders.${name}`),
        detail: `%${name}%`,
        onSelect: () => onInsert(name),
      }))}
    />
  );
}
