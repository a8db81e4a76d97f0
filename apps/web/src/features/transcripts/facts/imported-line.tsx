import { useTranslations } from 'use-intl';
import { Banner } from '../../../components/ui/banner.tsx';

/** Above a conversation that the server brought from elsewhere: an archive may put any words into anybody's mouth. */
export function ImportedLine({ imported }: { imported: boolean }) {
  const t = useTranslations('transcript');
  return imported ? <Banner tone="warning">{t('imported')}</Banner> : null;
}
