import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CopyPart, ImportUpload } from '@tickets/contract/transfer/transfer';
import { Server } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Banner } from '../../../components/ui/banner.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Combobox } from '../../../components/ui/choosing/combobox.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/empty-state.tsx';
import { Field } from '../../../components/ui/fields/field.tsx';
import { Form } from '../../../components/ui/fields/form.tsx';
import { Checkbox } from '../../../components/ui/fields/switch.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { errorText } from '../../../lib/api/query-client.ts';
import { guildIconUrl } from '../../../lib/discord/cdn.ts';
import { useUnlessLetIn } from '../../../lib/page/let-in.ts';
import { toast } from '../../../lib/page/toast.ts';
import { Decision } from '../report/decision.tsx';
import { RunProgress } from '../runs/run-facts.tsx';
import {
  checkCopyMutation,
  copySourcesQuery,
  isRunning,
  prepareCopyMutation,
  runsQuery,
  startCopyMutation,
} from '../transfer.queries.ts';
import styles from './copy.module.css';

const partNames = [
  'settings',
  'forms',
  'panels',
  'multi_panels',
  'tags',
] as const satisfies readonly CopyPart[];

/** The set-up of another server of the person, seen first and then copied into this one. */
export function CopyCard({ guildId }: { guildId: string }) {
  const t = useTranslations('transfer.copy');
  const sources = useQuery(copySourcesQuery(guildId));
  return (
    <Card title={t('card')} description={t('description')}>
      {sources.data?.length ? (
        <Copy guildId={guildId} />
      ) : sources.data ? (
        <EmptyState icon={<Server />} title={t('none')}>
          {t('none_text')}
        </EmptyState>
      ) : sources.error ? (
        <ErrorState
          message={t('failed', { error: errorText(sources.error) })}
          onRetry={() => void sources.refetch()}
        />
      ) : (
        <Skeleton height={120} />
      )}
    </Card>
  );
}

function Copy({ guildId }: { guildId: string }) {
  const t = useTranslations('transfer.copy');
  const { data: sources = [] } = useQuery(copySourcesQuery(guildId));
  const check = useMutation(checkCopyMutation(guildId));
  const start = useMutation(startCopyMutation(useQueryClient(), guildId));
  const prepare = useMutation(prepareCopyMutation(guildId));
  const [from, setFrom] = useState<string | null>(null);
  const [parts, setParts] = useState<readonly CopyPart[]>(partNames);
  const [problems, setProblems] = useState<{ path: string; message: string }[]>([]);
  const unlessLetIn = useUnlessLetIn();
  const [prepared, setPrepared] = useState<ImportUpload>();
  const server = sources.find(({ guild_id }) => guild_id === from)?.name ?? '';

  const preview = () => {
    const found = [
      ...(from ? [] : [{ path: 'from_guild_id', message: t('choose_first') }]),
      ...(parts.length ? [] : [{ path: 'parts', message: t('parts_first') }]),
    ];
    setProblems(found);
    if (from && !found.length && !prepare.isPending)
      prepare.mutate({ from_guild_id: from, parts: [...parts] }, { onSuccess: setPrepared });
  };
  if (prepared?.state === 'checked' && prepared.report) {
    const { upload_id, report } = prepared;
    return (
      <>
        <p className={styles.of}>{t('of', { server })}</p>
        <Decision
          guildId={guildId}
          report={report}
          busy={check.isPending ? 'check' : start.isPending ? 'confirm' : undefined}
          confirmLabel={t('start')}
          discardLabel={t('other')}
          onCheck={(mapping) => check.mutate({ upload_id, mapping }, { onSuccess: setPrepared })}
          onConfirm={(mapping) =>
            start.mutate(
              { upload_id, mapping },
              {
                onSuccess: (started) => {
                  setPrepared(started);
                  toast.success(t('started'));
                },
              },
            )
          }
          onDiscard={() => setPrepared(undefined)}
        />
      </>
    );
  }
  return (
    <Form className={styles.form} problems={problems} onSubmit={preview}>
      {prepared?.problem ? (
        <Banner tone="danger">{t('refused', { problem: prepared.problem })}</Banner>
      ) : prepared ? (
        <Result guildId={guildId} server={server} upload_id={prepared.upload_id} />
      ) : null}
      <Field label={t('from')} name="from_guild_id">
        <Combobox
          value={from}
          placeholder={t('choose')}
          options={sources.map(({ guild_id, name, icon }) => ({
            value: guild_id,
            label: name,
            mark: (
              <Avatar
                src={guildIconUrl({ id: guild_id, icon: icon ?? '' })}
                name={name}
                size={20}
                shape="square"
              />
            ),
          }))}
          onChange={setFrom}
        />
      </Field>
      <Field label={t('parts')} name="parts" group>
        <div className={styles.parts}>
          {partNames.map((part) => (
            <Field key={part} label={t(`part.${part}`)} inline>
              <Checkbox
                checked={parts.includes(part)}
                onChange={(isOn) =>
                  setParts(partNames.filter((one) => (one === part ? isOn : parts.includes(one))))
                }
              />
            </Field>
          ))}
        </div>
      </Field>
      <div>
        <Button {...unlessLetIn} type="submit" variant="primary" busy={prepare.isPending}>
          {t('preview')}
        </Button>
      </div>
    </Form>
  );
}

/** How far the copy is, and what came of it: it is an import like any other. */
function Result({ guildId, server, upload_id }: { guildId: string; server: string; upload_id: string }) {
  const t = useTranslations('transfer.copy');
  const { data = [] } = useQuery(runsQuery(guildId));
  const run = data.find((one) => one.upload_id === upload_id);
  const state = !run || isRunning(run) ? 'running' : run.state === 'failed' ? 'stopped' : 'done';
  const tone = { running: 'info', stopped: 'danger', done: 'success' } as const;
  return (
    <div role="status">
      <Banner tone={tone[state]} title={t(state, { server })}>
        {state === 'stopped' ? <p>{t('stopped_text')}</p> : null}
        {run ? <RunProgress run={run} /> : null}
      </Banner>
    </div>
  );
}
