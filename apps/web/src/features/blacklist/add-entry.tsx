import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BlacklistAdded, BlacklistInput } from '@tickets/contract/blacklist/blacklist';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import { type ReactNode, type RefObject, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { Form } from '../../components/ui/fields/form.tsx';
import { fetchModal, LazyModal } from '../../components/ui/overlays/lazy-modal.tsx';
import { ApiError } from '../../lib/api/api.ts';
import { toast } from '../../lib/page/toast.ts';
import styles from './blacklist.module.css';
import { addMutation } from './blacklist.queries.ts';

interface AddEntryProps {
  guildId: string;
  /** Of the button that opens the modal. */
  button: { label: string; icon: ReactNode; variant?: 'primary' };
  title: string;
  entry: BlacklistInput;
  /** Why the entry cannot be sent as it is. */
  problem: string | undefined;
  /** Tells one way of filling in the form from another: what is wrong with one is not said of the next. */
  entered: string;
  nameOf: (added: BlacklistAdded) => string;
  onReset: () => void;
  onAdded?: () => void;
  /** Someone is about to open it. */
  onNear?: () => void;
  /** What has the focus first. */
  first: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** A button and its modal. Escape keeps what was entered, in case it was a slip; Cancel lets it go. */
export function AddEntry(props: AddEntryProps) {
  const { guildId, button, title, entry, problem, entered, nameOf, onReset, onAdded, onNear } = props;
  const t = useTranslations('blacklist');
  const common = useTranslations('common');
  const formId = useId();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const [refused, setRefused] = useState<{ entered: string; problems: readonly FieldProblem[] }>();
  const add = useMutation(addMutation(queryClient, guildId));
  const near = () => {
    void fetchModal();
    onNear?.();
  };
  const empty = () => {
    setRefused(undefined);
    onReset();
    setOpen(false);
  };

  const submit = () => {
    if (add.isPending) return;
    if (problem) return setRefused({ entered, problems: [{ path: 'snowflake', message: problem }] });
    add.mutate(entry, {
      onSuccess: (added) => {
        toast.success(t('added', { name: nameOf(added) }));
        empty();
        onAdded?.();
      },
      onError: (error) => setRefused({ entered, problems: error instanceof ApiError ? error.fields : [] }),
    });
  };

  return (
    <>
      <Button
        variant={button.variant}
        icon={button.icon}
        onPointerEnter={near}
        onFocus={near}
        onClick={() => setOpen(true)}
      >
        {button.label}
      </Button>
      <LazyModal
        open={open}
        onClose={() => setOpen(false)}
        title={title}
        size="small"
        initialFocus={props.first}
        footer={
          <>
            <Button onClick={empty}>{common('cancel')}</Button>
            <Button type="submit" form={formId} variant="primary" busy={add.isPending}>
              {t('confirm')}
            </Button>
          </>
        }
      >
        <Form
          id={formId}
          className={styles.form}
          problems={refused?.entered === entered ? refused.problems : undefined}
          onSubmit={submit}
        >
          {props.children}
        </Form>
      </LazyModal>
    </>
  );
}
