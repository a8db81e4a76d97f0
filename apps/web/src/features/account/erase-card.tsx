import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OpenTicket } from '@tickets/contract/personal-data/personal-data';
import { useFormatter, useTranslations } from 'use-intl';
import { Banner } from '../../components/ui/banner.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { channelLink } from '../../lib/discord/discord-links.ts';
import { appConfig } from '../../lib/page/config.ts';
import { toast } from '../../lib/page/toast.ts';
import { useSession } from '../../lib/session/session.ts';
import styles from './account.module.css';
import { EraseDialog } from './erase-dialog.tsx';
import { cancelMutation, isUnderWay } from './own-data.queries.ts';
import type { OwnDataProps } from './own-data-props.ts';

export function EraseCard({ own }: OwnDataProps) {
  const t = useTranslations('account.erase');
  const guide = `${appConfig().docs_url}/personal-data#what-erasing-does`;
  const isAsked = isUnderWay(own?.erasure ?? null);
  const isOpen = (own?.open_tickets.length ?? 0) > 0;
  return (
    <Card title={t('card')} footer={isAsked ? null : <EraseDialog disabled={!own?.is_fresh || isOpen} />}>
      <div className={styles.words}>
        <p>{t('what')}</p>
        <p>
          {t.rich('stays', {
            guide: (text) => (
              <a href={guide} target="_blank" rel="noreferrer">
                {text}
              </a>
            ),
          })}
        </p>
        {isOpen && own ? <OpenTickets tickets={own.open_tickets} /> : null}
        <EraseState own={own} />
      </div>
    </Card>
  );
}

function OpenTickets({ tickets }: { tickets: readonly OpenTicket[] }) {
  const t = useTranslations('account.erase');
  const selfId = useSession()?.user_data.id;
  return (
    <Banner tone="warning" title={t('open_title')}>
      <p>{t('open_text')}</p>
      <ul className={styles.tickets}>
        {tickets.map(({ guild_id, guild_name, ticket_id, channel_id, part }) => {
          const words = t(part, { number: String(ticket_id), server: guild_name });
          return (
            <li key={`${guild_id}/${ticket_id}`}>
              {channel_id ? (
                <a href={channelLink(guild_id, channel_id, selfId)} target="_blank" rel="noreferrer">
                  {words}
                </a>
              ) : (
                words
              )}
            </li>
          );
        })}
      </ul>
    </Banner>
  );
}

function EraseState({ own }: OwnDataProps) {
  const t = useTranslations('account.erase');
  const common = useTranslations('account');
  const format = useFormatter();
  const cancel = useMutation(cancelMutation(useQueryClient()));
  const request = own?.erasure;
  if (!request) return null;
  if (request.state === 'waiting')
    return (
      <Banner
        tone="danger"
        title={t('waiting')}
        action={
          <Button
            size="small"
            busy={cancel.isPending}
            onClick={() => cancel.mutate(undefined, { onSuccess: () => toast.success(t('cancelled')) })}
          >
            {t('cancel')}
          </Button>
        }
      >
        {t('waiting_text', {
          time: format.dateTime(new Date(request.due_at), { dateStyle: 'full', timeStyle: 'short' }),
        })}
      </Banner>
    );
  if (request.state === 'running') {
    const { steps, steps_done, rows_done: count } = request;
    return (
      <Banner tone={request.is_failing ? 'warning' : 'info'} title={t('running')} action={<Spinner />}>
        <p>{t('running_text', { step: Math.min(steps, steps_done + 1), steps, count })}</p>
        <progress className={styles.progress} max={steps} value={steps_done} aria-label={t('running')} />
        {request.is_failing ? <p>{common('failing')}</p> : null}
      </Banner>
    );
  }
  if (request.state !== 'refused') return null;
  return (
    <Banner tone="warning" title={t('refused')}>
      {t('refused_text')}
    </Banner>
  );
}
