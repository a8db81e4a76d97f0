import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import type { Retention } from '@tickets/contract/transcripts/retention';
import { retentionDaysMax } from '@tickets/contract/transcripts/transcript-limits';
import { useId, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Banner } from '../../../components/ui/banner.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { ErrorState } from '../../../components/ui/empty-state.tsx';
import { Field } from '../../../components/ui/fields/field.tsx';
import { Form } from '../../../components/ui/fields/form.tsx';
import { RadioGroup } from '../../../components/ui/fields/radio-group.tsx';
import { TextInput } from '../../../components/ui/fields/text-input.tsx';
import { LazyModal } from '../../../components/ui/overlays/lazy-modal.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ApiError } from '../../../lib/api/api.ts';
import { errorText } from '../../../lib/api/query-client.ts';
import { sizeText } from '../../../lib/page/size-text.ts';
import { toast } from '../../../lib/page/toast.ts';
import { useDebounced } from '../../../lib/time/use-debounced.ts';
import styles from './keeping.module.css';
import { keepForMutation, retentionPreviewQuery, retentionQuery } from './keeping.queries.ts';
import { Removals } from './removals.tsx';

interface RetentionModalProps {
  guildId: string;
  open: boolean;
  onClose: () => void;
}

/** For how long transcripts are kept, what a change would remove, and what was removed. */
export function RetentionModal({ guildId, open, onClose }: RetentionModalProps) {
  const t = useTranslations('keeping.retention');
  const common = useTranslations('common');
  const formId = useId();
  const kept = useQuery(retentionQuery(guildId));
  const keep = useMutation(keepForMutation(useQueryClient(), guildId));
  return (
    <LazyModal
      open={open}
      onClose={onClose}
      title={t('title')}
      message={t('message')}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={keep.isPending} disabled={!kept.data}>
            {t('save')}
          </Button>
        </>
      }
    >
      {kept.data ? (
        <>
          <RetentionForm
            // What somebody else saved meanwhile shows when it is opened anew.
            key={String(open)}
            id={formId}
            guildId={guildId}
            kept={kept.data}
            problems={keep.error instanceof ApiError ? keep.error.fields : undefined}
            onSave={(days) =>
              !keep.isPending &&
              keep.mutate(days, {
                onSuccess: () => {
                  toast.success(t('saved'));
                  onClose();
                },
              })
            }
          />
          <Removals removals={kept.data.removals} />
        </>
      ) : kept.isError ? (
        <ErrorState message={errorText(kept.error)} onRetry={() => void kept.refetch()} />
      ) : (
        <Skeleton height={140} />
      )}
    </LazyModal>
  );
}

interface RetentionFormProps {
  id: string;
  guildId: string;
  kept: Retention;
  problems: readonly FieldProblem[] | undefined;
  onSave: (days: number | null) => void;
}

function RetentionForm({ id, guildId, kept, problems, onSave }: RetentionFormProps) {
  const t = useTranslations('keeping.retention');
  const [choice, setChoice] = useState<'for_good' | 'days'>(kept.days === null ? 'for_good' : 'days');
  const [typed, setTyped] = useState(String(kept.days ?? 365));
  const days = choice === 'days' && /^\d+$/.test(typed.trim()) ? Number(typed) : undefined;
  const isDays = days !== undefined && days >= 1 && days <= retentionDaysMax;
  const [own, setOwn] = useState<readonly FieldProblem[]>([]);
  return (
    <Form
      id={id}
      problems={own.length ? own : problems}
      className={styles.form}
      onSubmit={() => {
        if (choice === 'for_good') return onSave(null);
        if (!isDays) return setOwn([{ path: 'days', message: t('days_wrong', { max: retentionDaysMax }) }]);
        onSave(days);
      }}
    >
      <Field label={t('keep')} group>
        <RadioGroup
          value={choice}
          onChange={setChoice}
          options={[
            { value: 'for_good', label: t('for_good') },
            { value: 'days', label: t('for_days') },
          ]}
        />
      </Field>
      {choice === 'days' ? (
        <Field label={t('days')} name="days" hint={t('days_hint')}>
          <TextInput
            value={typed}
            inputMode="numeric"
            onChange={(text) => {
              setTyped(text);
              setOwn([]);
            }}
          />
        </Field>
      ) : null}
      {isDays ? <Preview guildId={guildId} days={days} isSaved={days === kept.days} /> : null}
      <LastChange kept={kept} />
    </Form>
  );
}

/** What would go. */
function Preview({ guildId, days, isSaved }: { guildId: string; days: number; isSaved: boolean }) {
  const t = useTranslations('keeping.retention.preview');
  const format = useFormatter();
  const asked = useDebounced(days, 300);
  const found = useQuery(retentionPreviewQuery(guildId, asked));
  if (found.isError) return <Banner tone="warning" title={errorText(found.error)} />;
  if (!found.data || asked !== days) return <Banner title={t('counting')} />;
  const { transcripts, messages, files, file_bytes, oldest_closed_at } = found.data;
  if (!transcripts) return <Banner title={t('nothing')} />;
  return (
    <Banner tone="warning" title={t(isSaved ? 'going' : 'goes', { count: transcripts })}>
      {t('with', { messages, files, size: sizeText(file_bytes) })}{' '}
      {oldest_closed_at
        ? t('oldest', { time: format.dateTime(new Date(oldest_closed_at), { dateStyle: 'long' }) })
        : null}{' '}
      {t('for_ever')}
    </Banner>
  );
}

function LastChange({ kept: { changed_by, changed_at } }: { kept: Retention }) {
  const t = useTranslations('keeping.retention');
  const format = useFormatter();
  if (!changed_by || !changed_at) return null;
  const time = format.dateTime(new Date(changed_at), { dateStyle: 'long', timeStyle: 'short' });
  return <p className={styles.detail}>{t('changed', { name: changed_by.username, time })}</p>;
}
