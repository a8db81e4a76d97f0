import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TranscriptForm } from '@tickets/contract/transcripts/downloads';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../components/ui/button.tsx';
import { ErrorState } from '../../../components/ui/empty-state.tsx';
import { Field } from '../../../components/ui/fields/field.tsx';
import { Form } from '../../../components/ui/fields/form.tsx';
import { RadioGroup } from '../../../components/ui/fields/radio-group.tsx';
import { LazyModal } from '../../../components/ui/overlays/lazy-modal.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { withoutBlanks } from '../../../lib/api/blank.ts';
import { errorText } from '../../../lib/api/query-client.ts';
import { toast } from '../../../lib/page/toast.ts';
import type { TranscriptFilterForm } from '../transcript-filter.ts';
import { DownloadRow } from './download-row.tsx';
import styles from './downloads.module.css';
import {
  cancelDownloadMutation,
  downloadLinkMutation,
  downloadsQuery,
  isUnderWay,
  startDownloadMutation,
} from './downloads.queries.ts';

export interface DownloadsProps {
  guildId: string;
  /** By which the list was fetched. */
  filter: TranscriptFilterForm;
  /** How many tickets it finds, where that is known. */
  count: number | null | undefined;
}

interface DownloadsModalProps extends DownloadsProps {
  open: boolean;
  onClose: () => void;
}

const forms = ['html', 'text', 'json'] as const satisfies readonly TranscriptForm[];

/** Has all transcripts that the filter finds put into one file. It goes on while the modal is closed, and the browser too. */
export function DownloadsModal({ open, onClose, ...props }: DownloadsModalProps) {
  const t = useTranslations('keeping.downloads');
  return (
    <LazyModal open={open} onClose={onClose} title={t('title')} message={t('message')}>
      <NewDownload {...props} />
      <Downloads guildId={props.guildId} />
    </LazyModal>
  );
}

function NewDownload({ guildId, filter, count }: DownloadsProps) {
  const t = useTranslations('keeping.downloads');
  const [form, setForm] = useState<TranscriptForm>('html');
  const downloads = useQuery(downloadsQuery(guildId));
  const start = useMutation(startDownloadMutation(useQueryClient(), guildId));
  const isFiltered = Object.keys(withoutBlanks(filter)).length > 0;
  return (
    <Form
      className={styles.form}
      onSubmit={() =>
        !start.isPending && start.mutate({ filter, form }, { onSuccess: () => toast.success(t('started')) })
      }
    >
      <p>{typeof count === 'number' ? t(isFiltered ? 'of_filter' : 'of_all', { count }) : t('of_words')}</p>
      <Field label={t('form')} name="form" group>
        <RadioGroup
          value={form}
          onChange={setForm}
          options={forms.map((value) => ({ value, label: t(`forms.${value}`) }))}
        />
      </Field>
      <div>
        <Button
          type="submit"
          variant="primary"
          busy={start.isPending}
          disabled={!downloads.data || downloads.data.some(isUnderWay) || count === 0}
        >
          {t('start')}
        </Button>
      </div>
    </Form>
  );
}

function Downloads({ guildId }: { guildId: string }) {
  const t = useTranslations('keeping.downloads');
  const queryClient = useQueryClient();
  const downloads = useQuery(downloadsQuery(guildId));
  const cancel = useMutation(cancelDownloadMutation(queryClient, guildId));
  const link = useMutation(downloadLinkMutation(queryClient, guildId));
  if (downloads.isError && !downloads.data)
    return <ErrorState message={errorText(downloads.error)} onRetry={() => void downloads.refetch()} />;
  return (
    <section>
      <h3 className={styles.heading}>{t('yours')}</h3>
      {!downloads.data ? (
        <Skeleton height={64} />
      ) : downloads.data.length ? (
        <ul>
          {downloads.data.map((download) => (
            <DownloadRow
              key={download.download_id}
              download={download}
              busy={[cancel, link].some(
                ({ isPending, variables }) => isPending && variables === download.download_id,
              )}
              onCancel={() => cancel.mutate(download.download_id)}
              onFetch={() =>
                link.mutate(download.download_id, { onSuccess: ({ url }) => location.assign(url) })
              }
            />
          ))}
        </ul>
      ) : (
        <p className={styles.detail}>{t('none')}</p>
      )}
    </section>
  );
}
