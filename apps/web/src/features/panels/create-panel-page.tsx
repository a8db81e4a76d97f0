import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { FieldProblem } from '@tickets/contract/errors';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { Button, buttonClass } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { ErrorState } from '../../components/ui/empty-state.tsx';
import { Form } from '../../components/ui/form.tsx';
import { LeaveGuard } from '../../components/ui/leave-guard.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { ApiError } from '../../lib/api.ts';
import { channelsQuery } from '../../lib/guild.queries.ts';
import { errorText } from '../../lib/query-client.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { useGuildId } from '../../lib/use-guild.ts';
import { useMedia } from '../../lib/use-media.ts';
import { PanelFields } from './panel-fields.tsx';
import { newPanel, panelPayload } from './panel-form.ts';
import { PanelPreview } from './panel-preview.tsx';
import styles from './panels.module.css';
import { createPanelMutation } from './panels.queries.ts';

/** Narrower than this, form and preview take turns. */
const NARROW = '(max-width: 1099px)';

export function load({ queryClient, guildId }: { queryClient: QueryClient; guildId: string }) {
  void queryClient.prefetchQuery(channelsQuery(guildId));
}

export function CreatePanelPage() {
  const t = useTranslations('panels.create');
  const guildId = useGuildId();
  return (
    <Page
      title={t('title')}
      purpose={t('purpose')}
      width="table"
      action={
        <Link
          to="/manage/$guildId/panels"
          params={{ guildId }}
          activeOptions={{ exact: true }}
          className={buttonClass({ variant: 'ghost' })}
        >
          {t('back')}
        </Link>
      }
    >
      <PanelEditor key={guildId} guildId={guildId} />
    </Page>
  );
}

function PanelEditor({ guildId }: { guildId: string }) {
  const t = useTranslations('panels');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const channels = useQuery(channelsQuery(guildId));
  const draft = useDraft(newPanel);
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const isNarrow = useMedia(NARROW);
  const { onSuccess: created, ...creating } = createPanelMutation(queryClient, guildId);
  const create = useMutation({
    ...creating,
    onSuccess: async (...answer) => {
      await created?.(...answer);
      await navigate({ to: '/manage/$guildId/panels', params: { guildId }, search: { created: true } });
    },
    onError: (error) => setProblems(error instanceof ApiError ? error.fields : []),
  });

  const submit = () => {
    if (draft.value.channel_id === null) {
      setProblems([{ path: 'channel_id', message: t('missing_channel') }]);
      return;
    }
    setProblems([]);
    create.mutate(panelPayload(draft.value));
  };

  if (!channels.data) {
    if (!channels.isError) return <Skeleton height={480} />;
    return (
      <Card>
        <ErrorState
          message={errorText(channels.error, channelsQuery(guildId).meta)}
          onRetry={() => void channels.refetch()}
        />
      </Card>
    );
  }

  const form = (
    <Form problems={problems} onSubmit={submit}>
      <Card
        title={t('create.card')}
        footer={
          <Button type="submit" variant="primary" busy={create.isPending}>
            {t('create.submit')}
          </Button>
        }
      >
        <PanelFields form={draft.value} patch={draft.patch} channels={channels.data} />
      </Card>
    </Form>
  );
  const preview = <PanelPreview form={draft.value} />;
  return (
    <>
      {isNarrow ? (
        <Tabs
          label={t('create.tabs')}
          tabs={[
            { value: 'edit', label: t('create.edit_tab'), content: form },
            { value: 'preview', label: t('create.preview_tab'), content: preview },
          ]}
        />
      ) : (
        <div className={styles.editor}>
          {form}
          <div className={styles.beside}>
            <p className={styles.previewTitle}>{t('create.preview')}</p>
            {preview}
          </div>
        </div>
      )}
      <LeaveGuard active={draft.dirty && !create.isPending && !create.isSuccess} />
    </>
  );
}
