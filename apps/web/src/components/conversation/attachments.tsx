import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { safeUrl } from '../discord/safe-url.ts';
import styles from './conversation.module.css';
import { formatSize, imagesFirst, isImage, isSound } from './files.ts';
import type { ConversationFile } from './types.ts';

export function Attachments({ files }: { files: readonly ConversationFile[] }) {
  return imagesFirst(files).map((file) => <Attachment key={file.id} file={file} />);
}

function Attachment({ file }: { file: ConversationFile }) {
  const t = useTranslations('conversation');
  const [isBroken, setBroken] = useState(false);
  const url = fileUrl(file.url);
  if (!url) return null;
  const link = (
    <a className={styles.file} href={url} download={file.filename} rel="noreferrer">
      <FileDown aria-hidden="true" />
      <span className={styles.fileName}>{file.filename}</span>
      <span className={styles.fileSize}>{formatSize(file.size)}</span>
    </a>
  );
  if (isSound(file) && !isBroken)
    return (
      <>
        {/* biome-ignore lint/a11y/useMediaCaption: what somebody said into their phone has none */}
        <audio
          className={styles.sound}
          controls
          preload="none"
          src={url}
          aria-label={t('sound', { name: file.filename })}
          onError={() => setBroken(true)}
        />
        {link}
      </>
    );
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
    link
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
