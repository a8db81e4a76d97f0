import type { MessageState as State } from '@tickets/contract/panels/panels';
import { useTranslations } from 'use-intl';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import styles from './panels.module.css';

interface MessageStateProps {
  state: State;
  /** Its channel was deleted, so that it cannot be posted before another one is chosen. */
  channelGone: boolean;
  title: string;
  busy: boolean;
  /** Undefined where it may not be posted. */
  onPost: (() => void) | undefined;
}

/** How the message in Discord stands, where it is not as it should be, and the way to mend that. */
export function MessageState({ state, channelGone, title, busy, onPost }: MessageStateProps) {
  const t = useTranslations('panels');
  if (channelGone) {
    return (
      <>
        <Badge tone="warning">{t('channel_deleted')}</Badge>
        {onPost ? <p className={styles.reason}>{t('channel_deleted_hint')}</p> : null}
      </>
    );
  }
  if (state === 'posted') return null;
  if (state === 'pending' || state === 'outdated') return <Badge>{t(`message_state.${state}`)}</Badge>;
  return (
    <>
      <Badge tone={state === 'deleted' ? 'warning' : 'danger'}>{t(`message_state.${state}`)}</Badge>
      {onPost ? (
        <Button size="small" busy={busy} aria-label={t('post_again_named', { title })} onClick={onPost}>
          {t('post_again')}
        </Button>
      ) : null}
      {state === 'refused' ? <p className={styles.reason}>{t('refused_hint')}</p> : null}
    </>
  );
}

/** How often a list is read again while the bot is still at work on one of its messages. */
const UNSETTLED_MS = 4_000;

export const refetchWhileUnsettled = (query: {
  state: { data?: readonly { message_state: State }[] | undefined };
}) =>
  query.state.data?.some(({ message_state }) => message_state === 'pending' || message_state === 'outdated')
    ? UNSETTLED_MS
    : false;
