import { useTranslations } from 'use-intl';
import { cx } from '../../../components/ui/class-names.ts';
import type { LiveState } from '../../../lib/live/live-socket.ts';
import styles from '../tickets.module.css';

/** How the connection is, in a quiet corner. */
export function LiveMark({ state = 'connecting' }: { state: LiveState | undefined }) {
  const t = useTranslations('tickets.ticket.live');
  return (
    <span className={cx(styles.mark, styles[state])} role="status">
      {t(state)}
    </span>
  );
}
