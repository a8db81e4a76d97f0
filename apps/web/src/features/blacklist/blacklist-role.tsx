import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FieldProblem } from '@tickets/contract/errors';
import type { Role } from '@tickets/contract/guild';
import { ShieldBan } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { Combobox } from '../../components/ui/combobox.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Form } from '../../components/ui/form.tsx';
import { fetchModal, LazyModal } from '../../components/ui/lazy-modal.tsx';
import { roleOptions } from '../../components/ui/option-marks.tsx';
import { ApiError } from '../../lib/api.ts';
import { toast } from '../../lib/toast.ts';
import styles from './blacklist.module.css';
import { addMutation } from './blacklist.queries.ts';

interface BlacklistRoleProps {
  guildId: string;
  roles: readonly Role[];
  /** Roles that are on the blacklist already. */
  listed: readonly string[];
}

/** The button and its modal. */
export function BlacklistRole({ guildId, roles, listed }: BlacklistRoleProps) {
  const t = useTranslations('blacklist');
  const common = useTranslations('common');
  const formId = useId();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const [role, setRole] = useState<string | null>(null);
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const add = useMutation(addMutation(queryClient, guildId));
  const close = () => setOpen(false);
  // @everyone has the server's id, and cannot be blacklisted.
  const offered = roles.filter(({ id }) => id !== guildId && !listed.includes(id));

  const submit = () => {
    if (add.isPending) return;
    if (!role) {
      setProblems([{ path: 'snowflake', message: t('role_form.role_missing') }]);
      return;
    }
    setProblems([]);
    add.mutate(
      { entity_type: 1, snowflake: role },
      {
        onSuccess: ({ id }) => {
          const name = roles.find((known) => known.id === id)?.name ?? t('role_by_id', { id });
          toast.success(t('added', { name }));
          setRole(null);
          close();
        },
        onError: (error) => setProblems(error instanceof ApiError ? error.fields : []),
      },
    );
  };

  return (
    <>
      <Button
        icon={<ShieldBan aria-hidden="true" />}
        onPointerEnter={fetchModal}
        onFocus={fetchModal}
        onClick={() => {
          setProblems([]);
          setOpen(true);
        }}
      >
        {t('new_role')}
      </Button>
      <LazyModal
        open={open}
        onClose={close}
        title={t('role_form.title')}
        size="small"
        footer={
          <>
            <Button onClick={close}>{common('cancel')}</Button>
            <Button type="submit" form={formId} variant="primary" busy={add.isPending}>
              {t('confirm')}
            </Button>
          </>
        }
      >
        <Form id={formId} className={styles.form} problems={problems} onSubmit={submit}>
          <Field label={t('role_form.role')} name="snowflake">
            <Combobox
              value={role}
              onChange={setRole}
              options={roleOptions(offered)}
              placeholder={t('role_form.placeholder')}
            />
          </Field>
        </Form>
      </LazyModal>
    </>
  );
}
