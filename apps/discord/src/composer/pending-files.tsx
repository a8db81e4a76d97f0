import { formatSize } from '@tickets/discord-ui/message/files';
import { File as FileIcon, Trash2 } from 'lucide-react';
import { IconButton } from '../ui/icon-button.tsx';
import { useObjectUrl } from '../ui/use-object-url.ts';
import styles from './composer.module.css';

interface PendingFilesProps {
  files: readonly File[];
  onRemove: (index: number) => void;
}

/** What goes with the next message. */
export function PendingFiles({ files, onRemove }: PendingFilesProps) {
  if (files.length === 0) return null;
  return (
    <ul className={styles.pendingFiles}>
      {files.map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
        <li key={`${file.name}-${index}`}>
          <FilePreview file={file} />
          <span>
            <b>{file.name}</b>
            <small>{formatSize(file.size)}</small>
          </span>
          <IconButton label={`Remove ${file.name}`} onClick={() => onRemove(index)}>
            <Trash2 size={16} aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

function FilePreview({ file }: { file: File }) {
  const url = useObjectUrl(file.type.startsWith('image/') ? file : null);
  if (url) return <img src={url} alt="" width={48} height={48} />;
  return <FileIcon size={32} aria-hidden="true" />;
}
