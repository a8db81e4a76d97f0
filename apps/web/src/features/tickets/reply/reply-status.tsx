import { useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../components/ui/button.tsx';
import styles from '../tickets.module.css';
import { CopyText } from '../workspace/copy-text.tsx';
import { FileProblems } from './file-chips.tsx';
import { isEmptied, type PendingReply } from './replies.ts';
import type { FileProblem } from './reply-files.ts';

interface ReplyStatusProps {
  reply: PendingReply;
  /** All that have not arrived, in their order. */
  unsent: readonly PendingReply[];
  /** Whether replies can be sent at all. */
  isOpen: boolean;
  /** Sends all again that were not sent. */
  onRetry: () => void;
  onDiscard: (key: string) => void;
  /** Takes it back into the box in which replies are written. */
  onEdit: (reply: PendingReply) => void;
  /** Answers what cannot be attached. */
  onAttach: (reply: PendingReply, files: readonly File[]) => readonly FileProblem[];
}

/** What became of a reply, why, and what can be done about it. */
export function ReplyStatus(props: ReplyStatusProps) {
  const t = useTranslations('tickets.ticket');
  const { reply, unsent, isOpen } = props;
  const first = unsent[0];
  const isHeldUp = first !== undefined && first.key !== reply.key;
  if (reply.status === 'sending' || reply.status === 'sent' || (reply.status === 'waiting' && !isHeldUp))
    return <span className={styles.sending}>{t('sending')}</span>;
  if (reply.status === 'delayed') return <span className={styles.sending}>{t('delayed')}</span>;
  if (isHeldUp && first.status !== 'failed')
    return (
      <div className={styles.heldUp}>
        <span>{t('after_above')}</span>
        {first.status === 'retrying' ? (
          <span className={styles.statusActions}>
            <Leave {...props} />
          </span>
        ) : null}
      </div>
    );
  if (reply.status === 'retrying')
    return (
      <div className={styles.heldUp} role="status">
        <span>{t('retrying', { error: reply.error ?? '' })}</span>
        <span className={styles.statusActions}>
          {isOpen ? (
            <Button size="small" onClick={props.onRetry}>
              {t('retry_now')}
            </Button>
          ) : null}
          <Leave {...props} />
        </span>
      </div>
    );
  return (
    <div className={styles.failed} role="alert">
      <Reason reply={reply} isHeldUp={isHeldUp} />
      {reply.lost_files.length ? <LostFiles {...props} /> : null}
      <span className={styles.statusActions}>
        {isOpen && !isHeldUp ? (
          <Button size="small" disabled={isEmptied(reply)} onClick={props.onRetry}>
            {unsent.length > 1 ? t('retry_all') : t('retry')}
          </Button>
        ) : null}
        <Leave {...props} />
      </span>
    </div>
  );
}

function Reason({ reply, isHeldUp }: { reply: PendingReply; isHeldUp: boolean }) {
  const t = useTranslations('tickets.ticket');
  if (reply.error !== null) return <span>{t('failed', { error: reply.error })}</span>;
  return <span>{isHeldUp ? t('above_failed') : t('not_sent')}</span>;
}

/** The ways not to send it as it is. Where nothing can be sent any more, its words can be taken elsewhere. */
function Leave({ reply, isOpen, onDiscard, onEdit }: ReplyStatusProps) {
  const t = useTranslations('tickets.ticket');
  return (
    <>
      {isOpen ? (
        <Button size="small" variant="ghost" onClick={() => onEdit(reply)}>
          {t('edit')}
        </Button>
      ) : (
        <CopyText text={reply.content} />
      )}
      <Button size="small" variant="ghost" onClick={() => onDiscard(reply.key)}>
        {t('discard')}
      </Button>
    </>
  );
}

function LostFiles({ reply, onAttach }: Pick<ReplyStatusProps, 'reply' | 'onAttach'>) {
  const t = useTranslations('tickets.ticket.files');
  const chooser = useRef<HTMLInputElement>(null);
  const [problems, setProblems] = useState<readonly FileProblem[]>([]);
  const problemsId = useId();
  return (
    <>
      <span>
        {t('lost', {
          count: reply.lost_files.length,
          names: reply.lost_files.map(({ name }) => name).join(', '),
        })}
      </span>
      {problems.length ? <FileProblems id={problemsId} problems={problems} /> : null}
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label={t('attach_again')}
        onChange={({ target }) => {
          setProblems(onAttach(reply, [...(target.files ?? [])]));
          // The same file can be chosen again after it was refused.
          target.value = '';
        }}
      />
      <Button
        size="small"
        aria-describedby={problems.length ? problemsId : undefined}
        onClick={() => chooser.current?.click()}
      >
        {t('attach_again')}
      </Button>
    </>
  );
}
