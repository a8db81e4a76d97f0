import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Centred } from '../../components/layout/centred.tsx';
import { buttonClass } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';

export function NotFoundPage() {
  const t = useTranslations('common.not_found');
  return (
    <Centred>
      <EmptyState
        icon={<Compass />}
        heading="h1"
        title={t('title')}
        action={
          <Link to="/" className={buttonClass({ variant: 'primary' })}>
            {t('home')}
          </Link>
        }
      >
        {t('text')}
      </EmptyState>
    </Centred>
  );
}
