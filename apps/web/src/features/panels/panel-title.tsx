import type { Form } from '@tickets/contract/forms';
import type { Panel } from '@tickets/contract/panels';
import { Lock } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Badge } from '../../components/ui/badge.tsx';
import { MessageState } from './message-state.tsx';
import styles from './panels.module.css';

interface PanelTitleProps {
  panel: Panel;
  /** The form that it asks, where it has one. */
  form: Form | undefined;
  channelGone: boolean;
  busy: boolean;
  onPost: () => void;
}

/** The title of a panel, with what is to be known of it. */
export function PanelTitle({ panel, form, channelGone, busy, onPost }: PanelTitleProps) {
  const t = useTranslations('panels');
  return (
    <div className={styles.named}>
      <span className={styles.rowTitle}>{panel.title}</span>
      {panel.force_disabled ? (
        <Badge tone="premium" icon={<Lock aria-hidden="true" />}>
          {t('badge.locked')}
        </Badge>
      ) : null}
      {panel.disabled ? <Badge>{t('badge.disabled')}</Badge> : null}
      {form ? <Badge>{t('badge.form', { title: form.title })}</Badge> : null}
      <MessageState
        state={panel.message_state}
        channelGone={channelGone}
        title={panel.title}
        busy={busy}
        onPost={panel.force_disabled ? undefined : onPost}
      />
      {panel.force_disabled ? <p className={styles.reason}>{t('locked_hint')}</p> : null}
    </div>
  );
}
