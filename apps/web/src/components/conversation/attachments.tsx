import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { safeUrl } from '../discord/safe-url.ts';
import styles from './conversation.module.css';
import { formatSize, imagesFirst, isImage } from './files.ts';
import type { ConversationFile } from './types.ts';

export function Attachments({ files }: { files: readonly ConversationFile[] }) {
  return imagesFirst(files).map((file) => <Attachment key={file.id} file={file} />);
}

function Attachment({ file }: { file: ConversationFile }) {
  const t = useTranslations('conversation');
  const [isBroken, setBroken] = useState(false);
  const url = fileUrl(file.url);
  if (!url) return null;
  return isImage(file) && !isBroken ? (
    <a className={styles.picture} href={url} target="_blank" rel="noreferrer">
      <img
        src={fileUrl(file.proxy_url) ?? url}
        alt={t('image_alt', { name: file.filename })}
        loading="lazy"
        onError={() => setBroken(true)}
      />
    </a>
  ) : (
    <a className={styles.file} href={url} download={file.filename} rel="noreferrer">
      <FileDown aria-hidden="true" />
      <span className={styles.fileName}>{file.filename}</span>
      <span className={styles.fileSize}>{formatSize(file.size)}</span>
    </a>
  );
}

/**
 * Files that we keep have an address below our own, and ones that are on their way an address in this browser; all
 * others are somebody's and are checked.
 */
function fileUrl(url: string): string | undefined {
  const isOurs = (url.startsWith('/') && !url.startsWith('//')) || url.startsWith(`blob:${location.origin}/`);
  return isOurs ? url : safeUrl(url);
}
