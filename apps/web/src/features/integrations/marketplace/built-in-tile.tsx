import { ArrowUpRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Badge } from '../../../components/ui/badge.tsx';
import { buttonClass } from '../../../components/ui/button.tsx';
import { IntegrationTile } from './integration-tile.tsx';

const HOME = 'https://blox.link/';

/** What the bot knows by itself, in every server. */
export function BuiltInTile() {
  const t = useTranslations('integrations');
  const nav = useTranslations('common.nav');
  const name = t('built_in.name');
  return (
    <IntegrationTile
      integration={{ name, description: t('built_in.text') }}
      servers={t('built_in.servers')}
      badge={<Badge tone="accent">{t('built_in.badge')}</Badge>}
    >
      <a className={buttonClass({ size: 'small' })} href={HOME} target="_blank" rel="noreferrer">
        {t('card.view')} <span className="visually-hidden">{name}</span>
        <ArrowUpRight aria-hidden="true" />
        <span className="visually-hidden">{nav('new_window')}</span>
      </a>
    </IntegrationTile>
  );
}
