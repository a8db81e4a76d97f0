import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { limits } from '@tickets/contract/limits';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Form } from '../../components/ui/form.tsx';
import { TextArea } from '../../components/ui/text-area.tsx';
import { ApiError, call } from '../../lib/api.ts';
import { toast } from '../../lib/toast.ts';
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
  const [reason, setReason] = useState('');
  const close = useMutation({
    mutationFn: () =>
      call('tickets.close', {
        params: { guild_id: guildId, ticket_id: ticketId },
        body: { reason: reason.trim() || null },
      }),
    onSuccess: async () => {
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
        <Field label={t('reason')} name="reason" disabled={disabled}>
          <TextArea
            value={reason}
            onChange={setReason}
            limit={limits.close_reason}
            placeholder={t('reason_placeholder')}
            rows={3}
          />
        </Field>
        <Button type="submit" variant="danger" busy={close.isPending} disabled={disabled}>
          {t('close')}
        </Button>
      </Form>
    </Card>
  );
}
