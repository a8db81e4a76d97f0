import type { ReviewState } from '@tickets/contract/integrations/integrations';
import { useTranslations } from 'use-intl';
import { Badge } from '../../components/ui/badge.tsx';

const TONES = { private: 'neutral', waiting: 'warning', refused: 'danger', approved: 'success' } as const;

export function ReviewBadge({ review }: { review: ReviewState }) {
  const t = useTranslations('integrations.review');
  return <Badge tone={TONES[review]}>{t(review)}</Badge>;
}
