import { useQuery } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { Centred } from '../../components/layout/centred.tsx';
import { buttonClass } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { call } from '../../lib/api.ts';
import { errorText } from '../../lib/query-client.ts';
import { storeSession } from '../../lib/session.ts';
import { returnPath, startSignIn } from '../../lib/sign-in.ts';
import { Waiting } from './waiting.tsx';

/** Where Discord sends people back to. */
export function CallbackPage() {
  const t = useTranslations('common');
  const { code, state } = useSearch({ from: '/callback' });
  const router = useRouter();
  const exchange = useQuery({
    // A code can be used once, so nothing may ask with it again.
    queryKey: ['callback', code],
    queryFn: () => call('session.callback', { query: { code: code ?? '' } }, { signInOn401: false }),
    enabled: code !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { quiet: true },
  });
  const session = exchange.data;

  useEffect(() => {
    if (code === undefined) void startSignIn(returnPath(state));
  }, [code, state]);

  useEffect(() => {
    if (!session) return;
    storeSession(session);
    // Back must not lead to the used code.
    router.history.replace(returnPath(state));
  }, [session, state, router]);

  if (exchange.error) {
    return (
      <Centred>
        <Card
          heading="h1"
          title={t('error.title')}
          footer={
            <>
              <Link to="/" className={buttonClass()}>
                {t('error_page.home')}
              </Link>
              <Link to="/login" preload={false} className={buttonClass({ variant: 'primary' })}>
                {t('sign_in.again')}
              </Link>
            </>
          }
        >
          <p role="alert">{errorText(exchange.error)}</p>
        </Card>
      </Centred>
    );
  }
  return (
    <Centred>
      <Waiting>{code === undefined ? t('sign_in.redirecting') : t('sign_in.finishing')}</Waiting>
    </Centred>
  );
}
