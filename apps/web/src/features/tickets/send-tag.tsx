import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { User } from '@tickets/contract/guild';
import type { TicketDetail } from '@tickets/contract/tickets';
import { Tags } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { Combobox } from '../../components/ui/combobox.tsx';
import { ErrorState } from '../../components/ui/empty-state.tsx';
import { Field } from '../../components/ui/field.tsx';
import { fetchModal, LazyModal } from '../../components/ui/lazy-modal.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { call } from '../../lib/api.ts';
import { tagsQuery } from '../../lib/guild.queries.ts';
import { errorText } from '../../lib/query-client.ts';
import { newReplyKey } from './replies.ts';
import { ticketQuery } from './tickets.queries.ts';

const fetchPreview = () => import('./sent-tag-preview.tsx');
const SentTagPreview = lazy(async () => ({ default: (await fetchPreview()).SentTagPreview }));

interface SendTagProps {
  guildId: string;
  ticket: TicketDetail;
  self: User;
  disabled: boolean;
  isLive: boolean;
}

/** A button for the tags of the server, each of which is shown before it is sent. */
export function SendTag({ guildId, ticket, self, disabled, isLive }: SendTagProps) {
  const t = useTranslations('tickets.ticket.send_tag');
  const common = useTranslations('common');
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const [tagId, setTagId] = useState<string | null>(null);
  // The same for every try, so that a tag whose answer was lost is not sent twice.
  const key = useRef('');
  const tags = useQuery({ ...tagsQuery(guildId), enabled: open });
  const ids = Object.keys(tags.data ?? {}).toSorted((a, b) => a.localeCompare(b));
  const tag = tagId === null ? undefined : tags.data?.[tagId];

  const send = useMutation({
    mutationFn: (tag_id: string) =>
      call('tickets.send_tag', {
        params: { guild_id: guildId, ticket_id: ticket.id },
        body: { tag_id, idempotency_key: key.current },
      }),
    meta: { too_fast: true },
    onSuccess: () => {
      setOpen(false);
      const { queryKey } = ticketQuery(queryClient, guildId, ticket.id);
      if (!isLive) void queryClient.invalidateQueries({ queryKey });
    },
  });

  const choose = (id: string | null) => {
    key.current = newReplyKey();
    setTagId(id);
  };
  const fetchAll = () => {
    void queryClient.prefetchQuery(tagsQuery(guildId));
    void fetchModal();
    void fetchPreview();
  };

  return (
    <>
      <Button
        size="small"
        icon={<Tags aria-hidden="true" />}
        disabled={disabled}
        onPointerEnter={fetchAll}
        onFocus={fetchAll}
        onClick={() => {
          choose(null);
          setOpen(true);
        }}
      >
        {t('action')}
      </Button>
      <LazyModal
        open={open}
        onClose={() => setOpen(false)}
        title={t('title')}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{common('close')}</Button>
            <Button
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
        {tags.isError && !tags.data ? (
          <ErrorState message={errorText(tags.error)} onRetry={() => void tags.refetch()} />
        ) : (
          <Field label={t('tag')} hint={tags.data && ids.length === 0 ? t('none') : undefined}>
            <Combobox
              value={tagId}
              onChange={choose}
              options={ids.map((id) => ({ value: id, label: id }))}
              placeholder={t('placeholder')}
              disabled={!tags.data}
            />
          </Field>
        )}
        {tag ? (
          <Suspense fallback={<Skeleton height={120} />}>
            <SentTagPreview tag={tag} ticket={ticket} self={self} />
          </Suspense>
        ) : null}
      </LazyModal>
    </>
  );
}
