import { useQuery } from '@tanstack/react-query';
import type { IntegrationReview } from '@tickets/contract/integrations/integrations';
import { Puzzle } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Page } from '../../../components/layout/page.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/empty-state.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { errorText } from '../../../lib/api/query-client.ts';
import type { Queries } from '../../../routes/screens.ts';
import styles from '../integrations.module.css';
import { reviewsQuery } from './integration-reviews.queries.ts';
import { RefuseDialog } from './refuse-dialog.tsx';
import { ReviewCard } from './review-card.tsx';

export const queries: Queries = { 'integrations.reviews': () => reviewsQuery };

/** Where administrators of the product decide what everybody can add. */
export function IntegrationReviewsPage() {
  const t = useTranslations('integrations.reviews');
  const reviews = useQuery(reviewsQuery);
  const [refused, setRefused] = useState<IntegrationReview>();
  const [refusing, setRefusing] = useState(false);
  const isWaiting = ({ integration }: IntegrationReview) => integration.review === 'waiting';
  const waiting = reviews.data?.filter(isWaiting) ?? [];
  const approved = reviews.data?.filter((review) => !isWaiting(review)) ?? [];
  const cardOf = (review: IntegrationReview) => (
    <ReviewCard
      key={review.integration.id}
      review={review}
      onRefuse={() => {
        setRefused(review);
        setRefusing(true);
      }}
    />
  );
  return (
    <Page title={t('title')} purpose={t('purpose')}>
      {reviews.isError && !reviews.data ? (
        <Card>
          <ErrorState message={errorText(reviews.error)} onRetry={() => void reviews.refetch()} />
        </Card>
      ) : reviews.data === undefined ? (
        <Skeleton height={420} />
      ) : (
        <>
          {waiting.length ? (
            waiting.map(cardOf)
          ) : (
            <Card>
              <EmptyState icon={<Puzzle />} title={t('empty')}>
                {t('empty_text')}
              </EmptyState>
            </Card>
          )}
          {approved.length ? <h2 className={styles.listTitle}>{t('public')}</h2> : null}
          {approved.map(cardOf)}
        </>
      )}
      {refused ? (
        <RefuseDialog
          key={refused.integration.id}
          integration={refused.integration}
          open={refusing}
          onClose={() => setRefusing(false)}
        />
      ) : null}
    </Page>
  );
}
