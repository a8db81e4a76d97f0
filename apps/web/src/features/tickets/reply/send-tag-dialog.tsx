import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { User } from '@tickets/contract/servers/guild';
import type { TicketDetail } from '@tickets/contract/tickets/tickets';
import { type CSSProperties, lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../components/ui/button.tsx';
import { Combobox } from '../../../components/ui/choosing/combobox.tsx';
import { ErrorState } from '../../../components/ui/empty-state.tsx';
import { Field } from '../../../components/ui/fields/field.tsx';
import { Modal } from '../../../components/ui/overlays/modal.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { call } from '../../../lib/api/api.ts';
import { tagsQuery } from '../../../lib/api/guild.queries.ts';
import { errorText } from '../../../lib/api/query-client.ts';
import { ticketQuery } from '../tickets.queries.ts';
import { newReplyKey } from './replies.ts';
import styles from './send-tag.module.css';

export interface TagChoice {
  isOpen: boolean;
  /** Null until a tag is chosen. */
  id: string | null;
}

const SentTagPreview = lazy(async () => ({
  default: (await import('./sent-tag-preview.tsx')).SentTagPreview,
}));

interface SendTagDialogProps {
  guildId: string;
  ticket: TicketDetail;
  self: User;
  choice: TagChoice;
  onChange: (choice: TagChoice) => void;
  isLive: boolean;
}

/** The tags of the server, each of which is shown before it is sent. */
export function SendTagDialog({ guildId, ticket, self, choice, onChange, isLive }: SendTagDialogProps) {
  const t = useTranslations('tickets.ticket.send_tag');
  const common = useTranslations('common');
  const queryClient = useQueryClient();
  const { isOpen, id: tagId } = choice;
  // The same for every try, so that a tag whose answer was lost is not sent twice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is another message
  const idempotency_key = useMemo(newReplyKey, [isOpen, tagId]);
  const tags = useQuery({ ...tagsQuery(guildId), enabled: isOpen });
  const ids = Object.keys(tags.data ?? {}).toSorted((a, b) => a.localeCompare(b));
  const tag = tagId === null ? undefined : tags.data?.[tagId];

  const choose = (id: string | null) => onChange({ isOpen: true, id });
  const close = () => onChange({ isOpen: false, id: tagId });
  const send = useMutation({
    mutationFn: (tag_id: string) =>
      call('tickets.send_tag', {
        params: { guild_id: guildId, ticket_id: ticket.id },
        body: { tag_id, idempotency_key },
      }),
    meta: { too_fast: true },
    onSuccess: () => {
      close();
      const { queryKey } = ticketQuery(queryClient, guildId, ticket.id);
      if (!isLive) void queryClient.invalidateQueries({ queryKey });
    },
  });

  const fields = useRef<HTMLDivElement>(null);
  const sendButton = useRef<HTMLButtonElement>(null);
  const isReady = isOpen && tag !== undefined;
  // What is left to do is to send it.
  useEffect(() => {
    if (isReady) sendButton.current?.focus();
  }, [isReady]);

  return (
    <Modal
      open={isOpen}
      onClose={close}
      title={t('title')}
      // The search, or the button that sends, has it already where the tags are known.
      initialFocus={() => (isReady ? sendButton.current : !fields.current?.contains(document.activeElement))}
      footer={
        <>
          <Button onClick={close}>{common('close')}</Button>
          <Button
            ref={sendButton}
            variant="primary"
            disabled={!tag}
            busy={send.isPending}
            onClick={() => tag && send.mutate(tag.id)}
          >
            {t('send')}
          </Button>
        </>
      }
    >
      <div
        ref={fields}
        className={tags.data && tagId === null && ids.length ? styles.choosing : undefined}
        style={{ '--tags': ids.length } as CSSProperties}
      >
        {tags.isError && !tags.data ? (
          <ErrorState message={errorText(tags.error)} onRetry={() => void tags.refetch()} />
        ) : (
          <Field label={t('tag')} hint={tags.data && ids.length === 0 ? t('none') : undefined}>
            <Combobox
              value={tagId}
              onChange={choose}
              options={ids.map((id) => ({ value: id, label: id }))}
              placeholder={t('placeholder')}
              startsOpen={tagId === null}
              disabled={!tags.data}
            />
          </Field>
        )}
      </div>
      {tag ? (
        <Suspense fallback={<Skeleton height={120} />}>
          <SentTagPreview tag={tag} ticket={ticket} self={self} />
        </Suspense>
      ) : null}
    </Modal>
  );
}
