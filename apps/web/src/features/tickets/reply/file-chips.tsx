import { megabytes, replyFiles } from '@tickets/contract/platform/uploads';
import { formatSize, isImage } from '@tickets/discord-ui/message/files';
import { File as FileIcon, X } from 'lucide-react';
import type { SyntheticEvent } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../../components/ui/button.tsx';
import styles from './reply-files.module.css';
import type { DraftFile, FileProblem } from './reply-files.ts';

interface FileChipsProps {
  files: readonly DraftFile[];
  onRemove: (file: DraftFile) => void;
  /** Takes the focus when the last one goes. */
  onEmpty: () => void;
}

/** What is attached to a reply, to look at and to remove. */
export function FileChips({ files, onRemove, onEmpty }: FileChipsProps) {
  const t = useTranslations('tickets.ticket.files');
  const remove = (draft: DraftFile, { currentTarget }: SyntheticEvent) => {
    const chip = currentTarget.closest('li');
    const neighbour = chip?.nextElementSibling ?? chip?.previousElementSibling;
    const next = neighbour?.querySelector('button');
    if (next) next.focus();
    else onEmpty();
    onRemove(draft);
  };
  return (
    <ul className={styles.chips} aria-label={t('list')}>
      {files.map((draft) => {
        const { name, type, size } = draft.file;
        return (
          <li key={draft.url} className={styles.chip}>
            {isImage({ filename: name, content_type: type }) ? (
              <img src={draft.url} alt="" className={styles.thumb} />
            ) : (
              <FileIcon aria-hidden="true" />
            )}
            <span className={styles.words}>
              <span className={styles.name} title={name}>
                {name}
              </span>
              <span className={styles.size}>{formatSize(size)}</span>
            </span>
            <IconButton
              size="small"
              label={t('remove', { name })}
              onClick={(event) => remove(draft, event)}
              onKeyDown={(event) => {
                if (event.key === 'Delete' || event.key === 'Backspace') remove(draft, event);
              }}
            >
              <X aria-hidden="true" />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}

/** What was not attached, and why. */
export function FileProblems({ id, problems }: { id: string; problems: readonly FileProblem[] }) {
  const t = useTranslations('tickets.ticket.files');
  const { count, file_bytes, total_bytes } = replyFiles;
  const textOf = (problem: FileProblem) => {
    if (problem.kind === 'too_many') return t('too_many', { max: count, surplus: problem.surplus });
    const { kind, name } = problem;
    if (kind === 'too_large') return t('too_large', { name, limit: megabytes(file_bytes) });
    if (kind === 'too_large_together') return t(kind, { name, limit: megabytes(total_bytes) });
    return t(kind, { name });
  };
  return (
    <div id={id} className={styles.problems} role="alert">
      {problems.map(textOf).map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}
