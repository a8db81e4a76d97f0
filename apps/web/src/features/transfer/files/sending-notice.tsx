import { useTranslations } from 'use-intl';
import { Banner } from '../../../components/ui/banner.tsx';
import { LeaveGuard } from '../../../components/ui/overlays/leave-guard.tsx';
import { Spinner } from '../../../components/ui/spinner.tsx';
import { sizeText } from '../../../lib/page/size-text.ts';
import styles from './files.module.css';
import type { Sending } from './use-upload.ts';

interface SendingNoticeProps {
  sending: Sending | undefined;
  isSlow: boolean;
}

/** What is being sent and how far it is. Whoever would leave meanwhile is asked. */
export function SendingNotice({ sending, isSlow }: SendingNoticeProps) {
  const t = useTranslations('transfer.files');
  const leave = useTranslations('transfer.leave');
  const isThere = sending && sending.total > 0 && sending.sent >= sending.total;
  return (
    <>
      <LeaveGuard
        active={sending !== undefined}
        words={{
          title: leave('title'),
          message: leave('message'),
          confirm: leave('confirm'),
          stay: leave('stay'),
        }}
      />
      <div role="status">
        {sending ? (
          <Banner title={t('importing')} action={<Spinner />}>
            {isSlow ? <p>{t('slow')}</p> : null}
          </Banner>
        ) : null}
      </div>
      {sending?.total ? (
        <div className={styles.sending}>
          <p>
            {sending.name}
            {': '}
            {isThere
              ? t('checking')
              : t('sent', { sent: sizeText(sending.sent), total: sizeText(sending.total) })}
          </p>
          <progress
            className={styles.progress}
            aria-label={t('progress', { name: sending.name })}
            value={sending.sent}
            max={sending.total}
          />
        </div>
      ) : null}
    </>
  );
}
