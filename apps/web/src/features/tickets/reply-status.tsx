import { useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { FileProblems } from './file-chips.tsx';
import type { PendingReply } from './replies.ts';
import type { FileProblem } from './reply-files.ts';
import styles from './tickets.module.css';

interface ReplyStatusProps {
  reply: PendingReply;
  onRetry: (key: string) => void;
  onDiscard: (key: string) => void;
  /** Answers what cannot be attached. */
  onAttach: (reply: PendingReply, files: readonly File[]) => readonly FileProblem[];
}

export function ReplyStatus({ reply, onRetry, onDiscard, onAttach }: ReplyStatusProps) {
  const t = useTranslations('tickets.ticket');
  if (reply.status === 'waiting' || reply.status === 'delayed')
    return <span className={styles.sending}>{t('waiting')}</span>;
  if (reply.status !== 'failed') return <span className={styles.sending}>{t('sending')}</span>;
  const isEmpty = reply.content.trim() === '' && !reply.files.length;
  return (
    <div className={styles.failed} role="alert">
      <span>{reply.error === null ? t('not_sent') : t('failed', { error: reply.error })}</span>
      {reply.lost_files.length ? <LostFiles reply={reply} onAttach={onAttach} /> : null}
      <Button size="small" disabled={isEmpty} onClick={() => onRetry(reply.key)}>
        {t('retry')}
      </Button>
      <Button size="small" variant="ghost" onClick={() => onDiscard(reply.key)}>
        {t('discard')}
      </Button>
    </div>
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
