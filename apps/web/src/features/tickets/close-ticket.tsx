import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { charactersIn } from '@tickets/contract/embed-limits';
import { limits } from '@tickets/contract/limits';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Form } from '../../components/ui/form.tsx';
import { TextArea } from '../../components/ui/text-area.tsx';
import { ApiError, call } from '../../lib/api.ts';
import { errorText } from '../../lib/query-client.ts';
import { toast } from '../../lib/toast.ts';
import { draftKeys, keepText, keptText } from './kept-text.ts';
import styles from './tickets.module.css';
import { ticketKeys } from './tickets.queries.ts';

interface CloseTicketProps {
  guildId: string;
  ticketId: number;
  disabled: boolean;
}

export function CloseTicket({ guildId, ticketId, disabled }: CloseTicketProps) {
  const t = useTranslations('tickets.ticket');
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const draftKey = draftKeys.closeReason(guildId, ticketId);
  const [reason, setReason] = useState(() => keptText(draftKey));
  const change = (next: string) => {
    setReason(next);
    keepText(draftKey, next);
  };
  // Who looks at it sees it closed: the reason that was being written has nothing to say any more.
  useEffect(() => {
    if (disabled) keepText(draftKey, '');
  }, [disabled, draftKey]);
  const length = charactersIn(reason);
  const isTooLong = length > limits.close_reason;
  const close = useMutation({
    mutationFn: () =>
      call('tickets.close', {
        params: { guild_id: guildId, ticket_id: ticketId },
        body: { reason: reason.trim() || null },
      }),
    meta: { quiet: true },
    onError: (error) => {
      if (!(error instanceof ApiError && error.fields.length)) toast.error(errorText(error));
    },
    onSuccess: async () => {
      keepText(draftKey, '');
      toast.success(t('closed', { id: ticketId }));
      await navigate({ to: '/manage/$guildId/tickets', params: { guildId } });
      queryClient.removeQueries({ queryKey: ticketKeys.view(guildId, ticketId) });
      await queryClient.invalidateQueries({ queryKey: ticketKeys.list(guildId) });
    },
  });
  const problems = close.error instanceof ApiError ? close.error.fields : undefined;
  return (
    <Card title={t('close_section')}>
      <Form problems={problems} onSubmit={() => close.mutate()}>
        <Field
          label={t('reason')}
          name="reason"
          disabled={disabled}
          error={isTooLong ? t('reason_too_long', { limit: limits.close_reason, length }) : undefined}
        >
          <TextArea
            className={styles.reason}
            value={reason}
            onChange={change}
            limit={limits.close_reason}
            placeholder={t('reason_placeholder')}
            rows={3}
          />
        </Field>
        <Button type="submit" variant="danger" busy={close.isPending} disabled={disabled || isTooLong}>
          {t('close')}
        </Button>
      </Form>
    </Card>
  );
}
