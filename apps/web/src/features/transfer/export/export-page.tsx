import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ExportContents, ServerExport } from '@tickets/contract/transfer/transfer';
import { FileArchive } from 'lucide-react';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Page } from '../../../components/layout/page.tsx';
import { Button, buttonClass } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/empty-state.tsx';
import { Field } from '../../../components/ui/fields/field.tsx';
import { Form } from '../../../components/ui/fields/form.tsx';
import { RadioGroup } from '../../../components/ui/fields/radio-group.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { errorText } from '../../../lib/api/query-client.ts';
import { useUnlessLetIn } from '../../../lib/page/let-in.ts';
import { sizeText } from '../../../lib/page/size-text.ts';
import { toast } from '../../../lib/page/toast.ts';
import { useGuildId } from '../../../lib/page/use-guild.ts';
import type { Queries } from '../../../routes/screens.ts';
import {
  cancelExportMutation,
  exportLinkMutation,
  exportsQuery,
  isExporting,
  startExportMutation,
} from '../transfer.queries.ts';
import styles from './export.module.css';

export const queries: Queries = { 'export.list': ({ guildId }) => exportsQuery(guildId) };

const kinds = ['everything', 'setup', 'tickets'] as const satisfies readonly ExportContents[];

export function ExportPage() {
  const t = useTranslations('transfer.export');
  const guildId = useGuildId();
  return (
    <Page
      key={guildId}
      title={t('title')}
      purpose={t('purpose')}
      action={
        <Link to="/manage/$guildId/import" params={{ guildId }} className={buttonClass()}>
          {t('to_import')}
        </Link>
      }
    >
      <NewExport guildId={guildId} />
      <Exports guildId={guildId} />
    </Page>
  );
}

function NewExport({ guildId }: { guildId: string }) {
  const t = useTranslations('transfer.export');
  const [contents, setContents] = useState<ExportContents>('everything');
  const exports = useQuery(exportsQuery(guildId));
  const start = useMutation(startExportMutation(useQueryClient(), guildId));
  const unlessLetIn = useUnlessLetIn();
  return (
    <Card title={t('card')}>
      <Form
        className={styles.form}
        onSubmit={() =>
          !start.isPending && start.mutate(contents, { onSuccess: () => toast.success(t('started')) })
        }
      >
        <Field label={t('contents')} name="contents" group>
          <RadioGroup
            value={contents}
            onChange={setContents}
            options={kinds.map((value) => ({ value, label: t(value) }))}
          />
        </Field>
        <p>{t('what')}</p>
        <p className={styles.detail}>{t('not')}</p>
        <div>
          <Button
            type="submit"
            variant="primary"
            busy={start.isPending}
            {...unlessLetIn}
            disabled={exports.data?.some(isExporting) || unlessLetIn.disabled}
          >
            {t('start')}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

function Exports({ guildId }: { guildId: string }) {
  const t = useTranslations('transfer.export');
  const queryClient = useQueryClient();
  const exports = useQuery(exportsQuery(guildId));
  const cancel = useMutation(cancelExportMutation(queryClient, guildId));
  const link = useMutation(exportLinkMutation(queryClient, guildId));
  return (
    <Card title={t('yours')} description={t('yours_text')}>
      {exports.data?.length ? (
        <ul>
          {exports.data.map((one) => (
            <ExportRow
              key={one.export_id}
              made={one}
              busy={[cancel, link].some(
                ({ isPending, variables }) => isPending && variables === one.export_id,
              )}
              onCancel={() =>
                cancel.mutate(one.export_id, { onSuccess: () => toast.success(t('cancelled')) })
              }
              onFetch={() => link.mutate(one.export_id, { onSuccess: ({ url }) => location.assign(url) })}
            />
          ))}
        </ul>
      ) : exports.data ? (
        <EmptyState icon={<FileArchive />} title={t('empty')}>
          {t('empty_text')}
        </EmptyState>
      ) : exports.error ? (
        <ErrorState
          message={t('failed', { error: errorText(exports.error) })}
          onRetry={() => void exports.refetch()}
        />
      ) : (
        <Skeleton height={64} />
      )}
    </Card>
  );
}

interface ExportRowProps {
  made: ServerExport;
  busy: boolean;
  onCancel: () => void;
  onFetch: () => void;
}

function ExportRow({ made, busy, onCancel, onFetch }: ExportRowProps) {
  const t = useTranslations('transfer.export');
  const name = t(`named.${made.contents}`);
  return (
    <li className={styles.export}>
      <div className={styles.words}>
        <p>{name}</p>
        <p className={styles.detail}>
          {t.rich('asked', { when: () => <RelativeTime date={made.asked_at} /> })} · <State {...made} />
        </p>
        {isExporting(made) ? (
          <progress
            className={styles.progress}
            aria-label={t('progress', { name })}
            {...(made.tickets_total === null
              ? {}
              : { value: made.tickets_done, max: Math.max(made.tickets_total, 1) })}
          />
        ) : null}
      </div>
      {isExporting(made) ? (
        <Button size="small" busy={busy} onClick={onCancel}>
          {t('cancel')}
        </Button>
      ) : made.file_bytes !== null ? (
        <Button size="small" variant="primary" busy={busy} onClick={onFetch}>
          {t('fetch')}
        </Button>
      ) : null}
    </li>
  );
}

function State(made: ServerExport) {
  const t = useTranslations('transfer.export.state');
  const format = useFormatter();
  const { state, file_bytes, expires_at, tickets_done: done, tickets_total: total } = made;
  if (made.is_failing && isExporting(made)) return t('retrying');
  if (state === 'running') return total === null ? t('counting') : t('running', { done, total });
  if (state !== 'done') return t(state);
  if (file_bytes === null || !expires_at) return t('over');
  const until = format.dateTime(new Date(expires_at), { dateStyle: 'medium', timeStyle: 'short' });
  return t('done', { size: sizeText(file_bytes), until });
}
