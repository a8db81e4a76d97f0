import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FieldProblem } from '@tickets/contract/errors';
import { UserRoundX } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Form } from '../../components/ui/form.tsx';
import { fetchModal, LazyModal } from '../../components/ui/lazy-modal.tsx';
import { type FoundPerson, PersonSearch } from '../../components/ui/person-search.tsx';
import { Switch } from '../../components/ui/switch.tsx';
import { TextInput } from '../../components/ui/text-input.tsx';
import { ApiError } from '../../lib/api.ts';
import { memberSearch } from '../../lib/guild.queries.ts';
import { toast } from '../../lib/toast.ts';
import styles from './blacklist.module.css';
import { addMutation } from './blacklist.queries.ts';

/** The button and its modal. What was entered stays until it has been sent. */
export function BlacklistUser({ guildId, onAdded }: { guildId: string; onAdded: () => void }) {
  const t = useTranslations('blacklist');
  const common = useTranslations('common');
  const formId = useId();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const [byId, setById] = useState(false);
  const [id, setId] = useState('');
  const [person, setPerson] = useState<FoundPerson | null>(null);
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const add = useMutation(addMutation(queryClient, guildId));
  const close = () => setOpen(false);

  const submit = () => {
    if (add.isPending) return;
    const snowflake = byId ? id.trim() : person?.id;
    const problem = byId
      ? !/^\d{1,19}$/.test(snowflake ?? '') && t('user_form.id_invalid')
      : !snowflake && t('user_form.user_missing');
    if (problem || !snowflake) {
      setProblems([{ path: 'snowflake', message: problem || '' }]);
      return;
    }
    setProblems([]);
    add.mutate(
      { entity_type: 0, snowflake },
      {
        onSuccess: (added) => {
          const name = added.resolved ? added.username : t('user_by_id', { id: added.id });
          toast.success(t('added', { name }));
          setId('');
          setPerson(null);
          setById(false);
          close();
          onAdded();
        },
        onError: (error) => setProblems(error instanceof ApiError ? error.fields : []),
      },
    );
  };

  return (
    <>
      <Button
        variant="primary"
        icon={<UserRoundX aria-hidden="true" />}
        onPointerEnter={fetchModal}
        onFocus={fetchModal}
        onClick={() => {
          setProblems([]);
          setOpen(true);
        }}
      >
        {t('new_user')}
      </Button>
      <LazyModal
        open={open}
        onClose={close}
        title={t('user_form.title')}
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
          <Field label={t('user_form.by_id')} hint={t('user_form.by_id_hint')} inline>
            <Switch
              checked={byId}
              onChange={(checked) => {
                setProblems([]);
                setById(checked);
              }}
            />
          </Field>
          {byId ? (
            <Field label={t('user_form.id')} name="snowflake">
              <TextInput
                value={id}
                onChange={setId}
                inputMode="numeric"
                placeholder={t('user_form.id_placeholder')}
              />
            </Field>
          ) : (
            <Field label={t('user_form.user')} name="snowflake">
              <PersonSearch {...memberSearch(guildId)} value={person} onChange={setPerson} />
            </Field>
          )}
        </Form>
      </LazyModal>
    </>
  );
}
