import { ArrowDown } from 'lucide-react';
import type { RefObject } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../components/ui/button.tsx';
import { useMedia } from '../../../lib/page/use-media.ts';
import { WIDE } from '../queue/ticket-side-list.tsx';
import styles from '../tickets.module.css';

interface TicketJumpsProps {
  details: RefObject<HTMLElement | null>;
  closing: RefObject<HTMLElement | null>;
}

/** Where details and closing stand below the conversation: the way there. */
export function TicketJumps({ details, closing }: TicketJumpsProps) {
  const t = useTranslations('tickets.ticket');
  const isWide = useMedia(WIDE);
  if (isWide) return null;
  return (
    <nav className={styles.jumps} aria-label={t('jumps')}>
      <Jump to={details}>{t('to_details')}</Jump>
      <Jump to={closing}>{t('to_closing')}</Jump>
    </nav>
  );
}

/** The focus goes along, so that the next key press is there as well. */
function Jump({ to, children }: { to: RefObject<HTMLElement | null>; children: string }) {
  const go = () => {
    to.current?.querySelector<HTMLElement>('button, textarea, a')?.focus({ preventScroll: true });
    to.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <Button size="small" icon={<ArrowDown aria-hidden="true" />} onClick={go}>
      {children}
    </Button>
  );
}
