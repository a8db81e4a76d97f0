import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { Centred } from '../../components/layout/centred.tsx';
import { startSignIn } from '../../lib/session/sign-in.ts';
import { Waiting } from './waiting.tsx';

/** Goes straight on to Discord. */
export function LoginPage() {
  const t = useTranslations('common.sign_in');
  useEffect(() => {
    void startSignIn('/');
  }, []);
  return (
    <Centred>
      <Waiting>{t('redirecting')}</Waiting>
    </Centred>
  );
}
