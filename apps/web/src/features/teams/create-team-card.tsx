import { useMutation, useQueryClient } from '@tanstack/react-query';
import { charactersIn } from '@tickets/contract/embeds/embed-limits';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import { teamLimits } from '@tickets/contract/teams/team-limits';
import type { Team } from '@tickets/contract/teams/teams';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Field } from '../../components/ui/fields/field.tsx';
import { Form } from '../../components/ui/fields/form.tsx';
import { TextInput } from '../../components/ui/fields/text-input.tsx';
import { ApiError } from '../../lib/api/api.ts';
import { toast } from '../../lib/page/toast.ts';
import styles from './teams.module.css';
import { createTeamMutation } from './teams.queries.ts';

interface CreateTeamCardProps {
  guildId: string;
  onCreated: (team: Team) => void;
}

export function CreateTeamCard({ guildId, onCreated }: CreateTeamCardProps) {
  const t = useTranslations('teams.create');
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const create = useMutation(createTeamMutation(queryClient, guildId));

  const submit = () => {
    const length = charactersIn(name.trim());
    if (length < 1 || length > teamLimits.name) {
      setProblems([{ path: 'name', message: t('problem', { limit: teamLimits.name }) }]);
      return;
    }
    setProblems([]);
    create.mutate(name.trim(), {
      onSuccess: (team) => {
        toast.success(t('done', { name: team.name }));
        setName('');
        onCreated(team);
      },
      onError: (error) => setProblems(error instanceof ApiError ? error.fields : []),
    });
  };

  return (
    <Card title={t('card')}>
      <Form className={styles.beside} problems={problems} onSubmit={submit}>
        <Field label={t('name')} name="name">
          <TextInput value={name} onChange={setName} placeholder={t('placeholder')} limit={teamLimits.name} />
        </Field>
        <Button type="submit" variant="primary" icon={<Plus aria-hidden="true" />} busy={create.isPending}>
          {t('submit')}
        </Button>
      </Form>
    </Card>
  );
}
