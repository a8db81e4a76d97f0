import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Centred } from '../../components/layout/centred.tsx';
import { Button, buttonClass } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import styles from './error-page.module.css';

export function ErrorPage() {
  const t = useTranslations('common');
  const { message } = useSearch({ from: '/error' });
  const { history } = useRouter();
  const navigate = useNavigate();
  // Two steps: one back is the page that led here, and would lead here again.
  const goBack = () => (history.length > 2 ? history.go(-2) : void navigate({ to: '/' }));
  return (
    <Centred>
      <Card
        heading="h1"
        title={t('error.title')}
        footer={
          <>
            <Button onClick={goBack}>{t('error_page.back')}</Button>
            <Link to="/" className={buttonClass({ variant: 'primary' })}>
              {t('error_page.home')}
            </Link>
          </>
        }
      >
        {message ? (
          <>
            <p>{t('error_page.told')}</p>
            <blockquote className={styles.told}>{message}</blockquote>
          </>
        ) : (
          <p>{t('error_page.unknown')}</p>
        )}
      </Card>
    </Centred>
  );
}
