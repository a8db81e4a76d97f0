import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListedUpload } from '@tickets/contract/transfer/transfer';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Banner } from '../../../components/ui/banner.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { ErrorState } from '../../../components/ui/empty-state.tsx';
import { LazyConfirmDialog } from '../../../components/ui/overlays/lazy-modal.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { Spinner } from '../../../components/ui/spinner.tsx';
import { errorText } from '../../../lib/api/query-client.ts';
import { sizeText } from '../../../lib/page/size-text.ts';
import { toast } from '../../../lib/page/toast.ts';
import {
  checkImportMutation,
  confirmImportMutation,
  discardImportMutation,
  resumeImportMutation,
  uploadQuery,
} from '../transfer.queries.ts';
import { Decision } from './decision.tsx';

interface PendingUploadProps {
  guildId: string;
  upload: ListedUpload;
}

/** A file that was sent: it is checked, waits for a word, or its import stopped. */
export function PendingUpload({ guildId, upload }: PendingUploadProps) {
  const t = useTranslations('transfer.uploads');
  const queryClient = useQueryClient();
  // Told here and not where it is pressed, because what was pressed is gone by then.
  const begun = { onSuccess: () => toast.success(t('confirmed')) };
  const gone = { onSuccess: () => toast.success(t('discarded')) };
  const check = useMutation(checkImportMutation(queryClient, guildId));
  const confirm = useMutation({ ...confirmImportMutation(queryClient, guildId), ...begun });
  const resume = useMutation({ ...resumeImportMutation(queryClient, guildId), ...begun });
  const discard = useMutation({ ...discardImportMutation(queryClient, guildId), ...gone });
  const [isAsked, setAsked] = useState(false);
  const whole = useQuery(uploadQuery(guildId, upload));
  const { upload_id, state, file_type, file_bytes, created_at } = upload;
  const problem = upload.problem ?? '';
  const remove = () => discard.mutate(upload_id, { onSettled: () => setAsked(false) });
  const size = file_bytes === null ? [] : [sizeText(file_bytes)];
  const name = upload.file_name === null ? [] : [upload.file_name];
  return (
    <Card
      title={[...name, t(file_type), ...size].join(' · ')}
      description={t.rich('sent', { when: () => <RelativeTime date={created_at} /> })}
    >
      <div aria-live="polite">
        {state === 'checking' && problem ? (
          <Banner
            tone="warning"
            action={
              <Button size="small" busy={discard.isPending} onClick={() => setAsked(true)}>
                {t('discard')}
              </Button>
            }
          >
            {t('waits', { problem })}
          </Banner>
        ) : state === 'checking' ? (
          <Banner action={<Spinner />}>{t('checking')}</Banner>
        ) : null}
        {state === 'failed' ? (
          <Banner
            tone="danger"
            title={t('stopped', { problem })}
            action={
              <>
                <Button
                  size="small"
                  variant="primary"
                  busy={resume.isPending}
                  onClick={() => resume.mutate(upload_id)}
                >
                  {t('resume')}
                </Button>
                <Button size="small" busy={discard.isPending} onClick={() => setAsked(true)}>
                  {t('discard')}
                </Button>
              </>
            }
          >
            {t('stopped_text')}
          </Banner>
        ) : null}
      </div>
      {state === 'checked' && whole.data?.state === 'checked' && whole.data.report ? (
        <Decision
          guildId={guildId}
          report={whole.data.report}
          busy={check.isPending ? 'check' : confirm.isPending ? 'confirm' : undefined}
          confirmLabel={t('confirm')}
          discardLabel={t('discard')}
          onCheck={(mapping) => check.mutate({ upload_id, mapping })}
          onConfirm={(mapping) => confirm.mutate({ upload_id, mapping })}
          onDiscard={() => setAsked(true)}
        />
      ) : state === 'checked' && whole.error ? (
        <ErrorState
          message={t('failed', { error: errorText(whole.error) })}
          onRetry={() => void whole.refetch()}
        />
      ) : state === 'checked' ? (
        <Skeleton height={120} />
      ) : null}
      <LazyConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={remove}
        title={t('discard_title')}
        message={t('discard_message')}
        confirmLabel={t('discard')}
        action={discard}
        danger
      />
    </Card>
  );
}
