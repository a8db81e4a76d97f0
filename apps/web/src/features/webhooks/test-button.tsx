import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Webhook } from '@tickets/contract/outgoing-webhooks/webhooks';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Banner } from '../../components/ui/banner.tsx';
import { Button } from '../../components/ui/button.tsx';
import { fetchModal, LazyModal } from '../../components/ui/overlays/lazy-modal.tsx';
import { useProblems } from './webhook-words.ts';
import styles from './webhooks.module.css';
import { testMutation } from './webhooks.queries.ts';

/** Sends a test, and shows what came back. */
export function TestButton({ guildId, webhook }: { guildId: string; webhook: Webhook }) {
  const t = useTranslations('webhooks');
  const queryClient = useQueryClient();
  const problemOf = useProblems();
  const [isShown, setIsShown] = useState(false);
  const { onSuccess: reload, ...testing } = testMutation(queryClient, guildId, webhook);
  const test = useMutation({
    ...testing,
    onSuccess: async (...answer) => {
      setIsShown(true);
      await reload?.(...answer);
    },
  });
  const { delivery, answer } = test.data ?? {};
  const problem = delivery && problemOf(delivery);
  return (
    <>
      <Button
        busy={test.isPending}
        onPointerEnter={fetchModal}
        onFocus={fetchModal}
        onClick={() => test.mutate()}
      >
        {t('card.test')}
      </Button>
      <LazyModal open={isShown} onClose={() => setIsShown(false)} title={t('test.title')}>
        <div className={styles.stack}>
          {problem ? (
            <Banner tone="danger">{t('test.failed', { problem })}</Banner>
          ) : (
            <Banner tone="success">{t('test.ok', { status: delivery?.status ?? 0 })}</Banner>
          )}
          <pre className={styles.answer}>
            {answer === null ? t('test.no_answer') : answer || t('test.empty_answer')}
          </pre>
        </div>
      </LazyModal>
    </>
  );
}
