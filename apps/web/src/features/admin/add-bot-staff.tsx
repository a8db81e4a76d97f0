import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Field } from '../../components/ui/fields/field.tsx';
import { Form } from '../../components/ui/fields/form.tsx';
import { TextInput } from '../../components/ui/fields/text-input.tsx';
import { ApiError } from '../../lib/api/api.ts';
import { toast } from '../../lib/page/toast.ts';
import styles from './admin.module.css';
import { addMutation } from './bot-staff.queries.ts';
import { isNobody, useStaffName } from './use-staff-name.ts';

export function AddBotStaff() {
  const t = useTranslations('admin.add');
  const nameOf = useStaffName();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const add = useMutation(addMutation(queryClient));

  const submit = () => {
    const id = typed.trim();
    if (!id || add.isPending) return;
    if (!/^[1-9]\d{0,18}$/.test(id)) {
      setProblems([{ path: 'user_id', message: t('invalid') }]);
      return;
    }
    setProblems([]);
    add.mutate(id, {
      onSuccess: (list) => {
        const added = list.find((one) => one.id === id);
        if (added && isNobody(added)) toast.warning(t('nobody', { id }));
        else toast.success(t('done', { name: nameOf(added ?? { id }) }));
        setTyped('');
      },
      onError: (error) => setProblems(error instanceof ApiError ? error.fields : []),
    });
  };

  return (
    <Card title={t('card')}>
      <Form className={styles.add} problems={problems} onSubmit={submit}>
        <Field label={t('user_id')} name="user_id" hint={t('hint')}>
          <TextInput
            value={typed}
            onChange={(text) => {
              setTyped(text);
              setProblems([]);
            }}
            inputMode="numeric"
          />
        </Field>
        <Button type="submit" variant="primary" busy={add.isPending}>
          {t('action')}
        </Button>
      </Form>
    </Card>
  );
}
