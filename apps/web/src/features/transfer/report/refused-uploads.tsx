import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListedUpload } from '@tickets/contract/transfer/transfer';
import { useTranslations } from 'use-intl';
import { Banner } from '../../../components/ui/banner.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import { toast } from '../../../lib/page/toast.ts';
import { discardImportMutation } from '../transfer.queries.ts';
import styles from './report.module.css';

interface RefusedUploadsProps {
  guildId: string;
  uploads: readonly ListedUpload[];
}

/** The files that were sent and cannot be imported, each with why. */
export function RefusedUploads({ guildId, uploads }: RefusedUploadsProps) {
  const t = useTranslations('transfer.uploads');
  const queryClient = useQueryClient();
  const discard = useMutation(discardImportMutation(queryClient, guildId));
  const dismiss = async (some: readonly ListedUpload[]) => {
    for (const { upload_id } of some) await discard.mutateAsync(upload_id);
    toast.success(t('dismissed'));
  };
  const dismissAll =
    uploads.length > 1 ? (
      <Button size="small" busy={discard.isPending} onClick={() => void dismiss(uploads)}>
        {t('dismiss_all')}
      </Button>
    ) : null;
  return (
    <Card title={t('refused_title', { count: uploads.length })} actions={dismissAll}>
      <div className={styles.items} aria-live="polite">
        {uploads.map((upload) => {
          const name = upload.file_name ?? t(upload.file_type);
          return (
            <Banner
              key={upload.upload_id}
              tone="danger"
              action={
                <Button
                  size="small"
                  busy={discard.isPending}
                  aria-label={t('dismiss_one', { name })}
                  onClick={() => void dismiss([upload])}
                >
                  {t('dismiss')}
                </Button>
              }
            >
              {t('refused', { name, problem: upload.problem ?? '' })}{' '}
              <span className={styles.detail}>
                {t.rich('sent', { when: () => <RelativeTime date={upload.created_at} /> })}
              </span>
            </Banner>
          );
        })}
      </div>
    </Card>
  );
}
