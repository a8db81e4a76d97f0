import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { shareDays } from '@tickets/contract/transcripts/transcript-limits';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../components/ui/button.tsx';
import { Select } from '../../../components/ui/choosing/select.tsx';
import { ErrorState } from '../../../components/ui/empty-state.tsx';
import { Field } from '../../../components/ui/fields/field.tsx';
import { Form } from '../../../components/ui/fields/form.tsx';
import { TextInput } from '../../../components/ui/fields/text-input.tsx';
import { LazyModal } from '../../../components/ui/overlays/lazy-modal.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { errorText } from '../../../lib/api/query-client.ts';
import { toast } from '../../../lib/page/toast.ts';
import { LinkRow } from './link-row.tsx';
import styles from './sharing.module.css';
import { linksQuery, makeLinkMutation, revokeLinkMutation, type ShareDays } from './sharing.queries.ts';

interface ShareModalProps {
  guildId: string;
  ticketId: number;
  open: boolean;
  onClose: () => void;
}

/** Makes links with which anybody can read a transcript, and ends them. */
export function ShareModal({ open, onClose, ...ticket }: ShareModalProps) {
  const t = useTranslations('sharing');
  return (
    <LazyModal
      open={open}
      onClose={onClose}
      title={t('title', { id: ticket.ticketId })}
      message={t('message')}
    >
      <NewLink {...ticket} />
      <Links {...ticket} />
    </LazyModal>
  );
}

function NewLink(ticket: { guildId: string; ticketId: number }) {
  const t = useTranslations('sharing');
  const [days, setDays] = useState<`${ShareDays}`>('7');
  const make = useMutation(makeLinkMutation(useQueryClient(), ticket));
  const links = useQuery(linksQuery(ticket));
  const made = make.data;
  const isEnded = links.data?.some(({ link_id, works }) => link_id === made?.link.link_id && !works);
  return (
    <>
      <Form
        onSubmit={() => !make.isPending && make.mutate(Number(days) as ShareDays)}
        className={styles.make}
      >
        <Field label={t('days')} name="days">
          <Select
            value={days}
            onChange={setDays}
            options={shareDays.map((count) => ({
              value: `${count}` as const,
              label: t('for_days', { count }),
            }))}
          />
        </Field>
        <Button type="submit" variant="primary" busy={make.isPending}>
          {t('make')}
        </Button>
      </Form>
      {made && !isEnded ? <MadeLink url={made.url} /> : null}
    </>
  );
}

/** It stands here once: nobody can ask for it again. */
function MadeLink({ url }: { url: string }) {
  const t = useTranslations('sharing');
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (url) row.current?.querySelector('input')?.select();
  }, [url]);
  return (
    <div className={styles.made} ref={row}>
      <Field label={t('made')} hint={t('made_hint')}>
        <TextInput value={url} readOnly onChange={() => undefined} />
      </Field>
      <Button
        onClick={() =>
          void navigator.clipboard.writeText(url).then(
            () => toast.success(t('copied')),
            () => toast.error(t('not_copied')),
          )
        }
      >
        {t('copy')}
      </Button>
    </div>
  );
}

function Links(ticket: { guildId: string; ticketId: number }) {
  const t = useTranslations('sharing');
  const links = useQuery(linksQuery(ticket));
  const revoke = useMutation(revokeLinkMutation(useQueryClient(), ticket));
  if (links.isError && !links.data)
    return <ErrorState message={errorText(links.error)} onRetry={() => void links.refetch()} />;
  return (
    <section className={styles.links}>
      <h3 className={styles.heading}>{t('links')}</h3>
      {!links.data ? (
        <Skeleton height={64} />
      ) : links.data.length ? (
        <ul>
          {links.data.map((link) => (
            <LinkRow
              key={link.link_id}
              link={link}
              busy={revoke.isPending && revoke.variables === link.link_id}
              onEnd={() => revoke.mutate(link.link_id, { onSuccess: () => toast.success(t('ended')) })}
            />
          ))}
        </ul>
      ) : (
        <p className={styles.none}>{t('no_links')}</p>
      )}
    </section>
  );
}
