import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { buttonClass } from '../../components/ui/button.tsx';
import { cx } from '../../components/ui/class-names.ts';
import styles from './integrations.module.css';

export function BackToIntegrations({ guildId }: { guildId: string }) {
  const t = useTranslations('integrations');
  return (
    <Link
      to="/manage/$guildId/integrations"
      params={{ guildId }}
      activeOptions={{ exact: true }}
      className={cx(buttonClass({ variant: 'ghost' }), styles.back)}
    >
      {t('back')}
    </Link>
  );
}
