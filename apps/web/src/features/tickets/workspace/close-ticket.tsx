import { useQuery } from '@tanstack/react-query';
import { charactersIn } from '@tickets/contract/embeds/embed-limits';
import { limits } from '@tickets/contract/platform/limits';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../components/ui/button.tsx';
import { useSuggestions } from '../../../components/ui/choosing/use-suggestions.tsx';
import { Field } from '../../../components/ui/fields/field.tsx';
import { Form } from '../../../components/ui/fields/form.tsx';
import { TextArea } from '../../../components/ui/fields/text-area.tsx';
import { ApiError } from '../../../lib/api/api.ts';
import { useShortcut } from '../../../lib/keys/use-shortcut.ts';
import { TOUCH, useMedia } from '../../../lib/page/use-media.ts';
import { draftKeys, keepText, keptText } from '../reply/kept-text.ts';
import { closeReasonsQuery } from '../tickets.queries.ts';
import styles from './close-ticket.module.css';
import type { CloseTicketMutation } from './use-close-ticket.ts';

interface CloseTicketProps {
  guildId: string;
  ticketId: number;
  close: CloseTicketMutation;
  disabled: boolean;
}

/** E leads to the reason, in which Enter closes the ticket, and Ctrl and Enter goes on to the next that waits. */
export function CloseTicket({ guildId, ticketId, close, disabled }: CloseTicketProps) {
  const t = useTranslations('tickets.ticket');
  const isTouch = useMedia(TOUCH);
  const box = useRef<HTMLTextAreaElement>(null);
  const draftKey = draftKeys.closeReason(guildId, ticketId);
  const [reason, setReason] = useState(() => keptText(draftKey));
  const change = (next: string) => {
    setReason(next);
    keepText(draftKey, next);
  };
  // Nobody needs the reason of a ticket that has been closed meanwhile.
  useEffect(() => {
    if (disabled) keepText(draftKey, '');
  }, [disabled, draftKey]);
  const length = charactersIn(reason);
  const isTooLong = length > limits.close_reason;
  const isOff = disabled || isTooLong || close.isPending;
  const suggestions = useUsualReasons(guildId, ticketId, { reason, change });
  useShortcut('e', disabled ? undefined : () => box.current?.focus());

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    // Nobody asked for what is offered in an empty box, so one Escape is enough to leave it.
    if (event.key === 'Escape' && reason === '') return event.currentTarget.blur();
    if (suggestions.takeKey(event)) return;
    if (event.key === 'Escape') event.currentTarget.blur();
    if (event.key !== 'Enter' || event.shiftKey || isTouch) return;
    event.preventDefault();
    if (!isOff && !event.repeat) close.mutate({ reason, next: event.ctrlKey || event.metaKey });
  };

  const problems = close.error instanceof ApiError ? close.error.fields : undefined;
  return (
    <section className={styles.closing} aria-labelledby="close-ticket" data-toasts-above="">
      <h2 id="close-ticket" className={styles.title}>
        {t('close_section')}
      </h2>
      <Form problems={problems} onSubmit={() => close.mutate({ reason, next: false })}>
        <div className={styles.reason}>
          {suggestions.list}
          <Field
            label={<span className="visually-hidden">{t('reason')}</span>}
            name="reason"
            disabled={disabled}
            error={isTooLong ? t('reason_too_long', { limit: limits.close_reason, length }) : undefined}
          >
            <TextArea
              ref={box}
              className={styles.text}
              value={reason}
              onChange={(next) => {
                change(next);
                suggestions.offer();
              }}
              placeholder={t('reason_placeholder')}
              rows={Math.min(reason.split('\n').length, 4)}
              onKeyDown={onKeyDown}
              onFocus={suggestions.offer}
              onBlur={suggestions.putAway}
              {...suggestions.boxProps}
            />
          </Field>
        </div>
        <div className={styles.actions}>
          <Button
            type="submit"
            size="small"
            className={styles.close}
            busy={close.isPending && !close.variables.next}
            disabled={isOff}
            shortcut="E"
          >
            {t('close')}
          </Button>
          <Button
            size="small"
            className={styles.close}
            busy={close.isPending && close.variables.next}
            disabled={isOff}
            title={t('close_and_next_keys')}
            shortcut="Control+Enter"
            shownKey="Ctrl ↵"
            onClick={() => close.mutate({ reason, next: true })}
          >
            {t('close_and_next')}
          </Button>
        </div>
      </Form>
    </section>
  );
}

/** How many fit beside what is being written. */
const OFFERED = 3;

/** The reasons in which what is written stands, for as long as one writes. */
function useUsualReasons(
  guildId: string,
  ticketId: number,
  { reason, change }: { reason: string; change: (reason: string) => void },
) {
  const t = useTranslations('tickets.ticket');
  const [isOffered, setOffered] = useState(false);
  const usual = useQuery({ ...closeReasonsQuery(guildId, ticketId), enabled: isOffered });
  const written = reason.trim().toLowerCase();
  const matching = (usual.data?.reasons ?? []).filter(
    (usual) => usual.toLowerCase().includes(written) && usual !== reason,
  );
  const suggestions = useSuggestions({
    label: t('usual_reasons'),
    options: isOffered ? matching.slice(0, OFFERED).map((value) => ({ value, label: value })) : [],
    onPick: (value) => {
      change(value);
      setOffered(false);
    },
    onDismiss: () => setOffered(false),
  });
  return {
    ...suggestions,
    offer: () => setOffered(true),
    putAway: () => setOffered(false),
  };
}
