import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Centred } from '../../components/layout/centred.tsx';
import { Button, buttonClass } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';

export function ErrorPage() {
  const t = useTranslations('common');
  const { message } = useSearch({ from: '/error' });
  const { history } = useRouter();
  return (
    <Centred>
      <Card
        heading="h1"
        title={t('error.title')}
        footer={
          <>
            {/* Two steps: one back is the page that led here, and would lead here again. */}
            <Button onClick={() => history.go(-2)}>{t('error_page.back')}</Button>
            <Link to="/" className={buttonClass({ variant: 'primary' })}>
              {t('error_page.home')}
            </Link>
          </>
        }
      >
        <p>{message ?? t('error_page.unknown')}</p>
      </Card>
    </Centred>
  );
}
