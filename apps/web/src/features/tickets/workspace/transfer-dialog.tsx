import type { FieldProblem } from '@tickets/contract/platform/errors';
import { useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../components/ui/button.tsx';
import { displayName } from '../../../components/ui/choosing/person-name.ts';
import { PersonSearch } from '../../../components/ui/choosing/person-search.tsx';
import type { FoundPerson } from '../../../components/ui/choosing/person-search-props.ts';
import { Field } from '../../../components/ui/fields/field.tsx';
import { Form } from '../../../components/ui/fields/form.tsx';
import { Modal } from '../../../components/ui/overlays/modal.tsx';
import { ApiError } from '../../../lib/api/api.ts';
import { toast } from '../../../lib/page/toast.ts';
import { useSession } from '../../../lib/session/session.ts';
import { transferSearch } from '../tickets.queries.ts';
import { useClaim } from './use-claim.ts';

interface TransferDialogProps {
  guildId: string;
  ticketId: number;
  claimer: string | undefined;
  open: boolean;
  onClose: () => void;
}

/** Asks to which other member of staff a ticket goes. */
export function TransferDialog({ guildId, ticketId, claimer, open, onClose }: TransferDialogProps) {
  const t = useTranslations('tickets.ticket.claim');
  const common = useTranslations('common');
  const formId = useId();
  const search = useRef<HTMLInputElement>(null);
  const [person, setPerson] = useState<FoundPerson | null>(null);
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const claim = useClaim(guildId, ticketId);
  const self = useSession()?.user_data.id;

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
          onClose();
        },
        onError: (error) => setProblems(error instanceof ApiError ? error.fields : []),
      },
    );
  };

  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('title', { id: ticketId })}
      size="small"
      initialFocus={search}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
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
    </Modal>
  );
}
