import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UndoPreview } from '@tickets/contract/audit/audit';
import { valueAt } from '@tickets/contract/audit/changes';
import { Banner } from '../../components/ui/banner.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ErrorState } from '../../components/ui/empty-state.tsx';
import { LazyModal } from '../../components/ui/overlays/lazy-modal.tsx';
import { RelativeTime } from '../../components/ui/relative-time.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { errorText } from '../../lib/api/query-client.ts';
import { toast } from '../../lib/page/toast.ts';
import styles from './audit.module.css';
import { previewQuery, undoMutation } from './audit.queries.ts';
import { Changes } from './changes.tsx';
import { EntryLink } from './entry-link.tsx';
import { Sentence } from './sentence.tsx';
import { linesOf } from './wording/lines.ts';
import { nameOfThing, type ReadEntry, whoDid } from './wording/sentences.ts';
import { plainValue } from './wording/values.ts';
import type { Words } from './wording/words.ts';

interface UndoDialogProps {
  guildId: string;
  read: ReadEntry;
  words: Words;
  open: boolean;
  onClose: () => void;
}

/** Says what undoing a change would do at this moment, or why it cannot be, and does it. */
export function UndoDialog({ guildId, read, words, open, onClose }: UndoDialogProps) {
  const { t } = words;
  const queryClient = useQueryClient();
  const preview = useQuery({ ...previewQuery(guildId, read.entry.id), enabled: open });
  const undo = useMutation(undoMutation(queryClient, guildId));
  const close = () => {
    undo.reset();
    onClose();
  };
  const confirm = () =>
    undo.mutate(read.entry.id, {
      onSuccess: () => {
        toast.success(t('audit.undo.done'));
        close();
      },
      // Others may have changed it at this moment.
      onError: () => void preview.refetch(),
    });
  const isPossible = preview.data?.refusal === null;
  return (
    <LazyModal
      open={open}
      onClose={close}
      title={t('audit.undo.title')}
      footer={
        <>
          <Button onClick={close}>{t(isPossible ? 'common.cancel' : 'common.close')}</Button>
          {isPossible ? (
            <Button variant="primary" busy={undo.isPending} onClick={confirm}>
              {t('audit.undo.confirm')}
            </Button>
          ) : null}
        </>
      }
    >
      <div className={styles.preview}>
        <p className={styles.asked}>
          <b>{whoDid(read.entry, t)}</b> <Sentence read={read} words={words} />,{' '}
          <RelativeTime date={read.entry.created_at} />
        </p>
        {undo.isError ? (
          <div role="alert">
            <Banner tone="danger" title={t('audit.undo.failed')}>
              {errorText(undo.error)}
            </Banner>
          </div>
        ) : null}
        {preview.data ? (
          <Preview guildId={guildId} read={read} preview={preview.data} words={words} onLeave={close} />
        ) : preview.isError ? (
          <ErrorState message={errorText(preview.error)} onRetry={() => void preview.refetch()} />
        ) : (
          <div role="status" aria-busy="true" className={styles.waiting}>
            <span className="visually-hidden">{t('audit.undo.loading')}</span>
            <Skeleton width="70%" />
            <Skeleton height={44} />
          </div>
        )}
      </div>
    </LazyModal>
  );
}

interface PreviewProps {
  guildId: string;
  read: ReadEntry;
  preview: UndoPreview;
  words: Words;
  onLeave: () => void;
}

function Preview({ guildId, read, preview, words, onLeave }: PreviewProps) {
  const { t } = words;
  const { effect, refusal } = preview;
  if (refusal) {
    const { entry, text } = refusal;
    return (
      <Banner tone="warning" title={t('audit.undo.refused')}>
        {text}
        {entry ? (
          <span className={styles.later}>
            <span>
              {t.rich('audit.undo.by', {
                who: () => <b>{whoDid(entry, t)}</b>,
                time: () => <RelativeTime date={entry.created_at} />,
              })}
            </span>
            <EntryLink guildId={guildId} id={entry.id} onClick={onLeave}>
              {t('audit.undo.show')}
            </EntryLink>
          </span>
        ) : null}
      </Banner>
    );
  }
  const changes = preview.changes.map(({ path, before, after }) => ({ path, before, after }));
  const leftOut = preview.left_out.map(({ path, value }) => ({ path, before: value, after: undefined }));
  const said = effect === 'change' ? t('audit.undo.change') : wholeText(effect, read, words);
  return (
    <>
      <p role="status">{said}</p>
      {effect === 'remove' ? null : (
        <Changes
          resource={read.resource}
          lines={linesOf(read.resource, changes)}
          whole={effect === 'restore'}
          words={words}
        />
      )}
      {leftOut.length ? (
        <Banner tone="warning" title={t('audit.undo.left_out')}>
          <Changes resource={read.resource} lines={linesOf(read.resource, leftOut)} whole words={words} />
        </Banner>
      ) : null}
    </>
  );
}

/** What is made again or deleted, and where that shows. */
function wholeText(effect: 'restore' | 'remove', read: ReadEntry, words: Words): string {
  const { t } = words;
  const name = nameOfThing(read, words);
  const { resource } = read;
  if (resource !== 'panel' && resource !== 'multi_panel' && resource !== 'form' && resource !== 'tag')
    return name;
  if (effect === 'remove') return t(`audit.undo.remove.${resource}`, { name });
  const id = read.before && valueAt(read.before, 'channel_id');
  const known = typeof id === 'string' ? words.names.channels.get(id) : undefined;
  const channel = known ? `#${plainValue('channel', id, words)}` : t('audit.undo.deleted_channel');
  return t(`audit.undo.restore.${resource}`, { name, channel });
}
