import { useQuery } from '@tanstack/react-query';
import { placeholders } from '@tickets/contract/embeds/placeholders';
import type { AddedPlaceholder } from '@tickets/contract/integrations/integrations';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api/api.ts';
import { useGuildId } from '../../lib/page/use-guild.ts';
import { Menu } from '../ui/overlays/menu.tsx';

interface PlaceholderMenuProps {
  trigger: ReactElement;
  /** By the integrations of the server. */
  added?: readonly AddedPlaceholder[];
  onInsert: (name: string) => void;
}

/** What can be put into a message in a ticket, as a list that stands open. Loaded when someone asks for it. */
export function PlaceholderMenu({ trigger, added = [], onInsert }: PlaceholderMenuProps) {
  const t = useTranslations('placeholders');
  const all = [
    ...placeholders.map((name) => ({ name, label: t(`names.${name}`) })),
    ...added.map(({ name, integration }) => ({ name, label: t('of_integration', { name: integration }) })),
  ];
  return (
    <Menu
      align="start"
      defaultOpen
      trigger={trigger}
      items={all.map(({ name, label }) => ({
        label,
        detail: `%${name}%`,
        onSelect: () => onInsert(name),
      }))}
    />
  );
}

/** As PlaceholderMenu, in what greets in a new ticket. */
export function GreetingPlaceholderMenu(props: Omit<PlaceholderMenuProps, 'added'>) {
  const guildId = useGuildId();
  const { data } = useQuery({
    queryKey: ['guild', guildId, 'integrations', 'placeholders'],
    queryFn: ({ signal }) =>
      call('integrations.placeholders', { params: { guild_id: guildId } }, { signal, track: false }),
    meta: { quiet: true },
  });
  return <PlaceholderMenu {...props} {...(data && { added: data })} />;
}
