import { Link } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useGuildId } from '../../lib/page/use-guild.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** In place of a page that is above one's permission level. Nothing of the page was loaded. */
export function NoAccess() {
  const t = useTranslations('common.no_access');
  const guildId = useGuildId();
  return (
    <EmptyState
      icon={<ShieldAlert />}
      heading="h1"
      title={t('title')}
      action={
        // Open to everybody who has any level here.
        <Link to="/manage/$guildId/tickets" params={{ guildId }} className={buttonClass()}>
          {t('onward')}
        </Link>
      }
    >
      {t('text')}
    </EmptyState>
  );
}
