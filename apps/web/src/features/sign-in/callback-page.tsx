import { useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import type { GuildEntry } from '@tickets/contract/sessions/session';
import { type ReactNode, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { Centred } from '../../components/layout/centred.tsx';
import { Button, buttonClass } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { call } from '../../lib/api/api.ts';
import { errorText } from '../../lib/api/query-client.ts';
import { appConfig } from '../../lib/page/config.ts';
import { takeSignInVerifier } from '../../lib/session/pkce.ts';
import { readSession, storeSession } from '../../lib/session/session.ts';
import { returnPath, startSignIn } from '../../lib/session/sign-in.ts';
import { Waiting } from './waiting.tsx';

/** Where Discord sends people back to. */
export function CallbackPage() {
  const t = useTranslations('common');
  const { code, state, error, error_description } = useSearch({ from: '/callback' });
  const router = useRouter();
  const path = returnPath(state);
  const exchange = useQuery({
    // A code can be used once, so nothing may ask with it again.
    queryKey: ['callback', code],
    queryFn: () => finishSignIn(code, path),
    enabled: error === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { quiet: true },
  });
  const session = exchange.data;

  useEffect(() => {
    if (!session) return;
    storeSession(session);
    // Back must not lead to the used code.
    router.history.replace(path === '/' ? homeOf(session.guilds ?? []) : path);
  }, [session, path, router]);

  if (error === 'access_denied') {
    return (
      <Unfinished title={t('sign_in.cancelled')} path={path}>
        <p>{t('sign_in.cancelled_text')}</p>
      </Unfinished>
    );
  }
  if (error !== undefined || exchange.error) {
    const problem =
      error === undefined
        ? errorText(exchange.error)
        : t('sign_in.refused', { reason: error_description ?? error });
    return (
      <Unfinished title={t('error.title')} path={path}>
        <p role="alert">{problem}</p>
      </Unfinished>
    );
  }
  return (
    <Centred>
      <Waiting>{t('sign_in.finishing')}</Waiting>
    </Centred>
  );
}

/** Who manages and answers nowhere is here for the tickets that they opened. */
function homeOf(guilds: readonly GuildEntry[]): '/' | '/tickets' {
  return guilds.length > 0 && guilds.every(({ permission_level }) => permission_level === 0)
    ? '/tickets'
    : '/';
}

/** A code that this tab did not ask for may be another person's, so it is left alone and sign-in begins again. */
async function finishSignIn(code: string | undefined, path: string) {
  const code_verifier = code === undefined ? undefined : takeSignInVerifier();
  if (code === undefined || code_verifier === undefined) return startSignIn(path);
  return call('session.callback', { query: { code, code_verifier } }, { signInOn401: false });
}

function Unfinished({ title, path, children }: { title: string; path: string; children: ReactNode }) {
  const t = useTranslations('common');
  return (
    <Centred>
      <Card
        heading="h1"
        title={title}
        footer={
          <>
            {/* Without a session the server list leads straight back to Discord. */}
            <a href={readSession() ? '/' : appConfig().main_site_url} className={buttonClass()}>
              {t('error_page.home')}
            </a>
            <Button variant="primary" onClick={() => void startSignIn(path)}>
              {t('sign_in.again')}
            </Button>
          </>
        }
      >
        {children}
      </Card>
    </Centred>
  );
}
