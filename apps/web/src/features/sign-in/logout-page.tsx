import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Centred } from '../../components/layout/centred.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { ApiError, call } from '../../lib/api/api.ts';
import { errorText } from '../../lib/api/query-client.ts';
import { appConfig } from '../../lib/page/config.ts';
import { clearBrowserStorage } from '../../lib/session/session.ts';
import { Waiting } from './waiting.tsx';

/** Ends the session on the server, then forgets it here and leaves to the main site. */
export function LogoutPage() {
  const t = useTranslations('common');
  const { mutate, error, isPending } = useMutation({
    mutationFn: endSession,
    onSuccess: leave,
    meta: { quiet: true },
  });

  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    mutate();
  }, [mutate]);

  if (!error) {
    return (
      <Centred>
        <Waiting>{t('sign_in.leaving')}</Waiting>
      </Centred>
    );
  }
  return (
    <Centred>
      <Card
        heading="h1"
        title={t('error.title')}
        footer={
          <>
            <Button onClick={leave}>{t('sign_in.leave_anyway')}</Button>
            <Button variant="primary" busy={isPending} onClick={() => mutate()}>
              {t('retry')}
            </Button>
          </>
        }
      >
        <p role="alert">{t('sign_in.logout_failed', { error: errorText(error) })}</p>
      </Card>
    </Centred>
  );
}

async function endSession() {
  await call('session.logout', undefined, { signInOn401: false }).catch((error: unknown) => {
    // A session that has ended already needs no ending.
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  });
}

function leave() {
  clearBrowserStorage();
  location.assign(appConfig().main_site_url);
}
