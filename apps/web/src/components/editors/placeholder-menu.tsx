import { placeholders } from '@tickets/contract/embeds/placeholders';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Menu } from '../ui/overlays/menu.tsx';

/** What can be put into a welcome message, as a list that stands open. Loaded when someone asks for it. */
export function PlaceholderMenu({
  trigger,
  onInsert,
}: {
  trigger: ReactElement;
  onInsert: (name: string) => void;
}) {
  const t = useTranslations('editors');
  return (
    <Menu
      align="start"
      defaultOpen
      trigger={trigger}
      items={placeholders.map((name) => ({
        label: t(`placeholders.${name}`),
        detail: `%${name}%`,
        onSelect: () => onInsert(name),
      }))}
    />
  );
}
