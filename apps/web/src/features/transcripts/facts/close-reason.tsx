import { useMutation, useQueryClient } from '@tanstack/react-query';
import { charactersIn } from '@tickets/contract/embeds/embed-limits';
import { limits } from '@tickets/contract/platform/limits';
import { Pencil } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Button, IconButton } from '../../../components/ui/button.tsx';
import { Detail } from '../../../components/ui/details.tsx';
import { Field } from '../../../components/ui/fields/field.tsx';
import { Form } from '../../../components/ui/fields/form.tsx';
import { TextArea } from '../../../components/ui/fields/text-area.tsx';
import { LeaveGuard } from '../../../components/ui/overlays/leave-guard.tsx';
import { ApiError } from '../../../lib/api/api.ts';
import { toast } from '../../../lib/page/toast.ts';
import { editReasonMutation } from '../transcripts.queries.ts';
import styles from './facts.module.css';

interface CloseReasonProps {
  guildId: string;
  ticketId: number;
  reason: string | null;
  mayEdit: boolean;
  /** What is being written in its place; undefined while nobody writes. Kept above, where no other look of the page loses it. */
  draft: string | undefined;
  onDraft: (draft: string | undefined) => void;
}

/** Why a ticket was closed, which staff can say better afterwards. */
export function CloseReason({ guildId, ticketId, reason, mayEdit, draft, onDraft }: CloseReasonProps) {
  const t = useTranslations('transcript');
  const pencil = useRef<HTMLButtonElement>(null);
  const end = () => {
    onDraft(undefined);
    // The field that had the focus is gone.
    setTimeout(() => pencil.current?.focus());
  };
  if (draft !== undefined)
    return (
      <Detail label={<span aria-hidden="true">{t('reason')}</span>} wide>
        <ReasonForm
          guildId={guildId}
          ticketId={ticketId}
          reason={reason ?? ''}
          text={draft}
          onText={onDraft}
          onEnd={end}
        />
      </Detail>
    );
  return (
    <Detail label={t('reason')}>
      <span className={styles.reason}>
        <span>{reason ?? <span className={styles.none}>{t('no_reason')}</span>}</span>
        {mayEdit ? (
          <IconButton
            ref={pencil}
            size="small"
            label={t('edit_reason')}
            onClick={() => onDraft(reason ?? '')}
          >
            <Pencil aria-hidden="true" />
          </IconButton>
        ) : null}
      </span>
    </Detail>
  );
}

interface ReasonFormProps {
  guildId: string;
  ticketId: number;
  reason: string;
  text: string;
  onText: (text: string) => void;
  onEnd: () => void;
}

function ReasonForm({ guildId, ticketId, reason, text, onText, onEnd }: ReasonFormProps) {
  const t = useTranslations('transcript');
  const save = useMutation(editReasonMutation(useQueryClient(), guildId, ticketId));
  const length = charactersIn(text);
  const isTooLong = length > limits.close_reason;
  const send = () => {
    if (isTooLong || save.isPending) return;
    save.mutate(text, {
      onSuccess: () => {
        toast.success(t('reason_saved'));
        onEnd();
      },
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && text === reason) onEnd();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
  };
  return (
    <Form
      className={styles.form}
      problems={save.error instanceof ApiError ? save.error.fields : undefined}
      onSubmit={send}
    >
      <Field
        label={<span className="visually-hidden">{t('reason')}</span>}
        name="reason"
        error={isTooLong ? t('reason_too_long', { limit: limits.close_reason, length }) : undefined}
      >
        <TextArea
          value={text}
          onChange={onText}
          limit={limits.close_reason}
          placeholder={t('no_reason')}
          onKeyDown={onKeyDown}
          autoFocus
        />
      </Field>
      <div className={styles.actions}>
        <Button type="submit" variant="primary" size="small" busy={save.isPending} disabled={isTooLong}>
          {t('save')}
        </Button>
        <Button size="small" variant="ghost" onClick={onEnd}>
          {t('cancel')}
        </Button>
      </div>
      <LeaveGuard active={text.trim() !== reason && !save.isSuccess} withinPage />
    </Form>
  );
}
