import type { FieldProblem } from '@tickets/contract/errors';
import { useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Form } from '../../components/ui/form.tsx';
import { fetchModal, LazyModal } from '../../components/ui/lazy-modal.tsx';
import { displayName } from '../../components/ui/person-name.ts';
import { type FoundPerson, fetchPersonSearch, PersonSearch } from '../../components/ui/person-search.tsx';
import { ApiError } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { toast } from '../../lib/toast.ts';
import { transferSearch } from './tickets.queries.ts';
import { useClaim } from './use-claim.ts';

interface TransferTicketProps {
  guildId: string;
  ticketId: number;
  claimer: string | undefined;
  disabled: boolean;
}

/** Transfers the ticket to another member of staff. */
export function TransferTicket({ guildId, ticketId, claimer, disabled }: TransferTicketProps) {
  const t = useTranslations('tickets.ticket.claim');
  const common = useTranslations('common');
  const formId = useId();
  const search = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [person, setPerson] = useState<FoundPerson | null>(null);
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const claim = useClaim(guildId, ticketId);
  const self = useSession()?.user_data.id;
  const close = () => setOpen(false);
  const near = () => Promise.all([fetchModal(), fetchPersonSearch()]);

  const noteOf = ({ id }: FoundPerson) =>
    id === claimer ? t('has_it') : id === self ? t('yourself') : undefined;

  const submit = () => {
    if (claim.isPending) return;
    if (!person) return setProblems([{ path: 'user_id', message: t('person_missing') }]);
    setProblems([]);
    claim.mutate(
      { type: 'transfer', user_id: person.id },
      {
        onSuccess: () => {
          toast.success(t('transferred', { id: ticketId, name: displayName(person) }));
          close();
        },
        onError: (error) => setProblems(error instanceof ApiError ? error.fields : []),
      },
    );
  };

  return (
    <>
      <Button
        size="small"
        disabled={disabled}
        onPointerEnter={near}
        onFocus={near}
        onClick={() => {
          setPerson(null);
          setProblems([]);
          setOpen(true);
        }}
      >
        {t('transfer_to')}
      </Button>
      <LazyModal
        open={open}
        onClose={close}
        title={t('title', { id: ticketId })}
        size="small"
        initialFocus={search}
        footer={
          <>
            <Button onClick={close}>{common('cancel')}</Button>
            <Button type="submit" form={formId} variant="primary" busy={claim.isPending}>
              {t('transfer')}
            </Button>
          </>
        }
      >
        <Form id={formId} problems={problems} onSubmit={submit}>
          <Field label={t('person')} name="user_id" hint={t('hint')}>
            <PersonSearch
              {...transferSearch(guildId, ticketId)}
              noteOf={noteOf}
              isBarred={({ id }) => id === claimer}
              nobody={t('nobody')}
              names="display"
              value={person}
              onChange={setPerson}
              inputRef={search}
            />
          </Field>
        </Form>
      </LazyModal>
    </>
  );
}
