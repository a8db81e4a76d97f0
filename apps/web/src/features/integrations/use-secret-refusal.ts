import { useQueryClient } from '@tanstack/react-query';
import type { IntegrationView } from '@tickets/contract/integrations/integrations';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '../../lib/api/api.ts';
import { toast } from '../../lib/page/toast.ts';
import { refusalText, viewQuery } from './integrations.queries.ts';

interface Refused {
  fields: readonly FieldProblem[];
  /** The names that were sent, where the author asks for others by now. */
  sent?: readonly string[];
}

/** What was wrong with secrets that were sent: also that their author has asked for another since the page was opened. */
export function useSecretRefusal({ id, secrets }: Pick<IntegrationView, 'id' | 'secrets'>) {
  const t = useTranslations('integrations.secrets');
  const queryClient = useQueryClient();
  const [refused, setRefused] = useState<Refused>();
  const problems = useMemo(() => {
    if (!refused?.sent) return refused?.fields ?? [];
    const { sent } = refused;
    return secrets
      .filter(({ name }) => !sent.includes(name))
      .map(({ name }) => ({ path: `secrets.${name}`, message: t('asked_since') }));
  }, [refused, secrets, t]);
  return {
    problems,
    refuse: (error: unknown, sent: Record<string, string>) => {
      toast.error(refusalText(error));
      if (!(error instanceof ApiError)) return;
      const isOther = error.code === 'integration.secrets_invalid';
      setRefused({ fields: error.fields, ...(isOther && { sent: Object.keys(sent) }) });
      if (isOther) void queryClient.invalidateQueries({ queryKey: viewQuery(id).queryKey });
    },
    forget: () => setRefused(undefined),
  };
}
