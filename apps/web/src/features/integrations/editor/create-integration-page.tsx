import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Page } from '../../../components/layout/page.tsx';
import { useGuildId } from '../../../lib/page/use-guild.ts';
import { BackToIntegrations } from '../back-link.tsx';
import { createMutation } from './integration-editor.queries.ts';
import { IntegrationEditor } from './integration-editor.tsx';
import { newIntegrationForm } from './integration-form.ts';

export function CreateIntegrationPage() {
  const t = useTranslations('integrations.create');
  const guildId = useGuildId();
  return (
    <Page title={t('title')} purpose={t('purpose')} action={<BackToIntegrations guildId={guildId} />}>
      <NewIntegration key={guildId} guildId={guildId} />
    </Page>
  );
}

function NewIntegration({ guildId }: { guildId: string }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [stored] = useState(newIntegrationForm);
  const { onSuccess: created, ...creating } = createMutation(queryClient, guildId);
  const create = useMutation({
    ...creating,
    onSuccess: async (...answer) => {
      await created?.(...answer);
      await navigate({
        to: '/manage/$guildId/integrations/view/$integrationId',
        params: { guildId, integrationId: String(answer[0].id) },
        search: { created: true },
        // What was typed has been saved.
        ignoreBlocker: true,
      });
    },
  });
  return <IntegrationEditor guildId={guildId} stored={stored} isNew save={create} />;
}
